-- Imports from other systems (MV-010).
create table move_import (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- The operator who made it, with whose rights it runs.
  operator_id bigint not null,
  system text not null,
  -- Identity of the source: a second import of the same source finds the records of the first.
  source text not null,
  -- Name for display, such as the address.
  name text not null,
  -- Address, tokens and files, sealed. null: they were removed after the end.
  settings bytea,
  state text not null default 'draft'
    check (state in ('draft', 'planning', 'planned', 'running', 'paused', 'done', 'undoing', 'undone')),
  -- What "paused" continues: the plan, the move or the removal.
  paused_state text,
  -- Why it paused by itself: a code, and words of the other system. null: an operator paused it.
  reason text,
  reason_detail text,
  -- What is read: a kind, and where its next page begins. null: from the start.
  read_kind text,
  read_cursor text,
  -- Answer of the other system to the connection.
  source_check jsonb,
  plan jsonb,
  choices jsonb,
  -- Head of the journal before the first record was moved.
  from_position bigint,
  -- Numbers by kind and result.
  counts jsonb not null default '{}',
  -- The node that works on it, and when it last did.
  node bigint,
  served_at timestamptz,
  -- Not before this time, because the other system asked to wait or failed.
  due_at timestamptz,
  failures int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index move_import_active on move_import (node) where state in ('planning', 'running', 'undoing');

-- What a record of another system is here. The messages of a chat have its id and their number.
create table move_record (
  account_id bigint not null,
  source text not null,
  kind text not null,
  source_id text not null,
  -- The import that brought it.
  import_id bigint not null,
  -- null: it has no place here.
  target_id bigint,
  seq int,
  -- Key of a visitor in the channel of the import, and the channel.
  customer text,
  channel_id bigint,
  -- Of the record as it was read last.
  hash text not null,
  -- Version and last message of a chat after the import wrote it. Others show a change since.
  version bigint,
  last_seq int,
  -- Whether the row existed before the import, so that an undo leaves it.
  existed boolean not null default false,
  -- Whether an undo removed the row.
  removed boolean not null default false,
  primary key (account_id, source, kind, source_id)
);
create index move_record_import on move_record (account_id, import_id, kind);
create index move_record_target on move_record (account_id, target_id) where kind in ('person', 'chat');

-- Records that could not be imported completely.
create table move_problem (
  account_id bigint not null,
  import_id bigint not null,
  n bigint generated always as identity,
  kind text not null,
  source_id text not null,
  code text not null,
  detail text,
  -- Whether the plan found it, or the move.
  is_plan boolean not null,
  primary key (account_id, import_id, is_plan, kind, source_id, code),
  foreign key (account_id, import_id) references move_import (account_id, id) on delete cascade
);
create index move_problem_order on move_problem (account_id, import_id, n);

alter table move_import enable row level security;
alter table move_import force row level security;
grant select on move_import to parlour_reader;
grant select, insert, update, delete on move_import to parlour_writer;
create policy writer on move_import to parlour_writer using (true) with check (true);
create policy reader on move_import for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table move_record enable row level security;
alter table move_record force row level security;
grant select on move_record to parlour_reader;
grant select, insert, update, delete on move_record to parlour_writer;
create policy writer on move_record to parlour_writer using (true) with check (true);
create policy reader on move_record for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table move_problem enable row level security;
alter table move_problem force row level security;
grant select on move_problem to parlour_reader;
grant select, insert, update, delete on move_problem to parlour_writer;
create policy writer on move_problem to parlour_writer using (true) with check (true);
create policy reader on move_problem for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
