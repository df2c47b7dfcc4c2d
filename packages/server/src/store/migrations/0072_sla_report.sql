-- Views list first what is due first (SLA-022).
alter table view drop constraint view_sort_check,
  add constraint view_sort_check check (sort in ('activity', 'created', 'due'));

-- What policies demanded of each chat, for the report (SLA-030). Written by the consumer "sla". It
-- contains no text and no visitor, so it may outlive an erased chat.
create table sla_fact (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  chat_id bigint not null,
  target text not null,
  -- The message from which a next reply was due. 0: another target, which a chat has once.
  seq int not null,
  -- The policy that applied last. It may be deleted.
  policy_id bigint not null,
  at_risk_at timestamptz not null,
  due_at timestamptz not null,
  -- When the answer came or the chat was closed. null: not yet.
  ended_at timestamptz,
  primary key (account_id, id)
);
create unique index sla_fact_chat on sla_fact (account_id, chat_id, target, seq);
-- A fact counts when it was decided: met, or else due. `least` ignores null.
create index sla_fact_decided on sla_fact (account_id, (least(ended_at, due_at)) desc, id desc);

alter table sla_fact enable row level security;
alter table sla_fact force row level security;
grant select on sla_fact to parlour_reader;
grant select, insert, update, delete on sla_fact to parlour_writer;
create policy writer on sla_fact to parlour_writer using (true) with check (true);
create policy reader on sla_fact for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
