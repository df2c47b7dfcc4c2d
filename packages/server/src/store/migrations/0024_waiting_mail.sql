-- The last email about waiting chats of each operator, so that a flood of chats is announced in few
-- emails (CORE-365).
create table waiting_mail (
  account_id bigint not null,
  operator_id bigint not null,
  -- The delivery that sends or sent it.
  delivery_id bigint not null,
  -- When its text was built. If it is merged, it counts all chats that waited then.
  built_at timestamptz not null,
  is_merged boolean not null,
  primary key (account_id, operator_id),
  foreign key (account_id, operator_id) references operator (account_id, id) on delete cascade
);
alter table waiting_mail enable row level security;
alter table waiting_mail force row level security;
grant select on waiting_mail to parlour_reader;
grant select, insert, update, delete on waiting_mail to parlour_writer;
create policy writer on waiting_mail to parlour_writer using (true) with check (true);
create policy reader on waiting_mail for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
