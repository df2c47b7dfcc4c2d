-- The schema of the first release: tables, indexes, row-level security and privileges.
--
-- Functions and triggers are in store/functions and are applied after the migrations. The roles
-- parlour_writer, parlour_reader and parlour_search belong to the whole cluster, so
-- store/migrate.ts creates them.
--
-- Conventions:
--   The key of a table that belongs to an account starts with account_id. Row-level security
--   separates accounts.
--   The tables that every message writes (journal, delivery, lane, attempt, idempotency) have no
--   foreign keys, because each check costs time (docs/journal.md, section 2). Other tables refer by
--   (account_id, id).
--   Secrets that Parlour must read again are encrypted with SECRET_KEY (CORE-125). The comments
--   call them sealed.
--   managed: the provisioning file created the row and owns it (CFG-025).
--   version: raised by each change. A write that read an older version is refused and tried again.
--   A row with deleted_at stays, so that its id is never issued again.
--   Parlour supports PostgreSQL 15, so nothing here uses uuidv7() or the builtin locale provider.

-- -------------------------------------------------------------------------------------------------
-- Installation
-- -------------------------------------------------------------------------------------------------

-- The one row with counters and settings of the installation.
create table instance (
  one boolean primary key default true check (one),
  -- Changes with each restore, so that clients notice that positions have another meaning
  -- (API-102).
  epoch text not null default gen_random_uuid()::text,
  -- Counters of all accounts. A keyed permutation converts them to the ids that are shown
  -- (CORE-004).
  chat_counter bigint not null default 0,
  visitor_counter bigint not null default 0,
  event_counter bigint not null default 0,
  setup_token_hash bytea,
  setup_token_expires_at timestamptz,
  support_contact text,
  egress_allow text[] not null default '{}',
  limits jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Values of the provisioning file, which win over those set in the settings (CFG-010, CFG-030,
  -- CFG-031): {"egress_allow": [...], "limits": {...}, "retention": {...}}. The file does not
  -- contain absent keys.
  provisioned jsonb not null default '{}',
  -- true: an account that requests a bot provider id gets it without approval (BOT-002).
  bot_self_service boolean not null default true,
  -- Where new files are stored, and the S3 service (CFG-033). Its key pair is sealed.
  storage jsonb,
  storage_keys bytea,
  -- VAPID keys of web push (RFC 8292), created at the first start. The private key is sealed.
  push_public text,
  push_private bytea,
  -- Mail server {host, port, tls, user, from} (CFG-032). null: not set up. The password is sealed.
  mail jsonb,
  mail_password bytea,
  mail_managed boolean not null default false,
  -- Single sign-on (CFG-034): [{id, name, issuer, client_id, secret, domains, role, account_id,
  -- managed}]. The secrets are sealed and base64.
  oidc jsonb not null default '[]',
  -- Retention as set in the settings (CFG-031).
  retention jsonb not null default '{}'
);
insert into instance default values;

-- Processes that serve this database. Each start adds a row.
create table node (
  id bigint generated always as identity primary key,
  -- Number and result of the node's latest batch. A node that lost its connection during the call
  -- reads them to learn whether the batch was committed.
  last_batch bigint not null default 0,
  started_at timestamptz not null default now(),
  last_result text
) with (fillfactor = 50);

-- Progress of a migration that changes rows in batches (CORE-166). Empty while no such migration
-- runs. Included in backups, so that a restored installation continues.
create table migration_cursor (
  step text primary key,
  -- Its form is defined by the migration.
  cursor jsonb not null,
  stored_at timestamptz not null
);

-- -------------------------------------------------------------------------------------------------
-- Accounts and operators
-- -------------------------------------------------------------------------------------------------

create table account (
  id bigint generated always as identity primary key,
  name text not null,
  locale text not null default 'en',
  accent text not null default '#0B6B5D',
  suspended boolean not null default false,
  settings jsonb not null default '{}',
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  -- From then on every operator needs a second factor (CORE-013). null: each operator decides.
  second_factor_from timestamptz
);

-- Heads of the journals. A write locks the row of its account, so positions have no holes.
create table account_head (
  account_id bigint primary key references account (id),
  position bigint not null default 0,
  visitors bigint not null default 0,
  -- Raised by each change of settings. Nodes reload their copy when it differs.
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
  -- The presence that the operator chose last. They are online only with an open socket (CORE-010).
  chosen_presence text not null default 'online' check (chosen_presence in ('online', 'away', 'offline')),
  active boolean not null default true,
  managed boolean not null default false,
  -- Raised by each accept, leave and close. Guards the limit of parallel chats (docs/journal.md,
  -- section 1).
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  -- Mails that the operator wants: about offline messages (CORE-110), chats that nobody accepts and
  -- reminders of them (CORE-035), failing endpoints (CORE-112).
  mail_offline boolean not null default true,
  mail_missed boolean not null default true,
  mail_reminders boolean not null default false,
  mail_faults boolean not null default true,
  -- Language chosen in the profile. null: page_language counts, then the language of the account.
  language text check (language in ('en', 'ru')),
  -- Secret of the authenticator app (RFC 6238), sealed. Pending until its first code was entered.
  totp_secret bytea,
  totp_pending bytea,
  -- Time step of the latest accepted code, because no code is accepted twice.
  totp_step bigint,
  -- Random user handle for passkeys. It contains no personal data.
  passkey_user bytea not null
    default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  -- Language of the sign-in page at the latest sign-in (CORE-112).
  page_language text check (page_language in ('en', 'ru')),
  -- Token of the invitation. It is separate from the reset token, so that a password reset does not
  -- end the invitation.
  invite_token_hash bytea,
  invite_token_expires_at timestamptz,
  primary key (account_id, id)
);
create unique index operator_email on operator (email_key);
create unique index operator_id on operator (id);

