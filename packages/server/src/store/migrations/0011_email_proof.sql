-- Codes and proofs of visitors' e-mail addresses (CORE-241), which every node reads. A row is
-- removed when both have expired. Rows contain no address and no code.
create table email_proof (
  account_id bigint not null,
  visitor_id bigint not null,
  -- HMAC of the address in lower case.
  address bytea not null,
  -- HMAC of the latest code. null: it was used.
  code bytea,
  code_expires_at timestamptz not null,
  -- Number of times that a code was entered since this one was sent.
  attempts smallint not null default 0,
  -- Time until which the visitor counts as the owner of the address. null: no code was entered.
  proven_until timestamptz,
  primary key (account_id, visitor_id, address)
);
alter table email_proof enable row level security;
alter table email_proof force row level security;
grant select on email_proof to parlour_reader;
grant select, insert, update, delete on email_proof to parlour_writer;
create policy writer on email_proof to parlour_writer using (true) with check (true);
create policy reader on email_proof for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
