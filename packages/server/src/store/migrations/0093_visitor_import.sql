-- Imports of visitors from CSV files (VI-001).
create table visitor_import (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- The operator who made it, with whose rights it runs.
  operator_id bigint not null,
  -- Name of the file, and its first line.
  name text not null,
  header jsonb not null,
  -- What the columns contain, and the channel of the visitors. null: there is no plan yet.
  targets jsonb,
  channel_id bigint,
  state text not null default 'draft' check (state in ('draft', 'planning', 'planned', 'running', 'done', 'cancelled')),
  -- The node that plans or runs it, and when it last processed rows of it.
  node bigint,
  served_at timestamptz,
  total int not null,
  -- Rows up to this number were processed by the plan or the run.
  processed int not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
create index visitor_import_active on visitor_import (node) where state in ('planning', 'running');

create table visitor_import_row (
  account_id bigint not null,
  import_id bigint not null,
  n int not null,
  -- Line of the file where the row begins.
  line int not null,
  -- null: the visitor was written, or erased.
  cells jsonb,
  -- Key of the visitor in the channel. null: not read yet, invalid, written or erased.
  customer text,
  result text check (result in ('create', 'update', 'unchanged', 'refused')),
  -- Why the row is refused, in which column, and in words.
  code text,
  column_number int,
  message text,
  primary key (account_id, import_id, n),
  foreign key (account_id, import_id) references visitor_import (account_id, id) on delete cascade
);
create index visitor_import_row_customer on visitor_import_row (account_id, customer) where customer is not null;

alter table visitor_import enable row level security;
alter table visitor_import force row level security;
grant select on visitor_import to parlour_reader;
grant select, insert, update, delete on visitor_import to parlour_writer;
create policy writer on visitor_import to parlour_writer using (true) with check (true);
create policy reader on visitor_import for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table visitor_import_row enable row level security;
alter table visitor_import_row force row level security;
grant select on visitor_import_row to parlour_reader;
grant select, insert, update, delete on visitor_import_row to parlour_writer;
create policy writer on visitor_import_row to parlour_writer using (true) with check (true);
create policy reader on visitor_import_row for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Fields that take values from every source also take those of imports.
update field set sources = sources || array['import']
  where sources @> array['page', 'channel', 'webhook', 'api', 'operator', 'rule', 'form'];
