-- Answers that are sent at a time (LATER-001). A row ends when its message is in the journal.
create table scheduled_message (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  chat_id bigint not null,
  operator_id bigint not null,
  text text not null,
  send_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'failed')),
  -- When a node sends it, or tries again. null: it failed.
  due_at timestamptz,
  -- Attempts since the message was changed last.
  attempts integer not null default 0,
  -- Why it was not sent: code and message.
  error jsonb,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index scheduled_message_due on scheduled_message (due_at) where due_at is not null;
create index scheduled_message_chat on scheduled_message (account_id, chat_id);

alter table scheduled_message enable row level security;
alter table scheduled_message force row level security;
grant select on scheduled_message to parlour_reader;
grant select, insert, update, delete on scheduled_message to parlour_writer;
create policy writer on scheduled_message to parlour_writer using (true) with check (true);
create policy reader on scheduled_message for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
