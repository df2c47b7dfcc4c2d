-- Erased visitors (CORE-116): what was removed, and who outside had received something. It outlives the data, and holds none of it.
create table erasure (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  visitor_id bigint not null,
  number bigint not null,
  requested_by bigint,
  requested_at timestamptz not null,
  -- null: it goes on at the next start or sweep.
  done_at timestamptz,
  -- Rows by what they were: {"messages": 12, …}.
  counts jsonb not null default '{}',
  -- [{"endpoint_id", "kind", "name", "url", "count", "first_at", "last_at"}]: requests that may have reached it.
  received jsonb not null default '[]',
  primary key (account_id, id),
  unique (account_id, number)
);
create index erasure_open on erasure (requested_at) where done_at is null;

-- How far removal by age has come, so that no sweep looks at the same rows twice (CORE-115). `place`: milliseconds since 1970, or a position.
create table retention_mark (
  account_id bigint not null references account (id),
  kind text not null,
  place bigint not null,
  primary key (account_id, kind)
);

-- The owner's retention (CFG-031); what the provisioning file says comes first.
alter table instance add column retention jsonb not null default '{}';

do $$
declare
  t text;
begin
  foreach t in array array['erasure', 'retention_mark'] loop
    execute format('grant select, insert, update, delete on %I to parlour_writer', t);
    execute format('grant select on %I to parlour_reader', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t);
    execute format('create policy reader on %I for select to parlour_reader using (account_id = (select nullif(current_setting(''app.account'', true), '''')::bigint))', t);
  end loop;
end $$;

-- The audit log watches the new column too.
drop trigger audit_note on instance;
drop trigger audit_rest on instance;
select audit_watch('instance', 'egress_allow, limits, retention, support_contact, bot_self_service, provisioned, storage, storage_keys, mail, mail_password, mail_managed',
  'one,epoch,chat_counter,visitor_counter,event_counter,setup_token_hash,setup_token_expires_at,push_public,push_private', 'storage_keys,mail_password', '');
