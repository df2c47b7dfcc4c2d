-- A first answer is measured by the hours as they were when it came, and so is whether a chat began within them (API-074): what the same rules have
-- found out stays when a chat is looked at again.
alter table chat_fact
  -- Number of the rules by which this was found out (core/report/fact.ts); 0: of a time before it was noted, measured once more.
  add column rules int not null default 0;
