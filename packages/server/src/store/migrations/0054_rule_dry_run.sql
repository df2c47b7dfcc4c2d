-- Tries of rules on the past (RULE-050). They have no effect, so a node that takes one over begins
-- it again.
create table rule_dry_run (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- The node that runs it.
  node bigint not null,
  -- The rule as it was given, and from when on entries are read.
  rule jsonb not null,
  since timestamptz not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  -- Entries of the journal.
  total bigint not null default 0,
  processed bigint not null default 0,
  -- How often the rule would have run, and the first chats.
  matched bigint not null default 0,
  chats bigint[] not null default '{}',
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index rule_dry_run_running on rule_dry_run (node) where state = 'running';

alter table rule_dry_run enable row level security;
alter table rule_dry_run force row level security;
grant select on rule_dry_run to parlour_reader;
grant select, insert, update, delete on rule_dry_run to parlour_writer;
create policy writer on rule_dry_run to parlour_writer using (true) with check (true);
create policy reader on rule_dry_run for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