-- Departments of an account (CORE-023).
create table department (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  -- Working hours (CORE-091). null: those of the account.
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

-- -------------------------------------------------------------------------------------------------
-- Sign-in
-- -------------------------------------------------------------------------------------------------

-- Sign-ins of browsers, found by the hash of their token before the account is known.
create table session (
  token_hash bytea primary key,
  id bigint generated always as identity,
  account_id bigint not null,
  operator_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  -- Shown to the operator and to administrators.
  address text not null default '',
  user_agent text not null default '',
  method text not null default 'password' check (method in ('password', 'passkey', 'oidc')),
  -- Opened with two factors, or a second factor was set up in it.
  strong boolean not null default false,
  -- When the operator last proved their identity. Some changes require a recent proof (CORE-014).
  confirmed_at timestamptz,
  -- Sessions of one browser, one per account (CORE-016).
  browser uuid not null default gen_random_uuid(),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index session_operator on session (account_id, operator_id);
create unique index session_id on session (id);
create unique index session_browser on session (browser, account_id);

create table passkey (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  operator_id bigint not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index passkey_operator on passkey (account_id, operator_id);

-- Codes that replace a lost second factor. Each works once.
create table recovery_code (
  account_id bigint not null references account (id),
  operator_id bigint not null,
  hash bytea not null,
  primary key (account_id, operator_id, hash),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

-- Sign-ins of operators, also refused ones. Kept as long as addresses are (CFG-031).
create table sign_in (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  operator_id bigint not null,
  at timestamptz not null,
  method text not null,
  ok boolean not null,
  address text not null,
  user_agent text not null,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index sign_in_operator on sign_in (account_id, operator_id, id);

-- Used challenges of passkeys and states of single sign-on, so that no response is accepted twice
-- (decision 0048).
create table taken_answer (
  once text primary key,
  taken_at timestamptz not null
);

-- Failed passwords and codes (CFG-030), by a hash of the name, the address or both. Unlogged,
-- because the rows are worthless after 15 minutes and after a crash.
create unlogged table failed_try (
  key bytea primary key,
  failures int not null,
  -- Time of the first and of the latest failure.
  since timestamptz not null,
  at timestamptz not null
);

create table api_key (
  account_id bigint not null,
  id bigint generated always as identity,
  key_hash bytea not null unique,
  -- The visible end of the key.
  hint text not null,
  name text not null,
  operator_id bigint not null,
  scopes text[] not null default '{*}',
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- null: the key does not expire (API-140).
  expires_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

-- -------------------------------------------------------------------------------------------------
-- Endpoints, channels and widgets
-- -------------------------------------------------------------------------------------------------

-- An address to which deliveries are sent: of a channel, bot, webhook, browser (push), telephony
-- server (call), or the outgoing mail of the account.
create table endpoint (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('channel', 'bot', 'webhook', 'push', 'call', 'mail')),
  url text not null,
  -- Sealed. The previous secret also signs until previous_secret_until (CORE-124). For push: the
  -- subscription's keys.
  secret bytea not null,
  secret_hint text not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Deliveries wait until an operator resumes the endpoint.
  paused_at timestamptz,
  -- Nothing is sent any more, and pending deliveries become dead. The reason is null if a person
  -- turned it off. WH-062: gone after a response 410, failing after 120 hours of failures.
  off_at timestamptz,
  off_reason text check (off_reason in ('gone', 'failing')),
  secret_created_at timestamptz,
  name text,
  primary key (account_id, id)
);
create unique index endpoint_id on endpoint (id);
create index endpoint_push on endpoint (account_id, url) where kind = 'push';
create unique index endpoint_mail on endpoint (account_id) where kind = 'mail';

-- Latest results of an endpoint (CH-113), written with each attempt and therefore separate from its
-- settings.
create table endpoint_health (
  account_id bigint not null,
  endpoint_id bigint not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure_outcome text,
  last_failure_status int,
  -- The first failure since the last success, and the latest delivery given up since then (WH-062).
  failing_since timestamptz,
  given_up_at timestamptz,
  -- The outage that was reported by mail, so that each is reported once (CORE-112).
  told_since timestamptz,
  told_at timestamptz,
  -- Results of the latest 25 attempts, oldest first: 1 delivered, 0 failed (API-173).
  recent text not null default '',
  primary key (account_id, endpoint_id)
);

-- A source of chats: a chat channel (kind api, with an endpoint) or a site widget (with settings).
create table channel (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('api', 'widget')),
  name text not null,
  public_id text not null,
  enabled boolean not null default true,
  endpoint_id bigint,
  chunked boolean not null default false,
  append_public_id boolean not null default true,
  media_as text not null default 'media objects' check (media_as in ('media objects', 'text with link')),
  bot_available boolean not null default false,
  managed boolean not null default false,
  deleted_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  -- Settings of the widget (WG-090).
  widget jsonb,
  -- Secret of signed identity (WG-047), sealed. null: off.
  identity_secret bytea,
  primary key (account_id, id),
  check ((kind = 'widget') = (widget is not null)),
  check ((kind = 'api') = (endpoint_id is not null)),
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
);
create unique index channel_id on channel (id);
-- Never reused, also not after a deletion (CH-002).
create unique index channel_public_id on channel (public_id);

-- Random parts of inbound URLs (CH-021). Requests are found by the hash. Administrators see the
-- sealed value again.
create table channel_secret (
  account_id bigint not null,
  channel_id bigint not null,
  hash bytea not null,
  sealed bytea not null,
  expires_at timestamptz,
  primary key (account_id, channel_id, hash),
  foreign key (account_id, channel_id) references channel (account_id, id)
);

-- Operators who work on a channel. A channel without rows has all operators.
create table channel_operator (
  account_id bigint not null,
  channel_id bigint not null,
  operator_id bigint not null,
  primary key (account_id, channel_id, operator_id),
  foreign key (account_id, channel_id) references channel (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

-- Tokens of widget visitors by their SHA-256 (WG-084). A signed visitor has one for each browser.
-- The visitor itself is created later, with the first event.
create table widget_token (
  hash bytea primary key,
  account_id bigint not null,
  channel_id bigint not null,
  -- Key of the visitor on the channel.
  customer text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  foreign key (account_id, channel_id) references channel (account_id, id)
);
create index widget_token_customer on widget_token (account_id, channel_id, customer);

-- Sites whose pages loaded a widget (API-160), at most 20 for each widget.
create table widget_site (
  account_id bigint not null,
  channel_id bigint not null,
  origin text not null,
  -- Address without query, and title of the latest page that opened a connection. null: none did.
  page_url text,
  page_title text,
  seen_at timestamptz not null,
  primary key (account_id, channel_id, origin),
  foreign key (account_id, channel_id) references channel (account_id, id)
);

-- Files of the widget's releases (WG-002). Open pages request the files of an earlier release for a
-- while.
create table widget_file (
  -- Path below the widget's folder. Contains a hash of the content.
  name text primary key,
  body bytea not null,
  -- Since when no release contains the file. null: the current one does.
  left_at timestamptz
);

-- Rules that invite visitors of site widgets (WG-050 – WG-054, API-041).
create table trigger_rule (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- Order of evaluation. Managed rules come first (CFG-025).
  place int not null,
  name text not null,
  enabled boolean not null,
  once text not null check (once in ('page', 'session', 'visitor', 'always')),
  -- Condition (WG-051). null: always true.
  condition jsonb,
  actions jsonb not null,
  -- Widgets. null: all.
  channels bigint[],
  managed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index trigger_rule_name on trigger_rule (account_id, lower(name));

-- -------------------------------------------------------------------------------------------------
-- Bots and webhooks
-- -------------------------------------------------------------------------------------------------

create table bot_provider (
  id text primary key check (id ~ '^[A-Za-z0-9._-]{2,64}$'),
  -- Order of creation, for the pages of the list.
  number bigint generated always as identity,
  -- null: every account may use the provider, and only the writer sees the row.
  account_id bigint references account (id),
  name text not null,
  contact text,
  -- Default address of the connections.
  endpoint_url text,
  state text not null check (state in ('active', 'suspended', 'requested', 'refused')),
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index bot_provider_account on bot_provider (account_id);

-- Bot connections of an account.
create table bot (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  provider_id text not null references bot_provider (id),
  endpoint_id bigint not null,
  name text not null,
  photo text,
  enabled boolean not null default true,
  -- Part of the addresses, which administrators see again. Sealed, and found by its hash (BOT-010).
  token bytea not null,
  token_hash bytea not null,
  -- Shorter than 22 characters, which shows a warning (BOT-003).
  token_short boolean not null,
  all_channels boolean not null default true,
  invite_wait_s int not null default 60 check (invite_wait_s between 10 and 600),
  -- Seconds of silence after which the bot leaves the chat. 0: never.
  silent_s int not null default 0 check (silent_s >= 0),
  sends_chat_closed boolean not null default false,
  -- OAuth 2.0 client credentials (BOT-031). token_url null: no authorization. The client secret is
  -- sealed.
  token_url text,
  client_id text,
  client_secret bytea,
  token_scope text,
  client_auth text check (client_auth in ('basic', 'body')),
  managed boolean not null default false,
  created_by bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Until then one node may fetch an access token (BOT-032).
  token_fetch_until timestamptz,
  -- An answer that the bot posts settles the running request (BOT-055).
  answers_settle boolean not null default true,
  -- false: the token is in the address only if the address has a placeholder for it (BOT-012).
  append_token boolean not null default true,
  primary key (account_id, id),
  check (token_url is null or (client_id is not null and client_secret is not null and client_auth is not null)),
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
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

-- Access tokens from a provider (BOT-032): the current one, and earlier ones that the provider may
-- still send (BOT-035).
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

-- The latest test event of each connection and the posts it caused (BOT-090). A new test replaces
-- the row.
create table bot_test (
  account_id bigint not null,
  bot_id bigint not null,
  started_at timestamptz not null,
  -- Until then every node accepts posts for the test chat.
  open_until timestamptz not null,
  posts jsonb not null default '[]',
  primary key (account_id, bot_id),
  foreign key (account_id, bot_id) references bot (account_id, id)
);

-- Event webhooks. The name is that of the endpoint (WH-081).
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
  -- Seconds that chat_finished waits for the rating (WH-080).
  rating_wait_s int not null default 60,
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

-- -------------------------------------------------------------------------------------------------
-- Visitors
-- -------------------------------------------------------------------------------------------------

create table visitor (
  account_id bigint not null,
  -- Number in the account, shown to operators.
  number bigint not null,
  id bigint not null,
  -- The channel on which the visitor was first seen. A customer is unique per channel (CH-042).
  source bigint not null,
  customer text not null,
  -- The customer's id as it was last received, as a JSON literal (CH-043).
  recipient text not null,
  version bigint not null default 0,
  -- The entity of API-030 without its number.
  body text not null,
  -- Text of the latest shown invitation (CH-048).
  invite text,
  primary key (account_id, number)
);
create unique index visitor_id on visitor (account_id, id);
create unique index visitor_customer on visitor (account_id, source, customer);

-- Values of setUserToken (WG-046). They are never part of an entity, an event or a log. Webhooks
-- and the block list read them.
create table user_token (
  account_id bigint not null,
  visitor_id bigint not null,
  token text not null,
  updated_at timestamptz not null,
  primary key (account_id, visitor_id)
);

-- Visits of sites with a widget. The widget edge writes them beside the journal.
create table visit (
  account_id bigint not null,
  id bigint generated always as identity,
  visitor_id bigint not null,
  channel_id bigint not null,
  started_at timestamptz not null,
  last_at timestamptz not null,
  -- Number of page views.
  pages int not null,
  first_url text not null,
  referrer text not null,
  -- The latest pages, newest first: [{"url", "title", "at"}].
  trail jsonb not null,
  -- Session (WH-025). Its address and device are removed before the visit is (addresses_days of
  -- CFG-031).
  session jsonb not null,
  -- Invitations by operators (invitations.per_visit of WG-090).
  invitations int not null default 0,
  primary key (account_id, id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
create index visit_visitor on visit (account_id, visitor_id, started_at desc);

-- The block list (CORE-070). A lifted entry stays.
create table blacklist_entry (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('visitor', 'ip', 'range', 'country', 'email', 'phone', 'user_token', 'customer')),
  -- The form that is compared, and the value as it was entered.
  value text not null,
  shown text not null,
  until timestamptz,
  reason text,
  -- The chat in which the entry was made (API-027).
  chat_id bigint,
  created_by bigint,
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  lifted_by bigint,
  lifted_at timestamptz,
  primary key (account_id, id)
);
create index blacklist_entry_in_force on blacklist_entry (account_id) where lifted_at is null;

-- Addresses whose owners refused further mails of an account (CORE-162), as SHA-256 of the address
-- in lower case.
create table mail_refusal (
  account_id bigint not null references account (id),
  address bytea not null,
  refused_at timestamptz not null,
  primary key (account_id, address)
);

-- -------------------------------------------------------------------------------------------------
-- Chats
-- -------------------------------------------------------------------------------------------------

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
  -- When retention removed the texts (CORE-115). The row and its numbers stay.
  removed_at timestamptz,
  primary key (account_id, id)
) with (fillfactor = 70);
create unique index chat_running on chat (account_id, source, visitor_id) where state <> 'closed';
create index chat_visitor on chat (account_id, visitor_id);
-- Closed chats that nobody accepted, from which missed chats are counted (API-029). No message
-- changes these columns.
create index chat_untaken on chat (account_id, closed_at) where state = 'closed' and assignee is null;

-- Order and counters of the inbox. The journal consumer "activity" maintains the row, so that the
-- columns of chat that every message changes need no index. The row may be behind the journal.
create table chat_activity (
  account_id bigint not null,
  chat_id bigint not null,
  last_at timestamptz not null,
  running boolean not null,
  -- Latest message of a visitor, an operator or a bot. null: none.
  message_at timestamptz,
  -- Numbers of the latest message of the visitor and of an operator. Notes do not count.
  visitor_seq int not null default 0,
  answer_seq int not null default 0,
  -- visitor_messages and shown_seq include the messages up to this number.
  counted_seq int not null default 0,
  -- Messages of the visitor, without those written while blocked (CORE-071).
  visitor_messages int not null default 0,
  -- Number of the message shown in lists (API-021). 0: none.
  shown_seq int not null default 0,
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
-- Chats in which an operator takes part now, counted for the limit of parallel chats.
create index participant_operator on participant (account_id, operator_id) where left_at is null;

-- The last message that an operator has read in a chat (API-029).
create table read_mark (
  account_id bigint not null,
  chat_id bigint not null,
  operator_id bigint not null,
  seq int not null,
  -- Messages of the visitor up to this mark. The difference to chat_activity.visitor_messages is
  -- unread.
  visitor_messages int not null,
  primary key (account_id, chat_id, operator_id)
);

-- Texts that operators are writing. An empty text is a draft that was sent or cleared.
create table draft (
  account_id bigint not null,
  operator_id bigint not null,
  chat_id bigint not null,
  mode text not null check (mode in ('text', 'note')),
  text text not null,
  version bigint not null,
  updated_at timestamptz not null,
  primary key (account_id, operator_id, chat_id, mode)
);
create index draft_age on draft (account_id, operator_id, updated_at);

-- Tags of an account.
create table tag (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz not null default now(),
  managed boolean not null default false,
  primary key (account_id, id)
);
create unique index tag_name on tag (account_id, lower(name));

-- Chats by tag, maintained by a journal consumer. The chat's body contains its tags.
create table chat_tag (
  account_id bigint not null,
  tag_id bigint not null,
  chat_id bigint not null,
  marked_at timestamptz not null,
  primary key (account_id, chat_id, tag_id)
);
create index chat_tag_latest on chat_tag (account_id, tag_id, marked_at desc, chat_id);

-- Notes that mention an operator, maintained by a journal consumer.
create table mention (
  account_id bigint not null,
  operator_id bigint not null,
  chat_id bigint not null,
  seq int not null,
  at timestamptz not null,
  primary key (account_id, operator_id, chat_id, seq)
);
create index mention_latest on mention (account_id, operator_id, at desc);

-- Quick replies (API-041): of one operator, of a department, or of the whole account.
create table canned_reply (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  scope text not null check (scope in ('own', 'department', 'account')),
  operator_id bigint,
  department_id bigint,
  folder text not null,
  shortcut text not null,
  -- BCP 47. Empty: any language.
  language text not null,
  text text not null,
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  check ((scope = 'own') = (operator_id is not null) and (scope = 'department') = (department_id is not null)),
  foreign key (account_id, operator_id) references operator (account_id, id),
  foreign key (account_id, department_id) references department (account_id, id) on delete cascade
);
create unique index canned_reply_shortcut on canned_reply
  (account_id, scope, coalesce(operator_id, 0), coalesce(department_id, 0), lower(shortcut), language);

-- How often an operator used a quick reply. The most used come first.
create table canned_reply_use (
  account_id bigint not null,
  reply_id bigint not null,
  operator_id bigint not null,
  uses int not null,
  primary key (account_id, reply_id, operator_id),
  foreign key (account_id, reply_id) references canned_reply (account_id, id) on delete cascade
);

-- Calls and offline messages. Each change raises the visitor's version, which guards the row
-- (docs/journal.md, section 1).
create table record (
  account_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('call', 'offline_message')),
  visitor_id bigint not null,
  chat_id bigint,
  state text not null,
  version bigint not null default 0,
  created_at timestamptz not null,
  -- The call (CORE-100), or the offline message without its visitor (CORE-110).
  body text not null,
  primary key (account_id, id)
);
create index record_running_call on record (account_id, visitor_id)
  where kind = 'call' and state <> 'end' and state <> 'error';
create index record_list on record (account_id, kind, created_at desc, id desc);
create index record_offline_new on record (account_id, created_at desc, id desc)
  where kind = 'offline_message' and state = 'new';
-- Calls of one visitor, newest first (API-060).
create index record_visitor_call on record (account_id, visitor_id, created_at desc, id desc) where kind = 'call';

-- Uploaded files (CORE-060, CORE-061).
create table file (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- Random part of the public address, and name in the storage.
  token text not null unique,
  -- Name for display.
  name text not null,
  -- Media type, detected from the content.
  type text not null,
  size bigint not null,
  -- Of the content, base64url.
  sha256 text not null,
  width integer,
  height integer,
  -- Bytes of the thumbnail. null: none.
  thumb_size integer,
  storage text not null check (storage in ('disk', 's3')),
  author_kind text not null check (author_kind in ('operator', 'visitor')),
  author_id bigint not null,
  -- storing until all bytes are safe, gone before they are removed. So all stored bytes have a row
  -- after a crash.
  state text not null default 'storing' check (state in ('storing', 'stored', 'gone')),
  -- The chat it was sent in. It is set before the message is written, so only named says that a
  -- message has the file.
  chat_id bigint,
  claimed_at timestamptz,
  named boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index file_unnamed on file (created_at) where not named;
create index file_chat on file (account_id, chat_id) where chat_id is not null;
create index file_age on file (created_at) where state = 'stored';

-- -------------------------------------------------------------------------------------------------
-- Journal and deliveries
-- -------------------------------------------------------------------------------------------------

-- All events of an account, in the order of their commits. docs/journal.md describes it.
create table journal (
  account_id bigint not null,
  position bigint not null,
  at timestamptz not null,
  name text not null,
  channel_id bigint,
  chat_id bigint,
  visitor_id bigint,
  -- Number of a message in its chat. null for all other entries (CORE-040).
  seq int,
  -- For entries with a chat: the number of its last message at that moment.
  chat_seq int,
  author_kind text,
  author_id bigint,
  client_id text,
  -- JSON text, serialised once, without seq and position. The entity of API-022 for messages, else
  -- the data of API-107.
  body text not null,
  primary key (account_id, position)
);
create unique index journal_seq on journal (account_id, chat_id, seq) where seq is not null;
create unique index journal_client on journal (account_id, chat_id, author_kind, author_id, client_id)
  where client_id is not null;

-- Responses of idempotent requests, by scope and key.
create table idempotency (
  account_id bigint not null,
  scope text not null,
  key text not null,
  -- Of the request. Another request with the same key is refused.
  hash bytea not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (account_id, scope, key)
);
create index idempotency_age on idempotency (created_at);

-- The position up to which a durable journal consumer has read an account.
create table cursor (
  reader text not null,
  account_id bigint not null,
  position bigint not null,
  primary key (reader, account_id)
);

-- One row for each entry and endpoint to which it is sent, written together with the entry.
create table delivery (
  account_id bigint not null,
  -- Position of the journal entry.
  position bigint not null,
  endpoint_id bigint not null,
  id bigint not null,
  -- The lane. Deliveries of one lane are sent one after another.
  order_key bigint not null,
  -- Order in the lane: the position, or a later one after "Send again" (CH-086).
  lane_place bigint not null,
  event text not null,
  chat_id bigint,
  seq int,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'dead')),
  -- Finished attempts of the current series, and of all series.
  attempts int not null default 0,
  tries int not null default 0,
  -- Start of the current series. Moved if a restart delayed an attempt (CH-087).
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
-- Failed and dead deliveries (API-050), few among many. delivery_pending already contains the
-- column state, so this index does not make updates slower.
create index delivery_ended on delivery (account_id, state, position desc, endpoint_id desc)
  where state in ('failed', 'dead');
-- Deliveries of an endpoint or event, newest first (API-050). Its columns never change. Ascending,
-- so that its pages are filled one after another.
create index delivery_endpoint on delivery (account_id, endpoint_id, event, position);
-- Deliveries whose response Parlour could not use (API-050), few among many. The codes are
-- unusableCodes of protocol/answer-mark.ts.
create index delivery_not_usable on delivery (account_id, position desc, endpoint_id desc)
  where state = 'delivered' and error_code in ('result_missing', 'result_not_ok', 'answer_in_reply');

-- Queue of deliveries to one endpoint that are sent in order, usually of one chat. A node leases a
-- lane to work on it.
create table lane (
  account_id bigint not null,
  endpoint_id bigint not null,
  order_key bigint not null,
  -- null: idle.
  due_at timestamptz,
  lease_node bigint,
  lease_until timestamptz,
  -- Start of the running attempt, which is recorded as interrupted after a crash (CORE-050).
  started_at timestamptz,
  -- Fencing token, raised by each claim. A worker with an older token writes nothing.
  token bigint not null default 0,
  primary key (account_id, endpoint_id, order_key)
) with (fillfactor = 50);
-- By endpoint, so that a claim skips an endpoint without free places in one step.
create index lane_due on lane (endpoint_id, due_at) where due_at is not null;

-- Attempts of deliveries with their requests and responses.
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
  -- json and not jsonb: they are read as they were stored and never searched.
  request json,
  reply json,
  primary key (account_id, delivery_id, n)
);

-- Content of a webhook delivery. It is stored before the first attempt and sent unchanged again
-- (WH-033). Removed by age.
create table delivery_content (
  account_id bigint not null,
  delivery_id bigint not null,
  headers json not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, delivery_id)
);
create index delivery_content_age on delivery_content (created_at);

-- -------------------------------------------------------------------------------------------------
-- Timers and routing
-- -------------------------------------------------------------------------------------------------

-- When a running chat needs attention next. The journal consumer "timers" maintains the rows. A row
-- may be early but is never late.
create sequence chat_timer_stamp;
create table chat_timer (
  account_id bigint not null,
  chat_id bigint not null,
  due_at timestamptz not null,
  -- New at each change. A worker removes the row only if it still has the stamp that the worker
  -- read.
  stamp bigint not null default nextval('chat_timer_stamp'),
  primary key (account_id, chat_id)
);
create index chat_timer_due on chat_timer (due_at);

-- When a running call ends by itself (CORE-100 – CORE-106). The journal consumer "calls" maintains
-- the rows. A row may be early but is never late.
create sequence call_timer_stamp;
create table call_timer (
  account_id bigint not null,
  call_id bigint not null,
  chat_id bigint not null,
  due_at timestamptz not null,
  -- The telephony server reported the end and will send a recording. The call ends at due_at at the
  -- latest, with this time as its end (CORE-106).
  ended_at timestamptz,
  -- As in chat_timer.
  stamp bigint not null default nextval('call_timer_stamp'),
  primary key (account_id, call_id)
);
create index call_timer_due on call_timer (due_at);

-- Minutes of each finished call (CORE-105).
create table call_use (
  account_id bigint not null references account (id),
  call_id bigint not null,
  minutes int not null,
  at timestamptz not null,
  primary key (account_id, call_id)
);

-- The telephony server of the driver http (CORE-104): its endpoint, and the secret part of the
-- address to which it reports. The secret is sealed and found by its SHA-256.
create table call_driver (
  account_id bigint primary key references account (id),
  endpoint_id bigint not null,
  report_hash bytea not null unique,
  report_secret bytea not null,
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
);

-- When an operator was last offered a chat alone (CORE-033). The operator with the oldest time is
-- next.
create table routing_turn (
  account_id bigint not null references account (id),
  operator_id bigint not null,
  at timestamptz not null,
  primary key (account_id, operator_id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

-- Browsers of operators that receive push notifications. Each belongs to a session and ends with
-- it.
create table push_subscription (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  operator_id bigint not null,
  session_id bigint not null references session (id) on delete cascade,
  endpoint_id bigint not null,
  -- The name that its owner sees. The endpoint has the operator's name in front of it.
  name text not null,
  language text not null check (language in ('en', 'ru')),
  -- Notifications contain the visitor's text.
  show_text boolean not null default false,
  -- Quiet hours {from, to, timezone}. null: none.
  quiet jsonb,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id),
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
);
create unique index push_subscription_session on push_subscription (session_id);
create unique index push_subscription_endpoint on push_subscription (account_id, endpoint_id);
create index push_subscription_operator on push_subscription (account_id, operator_id);

-- The latest self-test of each operator: the checks that failed.
create table self_test (
  account_id bigint not null references account (id),
  operator_id bigint not null,
  at timestamptz not null,
  broken text[] not null,
  primary key (account_id, operator_id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

-- -------------------------------------------------------------------------------------------------
-- Search and reports
-- -------------------------------------------------------------------------------------------------

-- Words of messages (API-070). A journal consumer (journal/subscribers/search-index.ts) writes
-- them, never the write of the message.
--
-- Each lexeme begins with its scope: the account and the position divided by 32,768, both in hex.
-- So a search reads the newest part of the journal first and never touches other accounts or parts,
-- also for a prefix like refund:*. Lexemes that begin with @ are properties of the message: @v,
-- @o7, @b3 its author, @c5 its channel, @f a file. A row without words is an erased message. It is
-- never filled again.
create table search_message (
  account_id bigint not null,
  position bigint not null,
  chat_id bigint not null,
  seq int not null,
  at timestamptz not null,
  words tsvector not null,
  primary key (account_id, position)
);
create index search_message_chat on search_message (account_id, chat_id, position);
-- Without a pending list, because every search would read all of it.
create index search_message_words on search_message using gin (words) with (fastupdate = off);

-- Words of visitors (API-120). A journal consumer (journal/subscribers/visitor-search-index.ts)
-- writes them. chat_id 0 is the profile. Each chat with custom data has a row too, which only
-- operators who may see the chat find. Each lexeme begins with its scope: the account and the
-- visitor's number divided by 8,192, both in hex.
create table search_visitor (
  account_id bigint not null,
  number bigint not null,
  chat_id bigint not null,
  visitor_id bigint not null,
  words tsvector not null,
  primary key (account_id, number, chat_id)
);
create index search_visitor_words on search_visitor using gin (words) with (fastupdate = off);

-- Figures of each chat for the reports (API-074, decision 0016), maintained by the journal consumer
-- "facts". It contains no text and no visitor, so it may outlive an erased chat.
create table chat_fact (
  account_id bigint not null,
  chat_id bigint not null,
  kind text not null check (kind in ('visitor', 'operator', 'blocked')),
  channel_id bigint not null,
  department_id bigint,
  operator_id bigint,
  bot_id bigint,
  begun_at timestamptz not null,
  in_hours boolean not null,
  -- Milliseconds. null: not finished or not answered.
  duration_ms bigint,
  answer_ms bigint,
  missed boolean not null,
  by_bot boolean not null,
  rating text check (rating in ('positive', 'negative')),
  commented boolean not null,
  -- Version and last message of the chat that was counted. An older state never replaces a newer
  -- one.
  chat_version bigint not null,
  last_seq int not null,
  -- The operator whose answer answer_ms measures.
  answered_by bigint,
  -- Operators who wrote to the visitor, in the order of their first message.
  replied_by bigint[] not null default '{}',
  -- Version of the rules that produced the row (core/report/fact.ts). 0: an older row, which is
  -- measured again.
  rules int not null default 0,
  primary key (account_id, chat_id)
);
create index chat_fact_begun on chat_fact (account_id, begun_at desc, chat_id desc);

-- -------------------------------------------------------------------------------------------------
-- Audit log, erasure and retention
-- -------------------------------------------------------------------------------------------------

-- Changes and who made them, in a chain of hashes per account (API-072, docs/reliability.md,
-- section 6). The trigger audit_seal fills chain, n, changes, previous and hash.
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
  result text not null,
  -- The account, or 0 for entries without an account, such as sign-ins with unknown names.
  chain bigint not null,
  -- Number in the chain.
  n bigint not null,
  -- JSON list of changed rows, with the values before and after.
  changes text not null,
  -- Hash of the entry before, and of this entry (function audit_hash).
  previous bytea,
  hash bytea not null
);
create unique index audit_chain on audit (chain, n);

-- The end of each chain, and the entry up to which retention removed it.
create table audit_head (
  account_id bigint primary key,
  n bigint not null default 0,
  hash bytea,
  cut_n bigint not null default 0,
  cut_hash bytea
);

-- Erased visitors (CORE-116): what was removed, and which endpoints had received something. The row
-- outlives the data and contains none of it.
create table erasure (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  visitor_id bigint not null,
  number bigint not null,
  requested_by bigint,
  requested_at timestamptz not null,
  -- null: it continues at the next start or sweep.
  done_at timestamptz,
  -- Removed rows by kind: {"messages": 12, …}.
  counts jsonb not null default '{}',
  -- Requests that may have arrived: [{"endpoint_id", "kind", "name", "url", "count", "first_at",
  -- "last_at"}].
  received jsonb not null default '[]',
  primary key (account_id, id),
  unique (account_id, number)
);
create index erasure_open on erasure (requested_at) where done_at is null;

-- How far the removal by age has come (CORE-115), so that no sweep reads the same rows twice.
-- place: milliseconds since 1970, or a position.
create table retention_mark (
  account_id bigint not null references account (id),
  kind text not null,
  place bigint not null,
  primary key (account_id, kind)
);

-- Ids that an account brought from another installation. They are never issued again (CORE-004).
create table taken_id (
  account_id bigint not null,
  kind text not null check (kind in ('chat', 'visitor')),
  id bigint not null,
  primary key (kind, id)
);

-- -------------------------------------------------------------------------------------------------
-- Row-level security and privileges (docs/journal.md, section 5)
-- -------------------------------------------------------------------------------------------------

grant usage on schema public to parlour_writer, parlour_reader, parlour_search;
grant usage on sequence chat_timer_stamp, call_timer_stamp to parlour_writer;

-- Tables of the installation. Readers never see them.
grant select, insert, update, delete on
  instance, node, migration_cursor, taken_answer, failed_try, widget_file to parlour_writer;

-- Tables of accounts. The writer sees all rows. The reader sees the rows of the account that its
-- transaction names in app.account, and none without it. The subselect makes PostgreSQL read the
-- setting once per query, not once per row.
do $$
declare
  t record;
begin
  for t in
    select c.relname as name, case c.relname when 'account' then 'id' else 'account_id' end as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\_migration%'
      and c.relname <> all (array['instance', 'node', 'migration_cursor', 'taken_answer', 'failed_try', 'widget_file'])
  loop
    execute format('alter table %I enable row level security', t.name);
    execute format('alter table %I force row level security', t.name);
    execute format('grant select, insert, update, delete on %I to parlour_writer', t.name);
    execute format('grant select on %I to parlour_reader', t.name);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t.name);
    execute format('create policy reader on %I for select to parlour_reader
      using (%I = (select nullif(current_setting(''app.account'', true), '''')::bigint))', t.name, t.key);
  end loop;
end $$;

-- Found by a hash before the account is known, so only the writer reads them.
revoke select on session, idempotency from parlour_reader;

-- Ids are added and never changed.
revoke update on taken_id from parlour_writer;

-- Entries of the audit log are added and never changed, and only triggers write the heads of its
-- chains. The owner of the tables, as which the functions of the log run, needs policies because
-- row-level security is forced.
revoke update, delete on audit from parlour_writer;
revoke insert, update, delete on audit_head from parlour_writer;
drop policy writer on audit_head;
create policy writer on audit_head for select to parlour_writer using (true);
do $$
begin
  execute format('create policy keeper on audit to %I using (true) with check (true)', current_user);
  execute format('create policy keeper on audit_head to %I using (true) with check (true)', current_user);
end $$;

-- The functions of the search run as parlour_search (see store/functions/search_find.sql).
grant select on search_message, search_visitor to parlour_search;
create policy search on search_message for select to parlour_search using (true);
create policy search on search_visitor for select to parlour_search using (true);
alter policy reader on search_visitor using (account_id = nullif(current_setting('app.account', true), '')::bigint);
