-- What operators can do, and what departments demand of those who take their chats (CORE-397).
alter table operator
  -- BCP 47 tags.
  add column languages text[] not null default '{}',
  add column skills text[] not null default '{}';
alter table department
  add column match_language boolean not null default false,
  add column skills text[] not null default '{}';
