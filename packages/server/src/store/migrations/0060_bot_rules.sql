-- When a bot starts a chat (BOT-112). Existing bots start all chats of their channels, as before.
alter table bot
  -- Condition on the new chat, as the service API has it.
  add column condition jsonb not null default '{"all": []}',
  add column hours text not null default 'always' check (hours in ('always', 'inside', 'outside')),
  -- Bots with a higher number are tried first.
  add column precedence integer not null default 0;
