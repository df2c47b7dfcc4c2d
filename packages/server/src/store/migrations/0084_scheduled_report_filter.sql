-- Day of weekly reports, the operators who get them, and the filters of the report (REP-001).
alter table scheduled_report
  add column weekday text not null default 'mon',
  add column recipient_operators bigint[] not null default '{}',
  add column channel_id bigint,
  add column department_id bigint,
  add column operator_id bigint;
