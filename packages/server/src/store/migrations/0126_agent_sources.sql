-- What agents answer from (AGENT-027).
alter table agent
  -- Sections whose articles it answers from. null: all.
  add column sections bigint[],
  -- Whether it also answers from the quick replies that are marked for agents.
  add column quick_replies boolean not null default true;
alter table canned_reply
  -- Whether agents answer from it. Not with the scope own.
  add column for_agents boolean not null default false;
create index canned_reply_for_agents on canned_reply (account_id) where for_agents;
