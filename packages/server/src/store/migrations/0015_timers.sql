-- When a running chat falls due next (decision 0073). The reader `timers` keeps the rows; a row may be early, never late.
create sequence chat_timer_stamp;
create table chat_timer (
  account_id bigint not null,
  chat_id bigint not null,
  due_at timestamptz not null,
  -- Another one at each change: who looked at the chat removes only the row that he read.
  stamp bigint not null default nextval('chat_timer_stamp'),
  primary key (account_id, chat_id)
);
create index chat_timer_due on chat_timer (due_at);
-- What is older than bots holds nothing for these readers.
insert into cursor (reader, account_id, position)
  select r.reader, h.account_id, h.position from account_head h, (values ('timers'), ('bot_gone')) r (reader);

grant usage on sequence chat_timer_stamp to parlour_writer;
grant select, insert, update, delete on chat_timer to parlour_writer;
grant select on chat_timer to parlour_reader;
alter table chat_timer enable row level security;
alter table chat_timer force row level security;
create policy writer on chat_timer to parlour_writer using (true) with check (true);
create policy reader on chat_timer for select to parlour_reader using (account_id = nullif(current_setting('app.account', true), '')::bigint);
