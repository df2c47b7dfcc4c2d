-- Accounts that move between two installations (CFG-151). The row of an account is at both.
create table account_move (
  account_id bigint primary key,
  -- Number of the move. Both rows of a move have the same.
  id text not null,
  -- At the source: copying, switching (writes are refused until the outcome is known), moved.
  -- At the target: arriving (the account has no row in `account` yet), arrived.
  state text not null check (state in ('copying', 'switching', 'moved', 'arriving', 'arrived')),
  changed_at timestamptz not null default now()
);
alter table account_move enable row level security;
alter table account_move force row level security;
grant select on account_move to parlour_reader;
grant select, insert, update, delete on account_move to parlour_writer;
create policy writer on account_move to parlour_writer using (true) with check (true);
create policy reader on account_move for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Rows that changed after they were copied. The trigger watch_move writes them.
create table moved_row (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  table_name text not null,
  key jsonb not null
);
create index moved_row_account on moved_row (account_id);
alter table moved_row enable row level security;
alter table moved_row force row level security;
grant select on moved_row to parlour_reader;
grant select, insert, update, delete on moved_row to parlour_writer;
create policy writer on moved_row to parlour_writer using (true) with check (true);
create policy reader on moved_row for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Positions that this installation has from another one: a cursor of this epoch up to this position
-- continues here (API-103).
create table earlier_epoch (
  account_id bigint not null,
  epoch text not null,
  position bigint not null,
  primary key (account_id, epoch)
);
alter table earlier_epoch enable row level security;
alter table earlier_epoch force row level security;
grant select on earlier_epoch to parlour_reader;
grant select, insert, update, delete on earlier_epoch to parlour_writer;
create policy writer on earlier_epoch to parlour_writer using (true) with check (true);
create policy reader on earlier_epoch for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Addresses of the installation to which the account moved: {public, webhook, widget}. null: it is
-- here.
alter table account add column moved_to jsonb;

-- Number of this installation among several. Its new ids begin at number * 10,000,000, so that
-- accounts can move without a collision (CFG-152).
alter table instance add column cell integer not null default 0;
