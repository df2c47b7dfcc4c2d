-- Addresses whose owners asked an account to send them no more mail (CORE-162), as SHA-256 of the address in lower case.
create table mail_refusal (
  account_id bigint not null references account (id),
  address bytea not null,
  refused_at timestamptz not null,
  primary key (account_id, address)
);
alter table mail_refusal enable row level security;
alter table mail_refusal force row level security;
create policy writer on mail_refusal to parlour_writer using (true) with check (true);
create policy reader on mail_refusal for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
grant select, insert, update, delete on mail_refusal to parlour_writer;
grant select on mail_refusal to parlour_reader;
