-- Tables of Parlour. Every table of an account starts its key with account_id; row-level security: 0002.
-- No foreign keys on journal, delivery, lane, attempt, idempotency (hot path, journal.md 2); composite ones elsewhere.
-- No uuidv7(), no builtin locale: an external PostgreSQL may be 15.

create table instance (
  one boolean primary key default true check (one),
  epoch text not null default gen_random_uuid()::text,
  -- Instance-wide counters; values shown outside go through a keyed permutation (CORE-004).
  chat_counter bigint not null default 0,
  visitor_counter bigint not null default 0,
  event_counter bigint not null default 0,
  setup_token_hash bytea,
  setup_token_expires_at timestamptz,
  support_contact text,
  egress_allow text[] not null default '{}',
  limits jsonb not null default '{}',
  created_at timestamptz not null default now()
);
insert into instance default values;

create table node (
  id bigint generated always as identity primary key,
  last_batch bigint not null default 0,
  started_at timestamptz not null default now()
);

create table account (
  id bigint generated always as identity primary key,
  name text not null,
  locale text not null default 'en',
  accent text not null default '#0B6B5D',
  suspended boolean not null default false,
  settings jsonb not null default '{}',
  managed boolean not null default false,
  created_at timestamptz not null default now()
);

create table account_head (
  account_id bigint primary key references account (id),
  position bigint not null default 0,
  visitors bigint not null default 0,
  config_version bigint not null default 0
) with (fillfactor = 20);

create table operator (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  phone text,
  photo text,
  role text not null check (role in ('owner', 'admin', 'developer', 'operator', 'viewer')),
  instance_owner boolean not null default false,
  password_hash text,
  reset_token_hash bytea,
  reset_token_expires_at timestamptz,
  chat_limit int not null default 0,
  -- Last status the operator chose; live presence needs a socket (CORE-010).
  chosen_presence text not null default 'online' check (chosen_presence in ('online', 'away', 'offline')),
  active boolean not null default true,
  managed boolean not null default false,
  -- Raised by every accept, leave and close: guards the limit of parallel chats (journal.md 1).
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index operator_email on operator (email_key);
create unique index operator_id on operator (id);

create table session (
  token_hash bytea primary key,
  id bigint generated always as identity,
  account_id bigint not null,
  operator_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index session_operator on session (account_id, operator_id);

create table api_key (
  account_id bigint not null,
  id bigint generated always as identity,
  key_hash bytea not null unique,
  hint text not null,
  name text not null,
  operator_id bigint not null,
  scopes text[] not null default '{*}',
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

-- An address that an integrator owns (channel; bot and webhook come later).
create table endpoint (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('channel', 'bot', 'webhook')),
  url text not null,
  -- AES-256-GCM under SECRET_KEY (CORE-125); the previous secret signs beside it for 24 h (CORE-124).
  secret bytea not null,
  secret_hint text not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  primary key (account_id, id)
);
create unique index endpoint_id on endpoint (id);

-- What happened last at an endpoint; written with the results of attempts, apart from the settings (CH-113).
create table endpoint_health (
  account_id bigint not null,
  endpoint_id bigint not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure_outcome text,
  last_failure_status int,
  primary key (account_id, endpoint_id)
);

create table channel (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('api', 'widget')),
  name text not null,
  public_id text not null,
  enabled boolean not null default true,
  endpoint_id bigint not null,
  chunked boolean not null default false,
  append_public_id boolean not null default true,
  media_as text not null default 'media objects' check (media_as in ('media objects', 'text with link')),
  bot_available boolean not null default false,
  managed boolean not null default false,
  deleted_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
);
create unique index channel_id on channel (id);
-- Never reused, also after deletion (CH-002).
create unique index channel_public_id on channel (public_id);

-- Random strings of inbound URLs: found by hash (CH-021), shown again to administrators, so also kept encrypted.
create table channel_secret (
  account_id bigint not null,
  channel_id bigint not null,
  hash bytea not null,
  sealed bytea not null,
  expires_at timestamptz,
  primary key (account_id, channel_id, hash),
  foreign key (account_id, channel_id) references channel (account_id, id)
);

create table channel_operator (
  account_id bigint not null,
  channel_id bigint not null,
  operator_id bigint not null,
  primary key (account_id, channel_id, operator_id),
  foreign key (account_id, channel_id) references channel (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

create table visitor (
  account_id bigint not null,
  number bigint not null,
  id bigint not null,
  -- The channel the visitor was first seen on; a customer is unique per channel (CH-042).
  source bigint not null,
  customer text not null,
  -- The customer's id exactly as it last came, as a JSON literal (CH-043).
  recipient text not null,
  version bigint not null default 0,
  -- The entity of API-030 without its number.
  body text not null,
  -- Last invitation text that was shown (CH-048).
  invite text,
  primary key (account_id, number)
);
create unique index visitor_id on visitor (account_id, id);
create unique index visitor_customer on visitor (account_id, source, customer);

create table chat (
  account_id bigint not null,
  id bigint not null,
  source bigint not null,
  visitor_id bigint not null,
  state text not null,
  last_seq int not null default 0,
  assignee bigint,
  version bigint not null default 0,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- The entity of API-107 without seq and visitor.
  body text not null,
  primary key (account_id, id)
) with (fillfactor = 70);
create unique index chat_running on chat (account_id, source, visitor_id) where state <> 'closed';
create index chat_visitor on chat (account_id, visitor_id);

-- Order of the inbox; last_at follows by a journal reader, so that the hot columns of chat stay without an index (journal.md 2).
create table chat_activity (
  account_id bigint not null,
  chat_id bigint not null,
  last_at timestamptz not null,
  running boolean not null,
  primary key (account_id, chat_id)
);
create index chat_activity_running on chat_activity (account_id, last_at desc, chat_id desc) where running;
create index chat_activity_all on chat_activity (account_id, last_at desc, chat_id desc);

create table participant (
  account_id bigint not null,
  chat_id bigint not null,
  operator_id bigint not null,
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (account_id, chat_id, operator_id)
);

-- Highest message an operator has read in a chat (API-029).
create table read_mark (
  account_id bigint not null,
  chat_id bigint not null,
  operator_id bigint not null,
  seq int not null,
  primary key (account_id, chat_id, operator_id)
);

create table journal (
  account_id bigint not null,
  position bigint not null,
  at timestamptz not null,
  name text not null,
  channel_id bigint,
  chat_id bigint,
  visitor_id bigint,
  -- Number of a message in its chat; null for every other entry (CORE-040).
  seq int,
  -- For entries that carry a chat: the seq of its last message at that moment.
  chat_seq int,
  author_kind text,
  author_id bigint,
  client_id text,
  -- Serialised once; holds neither seq nor position (performance.md 1.3). For a message the entity of API-022, else the data of API-107.
  body text not null,
  primary key (account_id, position)
);
create unique index journal_seq on journal (account_id, chat_id, seq) where seq is not null;
create unique index journal_client on journal (account_id, chat_id, author_kind, author_id, client_id) where client_id is not null;

create table delivery (
  account_id bigint not null,
  -- Position of the journal entry that is owed.
  position bigint not null,
  endpoint_id bigint not null,
  id bigint not null,
  order_key bigint not null,
  -- Place in its lane: the position, or a later one after "Send again" (CH-086).
  lane_place bigint not null,
  event text not null,
  chat_id bigint,
  seq int,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'dead')),
  -- Ended attempts of the present series, and of all series.
  attempts int not null default 0,
  tries int not null default 0,
  -- Start of the present series, moved when a restart made an attempt late (CH-087).
  anchor_at timestamptz,
  outcome text,
  error_code text,
  error_message text,
  unconfirmed boolean not null default false,
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, position, endpoint_id)
);
create index delivery_pending on delivery (account_id, endpoint_id, order_key, lane_place) where state = 'pending';
create unique index delivery_id on delivery (account_id, id);
create index delivery_chat on delivery (account_id, chat_id, seq);

