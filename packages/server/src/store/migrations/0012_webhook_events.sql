-- Departments and texts of webhooks (WH-106, WH-109). Webhooks that exist keep all departments and
-- send no texts of messages.
alter table webhook
  add column all_departments boolean not null default true,
  -- Whether message_created contains the text.
  add column message_text boolean not null default false;

create table webhook_department (
  account_id bigint not null,
  webhook_id bigint not null,
  department_id bigint not null,
  primary key (account_id, webhook_id, department_id),
  foreign key (account_id, webhook_id) references webhook (account_id, id),
  -- A webhook whose last department is deleted receives nothing.
  foreign key (account_id, department_id) references department (account_id, id) on delete cascade
);
alter table webhook_department enable row level security;
alter table webhook_department force row level security;
grant select on webhook_department to parlour_reader;
grant select, insert, update, delete on webhook_department to parlour_writer;
create policy writer on webhook_department to parlour_writer using (true) with check (true);
create policy reader on webhook_department for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
