-- Rules that act on chats by themselves (RULE-001). `place` is their order.
create table rule (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  enabled boolean not null,
  -- When it runs, how often, on which chats, and what it does, as the service API has them.
  starts jsonb not null,
  repeats jsonb not null,
  condition jsonb not null,
  actions jsonb not null,
  stop boolean not null,
  place integer not null,
  -- Increases with every change. Runs name it.
  version integer not null default 1,
  -- Journal position when the rule was switched on. Earlier entries do not start it.
  after_position bigint not null,
  switched_on_at timestamptz not null,
  -- Runs in a row of which no action was carried out (RULE-025), and when that switched it off.
  failures integer not null default 0,
  switched_off_at timestamptz,
  managed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index rule_name on rule (account_id, lower(name));

-- Runs of rules on chats (RULE-030). A run is stored before its actions, so that it continues after
-- a crash and is never started twice (RULE-022).
create table rule_run (
  account_id bigint not null,
  id bigint generated always as identity,
  rule_id bigint not null,
  chat_id bigint not null,
  -- What started it: `entry:<position>`, or a lasting state with the time when it began.
  origin text not null,
  version integer not null,
  -- Ids of the rules whose effects led to it, the first one first.
  caused_by bigint[] not null,
  -- Values of the condition's facts, by name.
  facts jsonb not null,
  -- The actions, until they ran.
  actions jsonb,
  state text not null check (state in ('running', 'done', 'stopped', 'unknown')),
  results jsonb not null default '[]',
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, rule_id) references rule (account_id, id) on delete cascade
);
create unique index rule_run_origin on rule_run (account_id, chat_id, rule_id, origin);
create index rule_run_rule on rule_run (account_id, rule_id, id);
create index rule_run_at on rule_run (at);

-- The consumer begins with the next entry instead of reading the whole journal.
insert into cursor (reader, account_id, position)
  select 'rules', a.account_id, coalesce((
    select e.position from journal e where e.account_id = a.account_id order by e.position desc limit 1), 0)
  from account_head a;

alter table rule enable row level security;
alter table rule force row level security;
grant select on rule to parlour_reader;
grant select, insert, update, delete on rule to parlour_writer;
create policy writer on rule to parlour_writer using (true) with check (true);
create policy reader on rule for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table rule_run enable row level security;
alter table rule_run force row level security;
grant select on rule_run to parlour_reader;
grant select, insert, update, delete on rule_run to parlour_writer;
create policy writer on rule_run to parlour_writer using (true) with check (true);
create policy reader on rule_run for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
