-- Departments, bot providers, bot connections and webhooks (CORE-023, BOT-001 – BOT-003, WH-001). Hours, Safe URL and trust in links of webhooks
-- are keys of account.settings: working_hours, safe_url, trust_webhook_links.

create table department (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  -- Own hours (CORE-091) in the form of core/ports.ts; null: those of the account.
  hours jsonb,
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index department_id on department (id);
create unique index department_name on department (account_id, lower(name));

create table department_operator (
  account_id bigint not null,
  department_id bigint not null,
  operator_id bigint not null,
  primary key (account_id, department_id, operator_id),
  foreign key (account_id, department_id) references department (account_id, id) on delete cascade,
  foreign key (account_id, operator_id) references operator (account_id, id)
);

-- A row stays for ever, so that its id is never issued again (BOT-001).
create table bot_provider (
  id text primary key check (id ~ '^[A-Za-z0-9._-]{2,64}$'),
  -- Order of issue, for pages of the list.
  number bigint generated always as identity,
  -- The account of scope `account`; null: every account may choose it, and only the writer sees the row.
  account_id bigint references account (id),
  name text not null,
  contact text,
  -- Where connections post their events unless they say otherwise.
  endpoint_url text,
  state text not null check (state in ('active', 'suspended', 'requested', 'refused')),
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index bot_provider_account on bot_provider (account_id);

create table bot (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  provider_id text not null references bot_provider (id),
  endpoint_id bigint not null,
  name text not null,
  photo text,
  enabled boolean not null default true,
  -- Part of the addresses that are shown again to administrators, so kept encrypted; found by its hash (BOT-010).
  token bytea not null,
  token_hash bytea not null,
  -- Fewer than 22 characters: a warning (BOT-003).
  token_short boolean not null,
  all_channels boolean not null default true,
  invite_wait_s int not null default 60 check (invite_wait_s between 10 and 600),
  -- 0: never.
  silent_s int not null default 0 check (silent_s >= 0),
  sends_chat_closed boolean not null default false,
  -- OAuth 2.0 client credentials (BOT-031); no token_url: without authorization.
  token_url text,
  client_id text,
  client_secret bytea,
  token_scope text,
  client_auth text check (client_auth in ('basic', 'body')),
  managed boolean not null default false,
  created_by bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, endpoint_id) references endpoint (account_id, id),
  check (token_url is null or (client_id is not null and client_secret is not null and client_auth is not null))
);
create unique index bot_id on bot (id);
create unique index bot_credential on bot (provider_id, token_hash) where deleted_at is null;
create index bot_endpoint on bot (account_id, endpoint_id);

create table bot_channel (
  account_id bigint not null,
  bot_id bigint not null,
  channel_id bigint not null,
  primary key (account_id, bot_id, channel_id),
  foreign key (account_id, bot_id) references bot (account_id, id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);

-- Access tokens got from a provider (BOT-032): the one in use, and earlier ones that providers may still send (BOT-035).
create table bot_token (
  account_id bigint not null,
  bot_id bigint not null,
  hash bytea not null,
  sealed bytea not null,
  obtained_at timestamptz not null,
  expires_at timestamptz not null,
  current boolean not null,
  primary key (account_id, bot_id, hash),
  foreign key (account_id, bot_id) references bot (account_id, id)
);
create unique index bot_token_current on bot_token (account_id, bot_id) where current;

create table webhook (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  endpoint_id bigint not null,
  enabled boolean not null default true,
  events text[] not null check (cardinality(events) > 0),
  all_channels boolean not null default true,
  -- Optional parts of the body (WH-026).
  blocks text[] not null default '{}',
  managed boolean not null default false,
  created_by bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
);
create unique index webhook_id on webhook (id);
create index webhook_endpoint on webhook (account_id, endpoint_id);

create table webhook_channel (
  account_id bigint not null,
  webhook_id bigint not null,
  channel_id bigint not null,
  primary key (account_id, webhook_id, channel_id),
  foreign key (account_id, webhook_id) references webhook (account_id, id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);

-- BOT-002: an account that asks for a provider id gets it at once.
alter table instance add column bot_self_service boolean not null default true;
-- Age of a secret, for those who look after it.
alter table endpoint add column secret_created_at timestamptz;
update endpoint e set secret_created_at = c.created_at from channel c where c.account_id = e.account_id and c.endpoint_id = e.id;

do $$
declare
  t text;
begin
  foreach t in array array['department', 'department_operator', 'bot_provider', 'bot', 'bot_channel', 'bot_token', 'webhook', 'webhook_channel'] loop
    execute format('grant select, insert, update, delete on %I to parlour_writer', t);
    execute format('grant select on %I to parlour_reader', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t);
    execute format('create policy reader on %I for select to parlour_reader using (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)', t);
  end loop;
end $$;
