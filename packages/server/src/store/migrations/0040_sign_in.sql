-- Sign-in with a second step, sessions that their operator can see and end, accounts side by side, OIDC (CORE-013 – CORE-017).

alter table session
  -- What its operator is shown of it, and administrators of the account.
  add column address text not null default '',
  add column user_agent text not null default '',
  add column method text not null default 'password' check (method in ('password', 'passkey', 'oidc')),
  -- It was opened with two factors, or one was set up in it.
  add column strong boolean not null default false,
  -- When the person last proved to be himself; changes of secrets and roles want it fresh (CORE-014).
  add column confirmed_at timestamptz,
  -- Sessions that one browser holds side by side, one per account (CORE-016). It knows the token of one of them at a time.
  add column browser uuid not null default gen_random_uuid();
update session set confirmed_at = created_at;
create unique index session_browser on session (browser, account_id);

alter table operator
  -- RFC 6238, sealed under SECRET_KEY; `pending` until a first code has shown that the device has it.
  add column totp_secret bytea,
  add column totp_pending bytea,
  -- The last time step whose code was taken: no code works twice.
  add column totp_step bigint,
  -- What authenticators know the person by; says nothing about him.
  add column passkey_user bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- Codes for the day on which the device is lost: each works once.
create table recovery_code (
  account_id bigint not null references account (id),
  operator_id bigint not null,
  hash bytea not null,
  primary key (account_id, operator_id, hash),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

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

-- Sign-ins of a known person, refused ones too; kept as long as addresses are (CFG-031).
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

-- From then on nobody works here with a password alone (CORE-013); null: everybody chooses.
alter table account add column second_factor_from timestamptz;

-- CFG-034: who else may say who somebody is, for all accounts: `[{id, name, issuer, client_id, secret, domains, role, account_id, managed}]`,
-- `secret` sealed under SECRET_KEY, in base64.
alter table instance add column oidc jsonb not null default '[]';

do $$
declare
  t text;
begin
  foreach t in array array['recovery_code', 'passkey', 'sign_in'] loop
    execute format('grant select, insert, update, delete on %I to parlour_writer', t);
    execute format('grant select on %I to parlour_reader', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t);
    execute format('create policy reader on %I for select to parlour_reader using (account_id = (select nullif(current_setting(''app.account'', true), '''')::bigint))', t);
  end loop;
end $$;
