-- What bots and webhooks need of the write path and of the lanes (decision 0011). Functions: 0013_engine_claim.sql, 0013_engine_commit.sql.

-- paused_at: claims pass by, nothing else changes. off_at: nothing is sent any more and what is pending becomes dead letters; off_reason says
-- why Parlour did it (WH-062: `gone` for a 410, `failing` for 120 h); null: somebody did.
alter table endpoint add column paused_at timestamptz;
alter table endpoint add column off_at timestamptz;
alter table endpoint add column off_reason text check (off_reason in ('gone', 'failing'));

-- The first failure since the last success, and the last event given up since then (WH-062).
alter table endpoint_health add column failing_since timestamptz;
alter table endpoint_health add column given_up_at timestamptz;

-- What a webhook's delivery says, kept before its first attempt and sent again as it is (WH-033). Swept by age.
create table delivery_content (
  account_id bigint not null,
  delivery_id bigint not null,
  headers json not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, delivery_id)
);
create index delivery_content_age on delivery_content (created_at);

-- Calls and offline messages: they belong to a visitor; every change raises his version, which guards them (journal.md 1).
create table record (
  account_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('call', 'offline_message')),
  visitor_id bigint not null,
  chat_id bigint,
  state text not null,
  version bigint not null default 0,
  created_at timestamptz not null,
  -- The call of CORE-100, or the offline message of CORE-110 without its visitor.
  body text not null,
  primary key (account_id, id)
);
create index record_running_call on record (account_id, visitor_id) where kind = 'call' and state <> 'end' and state <> 'error';
create index record_list on record (account_id, kind, created_at desc, id desc);

do $$
declare
  t text;
begin
  foreach t in array array['delivery_content', 'record'] loop
    execute format('grant select, insert, update, delete on %I to parlour_writer', t);
    execute format('grant select on %I to parlour_reader', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t);
    execute format('create policy reader on %I for select to parlour_reader using (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)', t);
  end loop;
end $$;

-- A reader begins where the journal stands: before this there was no webhook, and reading years of entries for nothing takes long.
insert into cursor (reader, account_id, position) select 'endpoint_off', account_id, position from account_head;

-- Chats of a database that is older than bots: the new keys. Bodies are text; a quote inside a JSON string is escaped, so what is replaced
-- cannot occur inside one.
update chat c set body =
  '{"bot":null,"accepted_at":' || coalesce((
    select '"' || to_char(min(p.joined_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'
    from participant p where p.account_id = c.account_id and p.chat_id = c.id), 'null') || ','
  || substr(replace(replace(c.body, '"assign":false}', '"assign":false,"assigned":false}'), '"assign":true}', '"assign":true,"assigned":false}'), 2)
where c.body not like '{"bot":%' and c.body not like '%,"accepted_at":%';
-- Entries too: an application that comes back after the update reads them.
update journal set body =
  '{"chat":{"seq":null,"bot":null,"accepted_at":null,'
  || substr(replace(replace(body, '"assign":false}', '"assign":false,"assigned":false}'), '"assign":true}', '"assign":true,"assigned":false}'), 21)
where name in ('chat_created', 'chat_updated', 'chat_accepted', 'chat_closed') and body like '{"chat":{"seq":null,%' and body not like '%,"accepted_at":%';
