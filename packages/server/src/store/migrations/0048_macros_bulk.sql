-- Named lists of actions on a chat (ACT-020): of one operator, of a department, or of the account.
create table macro (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  -- The actions (ACT-010), as the service API has them.
  actions jsonb not null,
  audience text not null check (audience in ('me', 'department', 'all')),
  department_id bigint,
  -- The operator who created it. null: the provisioning file. Only they use one of audience 'me'.
  owner_id bigint,
  managed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check (audience <> 'me' or owner_id is not null),
  check ((audience = 'department') = (department_id is not null)),
  foreign key (account_id, owner_id) references operator (account_id, id),
  foreign key (account_id, department_id) references department (account_id, id) on delete cascade
);
-- Names are unique among the shared macros, and among those of each operator.
create unique index macro_name on macro
  (account_id, (case when audience = 'me' then owner_id else 0 end), lower(name));

-- Actions on many chats, which a node runs in the background (ACT-030).
create table bulk_action (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- The operator in whose name and with whose rights the actions run.
  operator_id bigint not null,
  -- The node that runs it.
  node bigint not null,
  actions jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  total integer not null,
  processed integer not null default 0,
  refused integer not null default 0,
  -- When chats of it began last, so that several take turns.
  served_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index bulk_action_running on bulk_action (node) where state = 'running';

create table bulk_chat (
  account_id bigint not null,
  bulk_id bigint not null,
  n integer not null,
  chat_id bigint not null,
  began_at timestamptz,
  -- Results of the actions. null: not processed. []: unknown.
  results jsonb,
  primary key (account_id, bulk_id, n),
  foreign key (account_id, bulk_id) references bulk_action (account_id, id) on delete cascade
);

alter table macro enable row level security;
alter table macro force row level security;
grant select on macro to parlour_reader;
grant select, insert, update, delete on macro to parlour_writer;
create policy writer on macro to parlour_writer using (true) with check (true);
create policy reader on macro for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table bulk_action enable row level security;
alter table bulk_action force row level security;
grant select on bulk_action to parlour_reader;
grant select, insert, update, delete on bulk_action to parlour_writer;
create policy writer on bulk_action to parlour_writer using (true) with check (true);
create policy reader on bulk_action for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table bulk_chat enable row level security;
alter table bulk_chat force row level security;
grant select on bulk_chat to parlour_reader;
grant select, insert, update, delete on bulk_chat to parlour_writer;
create policy writer on bulk_chat to parlour_writer using (true) with check (true);
create policy reader on bulk_chat for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
