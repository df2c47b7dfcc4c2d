-- An account that receives the event webhooks of its old system during a trial (MV-070).
create table parallel_run (
  account_id bigint primary key references account (id),
  -- The import to which the chats belong. Its identity of the source finds them in a later import.
  import_id bigint not null,
  -- Secret of the address that the old system calls, sealed, and its hash.
  secret bytea not null,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  received bigint not null default 0,
  refused bigint not null default 0,
  -- Why the last event was refused. null: none was.
  refused_reason text,
  last_event_at timestamptz,
  -- The node that moves the events.
  node bigint,
  foreign key (account_id, import_id) references move_import (account_id, id) on delete cascade
);

-- Events that are not moved yet.
create table parallel_event (
  account_id bigint not null references parallel_run (account_id) on delete cascade,
  n bigint generated always as identity,
  received_at timestamptz not null,
  body jsonb not null,
  primary key (account_id, n)
);

-- What the old system said about each chat. No texts, names or addresses.
create table parallel_chat (
  account_id bigint not null references parallel_run (account_id) on delete cascade,
  -- Id in the old system.
  chat text not null,
  first_event_at timestamptz not null,
  -- null: it runs there, or its end did not arrive.
  finished_at timestamptz,
  messages int,
  rating text,
  first_answer_ms int,
  -- From the end there until the chat was here. null: it is not here.
  delay_ms int,
  primary key (account_id, chat)
);
create index parallel_chat_time on parallel_chat (account_id, first_event_at);

alter table parallel_run enable row level security;
alter table parallel_run force row level security;
grant select on parallel_run to parlour_reader;
grant select, insert, update, delete on parallel_run to parlour_writer;
create policy writer on parallel_run to parlour_writer using (true) with check (true);
create policy reader on parallel_run for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table parallel_event enable row level security;
alter table parallel_event force row level security;
grant select on parallel_event to parlour_reader;
grant select, insert, update, delete on parallel_event to parlour_writer;
create policy writer on parallel_event to parlour_writer using (true) with check (true);
create policy reader on parallel_event for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table parallel_chat enable row level security;
alter table parallel_chat force row level security;
grant select on parallel_chat to parlour_reader;
grant select, insert, update, delete on parallel_chat to parlour_writer;
create policy writer on parallel_chat to parlour_writer using (true) with check (true);
create policy reader on parallel_chat for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
