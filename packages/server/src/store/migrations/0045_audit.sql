-- The audit log: who changed what, before and after, in a chain of hashes per account (API-072, reliability.md 6).

-- Where each chain stands. Account 0: what belongs to no account, such as sign-ins under unknown names. `cut`: up to where retention took rows.
create table audit_head (
  account_id bigint primary key,
  n bigint not null default 0,
  hash bytea,
  cut_n bigint not null default 0,
  cut_hash bytea
);

alter table audit add column chain bigint, add column n bigint, add column changes text, add column previous bytea, add column hash bytea;

-- SHA-256 of the hash before and of one JSON array. Anybody can work it out again from the rows (docs/operate/audit.md).
create function audit_hash(a audit) returns bytea language sql stable as $$
  select sha256(coalesce(a.previous, ''::bytea) || convert_to(json_build_array(a.n, (extract(epoch from a.at) * 1000)::bigint, a.account_id, a.actor_kind,
    a.actor_id, a.action, a.target, a.address, a.request_id, a.result, a.changes)::text, 'UTF8'))
$$;

-- Runs as the owner of the tables, so that nobody else writes a number or a hash.
create function audit_seal() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head audit_head;
begin
  new.chain := coalesce(new.account_id, 0);
  insert into audit_head (account_id) values (new.chain) on conflict do nothing;
  select * into head from audit_head where account_id = new.chain for update;
  new.at := date_trunc('milliseconds', new.at);
  new.n := head.n + 1;
  new.previous := head.hash;
  -- What the transaction changed since the last entry (audit_note).
  new.changes := coalesce(new.changes, '[' || nullif(current_setting('app.changes', true), '') || ']', '[]');
  perform set_config('app.changes', '', true), set_config('app.changes_full', '', true);
  new.hash := audit_hash(new);
  update audit_head set n = new.n, hash = new.hash where account_id = new.chain;
  return new;
end $$;

do $$
declare
  a audit;
  head audit_head;
begin
  for a in select * from audit order by id loop
    a.chain := coalesce(a.account_id, 0);
    insert into audit_head (account_id) values (a.chain) on conflict do nothing;
    select * into head from audit_head where account_id = a.chain;
    a.at := date_trunc('milliseconds', a.at);
    a.n := head.n + 1;
    a.previous := head.hash;
    a.changes := '[]';
    a.hash := audit_hash(a);
    update audit set chain = a.chain, at = a.at, n = a.n, previous = a.previous, changes = a.changes, hash = a.hash where id = a.id;
    update audit_head set n = a.n, hash = a.hash where account_id = a.chain;
  end loop;
end $$;

alter table audit alter column chain set not null, alter column n set not null, alter column changes set not null, alter column hash set not null;
create unique index audit_chain on audit (chain, n);
drop index audit_account;
create trigger audit_seal before insert on audit for each row execute function audit_seal();

-- Entries are added, never changed. Retention alone takes them away, from the beginning of a chain.
revoke update, delete, truncate on audit from parlour_writer;
alter table audit_head enable row level security;
alter table audit_head force row level security;
grant select on audit_head to parlour_writer, parlour_reader;
create policy writer on audit_head for select to parlour_writer using (true);
create policy reader on audit_head for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
do $$
begin
  execute format('create policy keeper on audit to %I using (true) with check (true)', current_user);
  execute format('create policy keeper on audit_head to %I using (true) with check (true)', current_user);
end $$;

create function audit_prune(before timestamptz, most int) returns int language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head audit_head;
  last bigint;
  gone int := 0;
begin
  for head in select * from audit_head order by account_id loop
    -- The first that stays, or the end; a clock that was put back never opens a hole.
    select coalesce((select a.n from audit a where a.chain = head.account_id and a.n > head.cut_n and a.at >= before order by a.n limit 1), head.n + 1) - 1
      into last;
    last := least(last, head.cut_n + most - gone);
    continue when last <= head.cut_n;
    update audit_head h set cut_n = last, cut_hash = (select a.hash from audit a where a.chain = head.account_id and a.n = last)
      where h.account_id = head.account_id;
    delete from audit a where a.chain = head.account_id and a.n <= last;
    gone := gone + (last - head.cut_n)::int;
    exit when gone >= most;
  end loop;
  return gone;
end $$;
revoke execute on function audit_prune(timestamptz, int) from public;
grant execute on function audit_prune(timestamptz, int) to parlour_writer;

-- Before and after. Whatever writes a settings table, the row's difference is kept for the transaction; the entry that explains it takes it up.

-- The values of a document by their paths: `settings.routing.mode`.
create function audit_leaves(doc jsonb) returns table (path text, value jsonb) language sql immutable as $$
  with recursive leaf (path, value) as (
    select key, value from jsonb_each(doc)
    union all
    select l.path || '.' || e.key, e.value from leaf l
      cross join lateral jsonb_each(case when jsonb_typeof(l.value) = 'object' then l.value else '{}' end) e
  )
  select path, value from leaf where jsonb_typeof(value) not in ('object', 'null')
$$;

-- A secret shows that it is there, never what it is: named columns, every column of bytes, and what follows the question mark of an
-- integrator's address, where many put a key. Long texts are cut.
create function audit_shown(path text, value jsonb, masked text[]) returns jsonb language sql immutable as $$
  select case
    when split_part(path, '.', 1) = any (masked) or value #>> '{}' like '\\x%' then to_jsonb('•••'::text)
    when path ~ '(^|_)url$' and value #>> '{}' like '%?%' then to_jsonb(split_part(value #>> '{}', '?', 1) || '?•••')
    when length(value::text) > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…')
    else value end
