-- Triggers: the account's rules of its site widgets (WG-050 – WG-054, API-041).
create table trigger_rule (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- Order; those that the provisioning file manages stand before the others (CFG-025).
  place int not null,
  name text not null,
  enabled boolean not null,
  once text not null check (once in ('page', 'session', 'visitor', 'always')),
  -- `if` of WG-051; null: always.
  condition jsonb,
  actions jsonb not null,
  -- Widgets; null: all.
  channels bigint[],
  managed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index trigger_rule_name on trigger_rule (account_id, lower(name));
alter table trigger_rule enable row level security;
alter table trigger_rule force row level security;
create policy writer on trigger_rule to parlour_writer using (true) with check (true);
grant select, insert, update, delete on trigger_rule to parlour_writer;
grant select on trigger_rule to parlour_reader;
create policy reader on trigger_rule for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
