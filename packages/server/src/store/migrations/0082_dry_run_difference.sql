-- The stored rule with which a dry run is compared (RULE-054), null without one, and the first
-- chats on which only the tried rule, or only the stored one, would have run.
alter table rule_dry_run
  add column stored_rule jsonb,
  add column added bigint[],
  add column removed bigint[];