$$;

-- Arguments: columns that are nobody's setting, columns that are secrets, the column that names the object where it has no id.
create function audit_note() returns trigger language plpgsql as $$
declare
  skipped text[];
  secret text[];
  was jsonb;
  becomes jsonb;
  whole jsonb;
  noted text;
  lost jsonb;
  gained jsonb;
begin
  -- A change of thousands of rows is shown by its first ones; the mark spares the others a look at a long text.
  if current_setting('app.changes_full', true) = 'yes' then return null; end if;
  skipped := string_to_array(tg_argv[0], ',') || array['account_id', 'version', 'created_at', 'updated_at'];
  secret := string_to_array(tg_argv[1], ',');
  was := coalesce(to_jsonb(old), '{}') - skipped;
  becomes := coalesce(to_jsonb(new), '{}') - skipped;
  whole := case when tg_op = 'DELETE' then was else becomes end;
  -- An operator's own browser and the outgoing mail are no settings of the account, and the address of a browser opens it.
  if tg_table_name = 'endpoint' and whole ->> 'kind' in ('push', 'mail') then return null; end if;
  select jsonb_object_agg(path, audit_shown(path, b.value, secret)) filter (where b.value is not null),
    jsonb_object_agg(path, audit_shown(path, a.value, secret)) filter (where a.value is not null)
    into lost, gained
  from audit_leaves(was - 'id') b full join audit_leaves(becomes - 'id') a using (path) where a.value is distinct from b.value;
  if lost is null and gained is null then return null; end if;
  noted := coalesce(current_setting('app.changes', true), '');
  if length(noted) > 30000 then perform set_config('app.changes_full', 'yes', true); end if;
  perform set_config('app.changes', noted || case when noted = '' then '' else ',' end || json_build_object('object', tg_table_name,
    'id', coalesce(whole ->> 'id', whole ->> tg_argv[2]), 'name', case when 'name' = any (secret) then null else left(whole ->> 'name', 200) end,
    'before', lost, 'after', gained)::text, true);
  return null;
end $$;

-- At the commit: what no entry explained was done by the server itself.
create function audit_rest() returns trigger language plpgsql as $$
declare
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if coalesce(current_setting('app.changes', true), '') = '' then return null; end if;
  insert into audit (account_id, at, actor_kind, action, target, result)
  values ((case tg_table_name when 'account' then whole ->> 'id' else whole ->> 'account_id' end)::bigint, clock_timestamp(), 'system',
    tg_table_name || '.' || case tg_op when 'INSERT' then 'add' when 'UPDATE' then 'change' else 'remove' end,
    concat_ws(' ', tg_table_name, coalesce(whole ->> 'id', whole ->> tg_argv[2])), 'ok');
  return null;
end $$;

-- Begins to watch a table. `columns`: updates of these alone count, for tables that are also written on the way of a message; null: all.
create function audit_watch(what text, columns text, ignored text, secret text, named_by text) returns void language plpgsql as $$
begin
  execute format('create trigger audit_note after insert or update%s or delete on %I for each row execute function audit_note(%L, %L, %L)',
    coalesce(' of ' || columns, ''), what, ignored, secret, named_by);
  execute format('create constraint trigger audit_rest after insert or update%s or delete on %I deferrable initially deferred for each row execute function audit_rest(%L, %L, %L)',
    coalesce(' of ' || columns, ''), what, ignored, secret, named_by);
end $$;

select audit_watch('account', null, '', '', ''),
  audit_watch('operator', 'name, email, phone, photo, role, instance_owner, password_hash, reset_token_hash, chat_limit, active, managed, mail_offline, mail_missed',
    'email_key,chosen_presence,reset_token_expires_at', 'password_hash,reset_token_hash', ''),
  audit_watch('api_key', 'name, operator_id, scopes, managed, key_hash', 'last_used_at', 'key_hash', ''),
  audit_watch('endpoint', null, 'secret_created_at', 'secret,previous_secret', ''),
  audit_watch('channel', null, 'endpoint_id,created_by', 'identity_secret', ''),
  audit_watch('channel_secret', null, '', 'hash,sealed', 'channel_id'),
  audit_watch('channel_operator', null, '', '', 'channel_id'),
  audit_watch('department', null, '', '', ''),
  audit_watch('department_operator', null, '', '', 'department_id'),
  audit_watch('bot_provider', null, 'number', '', ''),
  audit_watch('bot', null, 'endpoint_id,token_hash,created_by', 'token,client_secret', ''),
  audit_watch('bot_channel', null, '', '', 'bot_id'),
  audit_watch('webhook', null, 'endpoint_id,created_by', '', ''),
  audit_watch('webhook_channel', null, '', '', 'webhook_id'),
  audit_watch('tag', null, '', '', ''),
  audit_watch('canned_reply', null, '', '', ''),
  audit_watch('trigger_rule', null, '', '', ''),
  -- Values and reasons may be a visitor's own words and numbers (CORE-116).
  audit_watch('blacklist_entry', null, 'created_by,lifted_by', 'value,shown,reason', ''),
  audit_watch('call_driver', null, 'report_hash', 'report_secret', 'endpoint_id'),
  audit_watch('instance', 'egress_allow, limits, support_contact, bot_self_service, provisioned, storage, storage_keys, mail, mail_password, mail_managed',
    'one,epoch,chat_counter,visitor_counter,event_counter,setup_token_hash,setup_token_expires_at,push_public,push_private', 'storage_keys,mail_password', '');
