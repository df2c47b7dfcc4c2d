-- Programs that registered as OAuth clients (MCP-060). They belong to no account and have no
-- secret.
create table application (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- Time at which an operator gave it access, or at which it last refreshed a token. null: never.
  last_used_at timestamptz
);
grant select, insert, update, delete on application to parlour_writer;

-- Access that operators granted to applications (MCP-070).
create table application_grant (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  operator_id bigint not null,
  application_id text not null references application (id),
  -- Names of actions and explicit scopes. The role of the operator limits them at each call.
  scopes text[] not null,
  -- Whether the operator had signed in with two factors.
  strong boolean not null,
  created_at timestamptz not null,
  -- null: no access token was used.
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index application_grant_operator on application_grant (account_id, operator_id);
create index application_grant_application on application_grant (application_id);

-- Codes, access tokens and refresh tokens of grants, as hashes (MCP-063 to MCP-065).
create table application_token (
  hash bytea primary key,
  account_id bigint not null,
  grant_id bigint not null,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  expires_at timestamptz not null,
  -- Codes and refresh tokens are valid once. A second use removes the grant.
  used_at timestamptz,
  -- Only for codes.
  redirect_uri text,
  challenge text,
  foreign key (account_id, grant_id) references application_grant (account_id, id) on delete cascade
);
create index application_token_grant on application_token (account_id, grant_id);
create index application_token_expiry on application_token (expires_at);

alter table application_grant enable row level security;
alter table application_grant force row level security;
grant select on application_grant to parlour_reader;
grant select, insert, update, delete on application_grant to parlour_writer;
create policy writer on application_grant to parlour_writer using (true) with check (true);
create policy reader on application_grant for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Found by a hash before the account is known, so only the writer reads them.
alter table application_token enable row level security;
alter table application_token force row level security;
grant select, insert, update, delete on application_token to parlour_writer;
create policy writer on application_token to parlour_writer using (true) with check (true);
create policy reader on application_token for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
