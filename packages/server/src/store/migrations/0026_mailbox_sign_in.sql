-- Clients of the installation at providers of mailboxes, for the sign-in with OAuth (CFG-134). The
-- secrets in it are sealed with SECRET_KEY.
alter table instance add column oauth_clients jsonb not null default '[]';

-- Sign-ins to mailboxes that somebody started and has not finished (MAIL-124).
create table mail_sign_in (
  -- SHA-256 of the state, which only the browser of the operator has.
  state bytea primary key,
  account_id bigint not null,
  operator_id bigint not null,
  provider text not null,
  -- The PKCE verifier, sealed.
  verifier bytea not null,
  -- What the set-up needs to continue. It has no password.
  draft text not null,
  -- The channel that signs in again. null: a new channel.
  channel_id bigint,
  expires_at timestamptz not null,
  foreign key (account_id, operator_id) references operator (account_id, id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
create index mail_sign_in_expiry on mail_sign_in (expires_at);

-- Access to mailboxes that people gave. The settings of a channel name it (MAIL-125).
create table mail_grant (
  id text primary key,
  account_id bigint not null references account (id),
  -- Who signed in. null: they were deleted.
  operator_id bigint,
  provider text not null,
  -- Both tokens are sealed. The access token is null while no valid one is known.
  refresh_token bytea not null,
  access_token bytea,
  access_expires_at timestamptz,
  -- Until when one node has the right to refresh. null: no node does.
  lease_until timestamptz,
  -- When the provider refused the refresh token. Somebody must sign in again then.
  refused_at timestamptz,
  created_at timestamptz not null
);
create index mail_grant_account on mail_grant (account_id);

alter table mail_sign_in enable row level security;
alter table mail_sign_in force row level security;
grant select on mail_sign_in to parlour_reader;
grant select, insert, update, delete on mail_sign_in to parlour_writer;
create policy writer on mail_sign_in to parlour_writer using (true) with check (true);
create policy reader on mail_sign_in for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table mail_grant enable row level security;
alter table mail_grant force row level security;
grant select on mail_grant to parlour_reader;
grant select, insert, update, delete on mail_grant to parlour_writer;
create policy writer on mail_grant to parlour_writer using (true) with check (true);
create policy reader on mail_grant for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
