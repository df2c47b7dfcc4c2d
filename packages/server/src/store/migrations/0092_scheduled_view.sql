-- The saved view whose chats are emailed (REP-008). Other reports have null.
alter table scheduled_report add column view_id bigint;
