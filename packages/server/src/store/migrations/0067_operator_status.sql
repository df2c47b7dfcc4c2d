-- Statuses of the account, which operators choose instead of online or away (STATUS-001).
create table operator_status (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  emoji text,
  counts_as text not null check (counts_as in ('online', 'away')),
  -- How long it lasts, or the time of day at which it ends. Both null: until it is changed.
  ends_after_s integer,
  ends_at text,
  managed boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index operator_status_name on operator_status (account_id, lower(name));

-- The chosen status, in addition to chosen_presence, which is what it counted as. Without an
-- end, it lasts until the operator changes it. It may be deleted: presence and end stay.
alter table operator add column status_id bigint;
alter table operator add column status_until timestamptz;
alter table operator add column status_comment text;

alter table operator_status enable row level security;
alter table operator_status force row level security;
grant select on operator_status to parlour_reader;
grant select, insert, update, delete on operator_status to parlour_writer;
create policy writer on operator_status to parlour_writer using (true) with check (true);
create policy reader on operator_status for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
