-- The latest test event of each bot connection and what its provider posted for it (BOT-090). One row per connection: a new test replaces it.
create table bot_test (
  account_id bigint not null,
  bot_id bigint not null,
  started_at timestamptz not null,
  -- Posts for the test chat are accepted until then, on every node.
  open_until timestamptz not null,
  posts jsonb not null default '[]',
  primary key (account_id, bot_id),
  foreign key (account_id, bot_id) references bot (account_id, id)
);

grant select, insert, update, delete on bot_test to parlour_writer;
grant select on bot_test to parlour_reader;
alter table bot_test enable row level security;
alter table bot_test force row level security;
create policy writer on bot_test to parlour_writer using (true) with check (true);
create policy reader on bot_test for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
