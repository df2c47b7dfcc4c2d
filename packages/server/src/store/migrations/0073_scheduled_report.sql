-- Tables of reports that are emailed every day, week or month (REP-001).
create table scheduled_report (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  -- The table of the report, as in the export.
  report text not null,
  format text not null,
  -- `day`, `week` or `month`. The report of a period is sent on the day after it.
  every text not null,
  -- `08:00` in the zone of the account's working hours.
  "time" text not null,
  recipients text[] not null,
  enabled boolean not null,
  -- The operator with whose rights it is made. null: the provisioning file set it.
  owner_id bigint,
  -- When it was changed last. Times before that are not made up for.
  updated_at timestamptz not null,
  managed boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index scheduled_report_name on scheduled_report (account_id, lower(name));

-- The run of each period, which exists once (REP-003).
create table scheduled_report_run (
  account_id bigint not null,
  report_id bigint not null,
  first_day date not null,
  last_day date not null,
  at timestamptz not null,
  -- The email. null: none was written, because of `error`.
  delivery_id bigint,
  error text,
  primary key (account_id, report_id, last_day, first_day),
  foreign key (account_id, report_id) references scheduled_report (account_id, id) on delete cascade
);
create index scheduled_report_run_delivery on scheduled_report_run (account_id, delivery_id);

alter table scheduled_report enable row level security;
alter table scheduled_report force row level security;
grant select on scheduled_report to parlour_reader;
grant select, insert, update, delete on scheduled_report to parlour_writer;
create policy writer on scheduled_report to parlour_writer using (true) with check (true);
create policy reader on scheduled_report for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table scheduled_report_run enable row level security;
alter table scheduled_report_run force row level security;
grant select on scheduled_report_run to parlour_reader;
grant select, insert, update, delete on scheduled_report_run to parlour_writer;
create policy writer on scheduled_report_run to parlour_writer using (true) with check (true);
create policy reader on scheduled_report_run for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
