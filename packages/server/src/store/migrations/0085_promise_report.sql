-- Promises to visitors, for the report (PROM-014). Written by the consumer "promise_facts". It
-- contains no text and no visitor, so it may outlive an erased chat.
create table promise_fact (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  chat_id bigint not null,
  made_at timestamptz not null,
  until timestamptz not null,
  -- 'closed': the chat was closed before `until`. 'withdrawn': replaced or taken back.
  state text not null check (state in ('running', 'kept', 'broken', 'closed', 'withdrawn')),
  -- When an operator answered, in time or late. null: not yet.
  answered_at timestamptz,
  -- Position of the journal entry from which the state is. Earlier entries may come again.
  position bigint not null,
  primary key (account_id, id)
);
create unique index promise_fact_chat on promise_fact (account_id, chat_id, made_at);
create index promise_fact_made on promise_fact (account_id, made_at desc, id desc);

-- Replies that were not written, because another operator had answered meanwhile (API-523).
create table crossed_reply (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  chat_id bigint not null,
  -- The author of the reply.
  operator_id bigint not null,
  -- Id of the reply in the client, so that a repeated request counts once.
  client_id text,
  crossed_at timestamptz not null,
  primary key (account_id, id)
);
create unique index crossed_reply_client on crossed_reply (account_id, chat_id, operator_id, client_id);
create index crossed_reply_time on crossed_reply (account_id, crossed_at desc, id desc);

alter table promise_fact enable row level security;
alter table promise_fact force row level security;
grant select on promise_fact to parlour_reader;
grant select, insert, update, delete on promise_fact to parlour_writer;
create policy writer on promise_fact to parlour_writer using (true) with check (true);
create policy reader on promise_fact for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table crossed_reply enable row level security;
alter table crossed_reply force row level security;
grant select on crossed_reply to parlour_reader;
grant select, insert, update, delete on crossed_reply to parlour_writer;
create policy writer on crossed_reply to parlour_writer using (true) with check (true);
create policy reader on crossed_reply for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- The consumer begins with the next entry instead of reading the whole journal.
insert into cursor (reader, account_id, position)
  select 'promise_facts', a.account_id, coalesce((
    select e.position from journal e where e.account_id = a.account_id order by e.position desc limit 1), 0)
  from account_head a;