create table lane (
  account_id bigint not null,
  endpoint_id bigint not null,
  order_key bigint not null,
  -- null: idle.
  due_at timestamptz,
  lease_node bigint,
  lease_until timestamptz,
  -- Start of the attempt under way, so that a crash leaves `interrupted` behind (CORE-050).
  started_at timestamptz,
  token bigint not null default 0,
  primary key (account_id, endpoint_id, order_key)
) with (fillfactor = 50);
create index lane_due on lane (due_at) where due_at is not null;

create table attempt (
  account_id bigint not null,
  delivery_id bigint not null,
  n int not null,
  started_at timestamptz not null,
  duration_ms int not null,
  outcome text not null,
  status int,
  error_code text,
  error_message text,
  -- Read as they came, never searched.
  request json,
  reply json,
  primary key (account_id, delivery_id, n)
);

create table idempotency (
  account_id bigint not null,
  scope text not null,
  key text not null,
  hash bytea not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (account_id, scope, key)
);
create index idempotency_age on idempotency (created_at);

-- How far a durable reader has read in each account.
create table cursor (
  reader text not null,
  account_id bigint not null,
  position bigint not null,
  primary key (reader, account_id)
);

create table audit (
  id bigint generated always as identity primary key,
  account_id bigint,
  at timestamptz not null,
  actor_kind text not null,
  actor_id bigint,
  action text not null,
  target text,
  address text,
  request_id text,
  result text not null
);
create index audit_account on audit (account_id, id);
