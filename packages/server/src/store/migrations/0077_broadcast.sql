-- Broadcasts: one message to the visitors of a segment (BC-001).
create table broadcast (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  -- The segment as it was when the broadcast was made. It can be changed or deleted later.
  segment_id bigint not null,
  segment_name text not null,
  condition jsonb not null,
  channel_id bigint not null,
  -- Subject and text, or the template of the service with the values of its parameters.
  content jsonb not null,
  -- Failures among the latest results at which it pauses itself, in percent (BC-021).
  stop_percent int not null,
  -- The operator who made it, with whose rights it runs.
  operator_id bigint not null,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'running', 'paused', 'done', 'cancelled')),
  stopped_by_failures boolean not null default false,
  -- The node that runs it, and when it does so next. null: nothing is to be done.
  node bigint,
  due_at timestamptz,
  -- Visitors with smaller numbers are still to be listed. null: all. 0: none.
  listed_below bigint,
  total int not null default 0,
  processed int not null default 0,
  -- Results of messages that were written before do not count for the failure rate.
  counted_from timestamptz,
  created_at timestamptz not null,
  start_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id),
  foreign key (account_id, channel_id) references channel (account_id, id),
  check ((due_at is not null) = (state in ('scheduled', 'running')))
);
create index broadcast_due on broadcast (node, due_at) where due_at is not null;

-- Visitors of the segment of a broadcast when it started.
create table broadcast_recipient (
  account_id bigint not null,
  broadcast_id bigint not null,
  -- Number and id of the visitor. person_id: the smallest id among the visitors of the person.
  number bigint not null,
  visitor_id bigint not null,
  person_id bigint not null,
  -- The key of the customer in the channel, such as an email address. null: none, or erased.
  address text,
  -- Why the visitor gets no message (BC-011).
  left_out text,
  -- When writing the message began first, and when it was written or refused.
  began_at timestamptz,
  sent_at timestamptz,
  chat_id bigint,
  seq int,
  delivery_id bigint,
  -- Why the message was not written.
  error jsonb,
  primary key (account_id, broadcast_id, number),
  foreign key (account_id, broadcast_id) references broadcast (account_id, id) on delete cascade
);
-- Each person and each address gets one message (BC-010).
create unique index broadcast_recipient_address on broadcast_recipient (account_id, broadcast_id, address) where left_out is null;
create unique index broadcast_recipient_person on broadcast_recipient (account_id, broadcast_id, person_id) where left_out is null;
create index broadcast_recipient_waiting on broadcast_recipient (account_id, broadcast_id, number) where left_out is null and sent_at is null;
create index broadcast_recipient_sent on broadcast_recipient (account_id, broadcast_id, sent_at) where sent_at is not null;
create index broadcast_recipient_visitor on broadcast_recipient (account_id, visitor_id);
create index broadcast_recipient_chat on broadcast_recipient (account_id, chat_id) where chat_id is not null;

alter table broadcast enable row level security;
alter table broadcast force row level security;
grant select on broadcast to parlour_reader;
grant select, insert, update, delete on broadcast to parlour_writer;
create policy writer on broadcast to parlour_writer using (true) with check (true);
create policy reader on broadcast for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table broadcast_recipient enable row level security;
alter table broadcast_recipient force row level security;
grant select on broadcast_recipient to parlour_reader;
grant select, insert, update, delete on broadcast_recipient to parlour_writer;
create policy writer on broadcast_recipient to parlour_writer using (true) with check (true);
create policy reader on broadcast_recipient for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
