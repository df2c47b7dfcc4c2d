-- SLA policies: when chats must be answered and closed (SLA-001). `place` is their order.
create table sla_policy (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  -- The chats of the policy, as the service API has the condition.
  condition jsonb not null,
  -- Seconds until a chat is late. null: the policy does not have this target.
  first_reply_s integer,
  next_reply_s integer,
  close_s integer,
  -- `always`, or `working`: only the working hours count that apply to the chat.
  hours text not null,
  -- Used part of the time from which a chat is at risk.
  at_risk_percent integer not null,
  place integer not null,
  managed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index sla_policy_name on sla_policy (account_id, lower(name));

-- The consumer begins with the next entry instead of reading the whole journal.
insert into cursor (reader, account_id, position)
  select 'sla', a.account_id, coalesce((
    select e.position from journal e where e.account_id = a.account_id order by e.position desc limit 1), 0)
  from account_head a;

alter table sla_policy enable row level security;
alter table sla_policy force row level security;
grant select on sla_policy to parlour_reader;
grant select, insert, update, delete on sla_policy to parlour_writer;
create policy writer on sla_policy to parlour_writer using (true) with check (true);
create policy reader on sla_policy for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
