-- The segment whose visitors a scheduled report is about (REP-010). null: all visitors.
alter table scheduled_report add column segment_id bigint;
