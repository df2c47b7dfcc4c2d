-- Reminders of operators (REM-001). They are plain rows: no decision depends on them.
create table reminder (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- The operator who is reminded.
  operator_id bigint not null,
  created_by bigint not null,
  -- The chat that it is about. null: none. An erasure of the chat deletes the reminder.
  chat_id bigint,
  text text not null,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'due', 'done')),
  -- When a node notifies the operator next. null: not any more.
  notify_at timestamptz,
  -- Attempts to notify the operator since the reminder was changed last.
  attempts integer not null default 0,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id),
  foreign key (account_id, created_by) references operator (account_id, id)
);
create index reminder_notify on reminder (notify_at) where notify_at is not null;
create index reminder_operator on reminder (account_id, operator_id, due_at, id);
create index reminder_chat on reminder (account_id, chat_id) where chat_id is not null;

alter table reminder enable row level security;
alter table reminder force row level security;
grant select on reminder to parlour_reader;
grant select, insert, update, delete on reminder to parlour_writer;
create policy writer on reminder to parlour_writer using (true) with check (true);
create policy reader on reminder for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
