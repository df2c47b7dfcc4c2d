-- Channels of external services: mail, messengers (CON-010). The protocol declares the kinds.
alter table channel
  drop constraint channel_kind_check,
  -- Settings that administrators see, and what the service says about them. null: no connector.
  add column settings jsonb,
  add column info jsonb,
  -- Secrets of the settings: a sealed JSON object.
  add column secrets bytea;
-- A widget has no endpoint, all others have one.
alter table channel drop constraint channel_check1;
alter table channel add constraint channel_endpoint check ((kind = 'widget') = (endpoint_id is null));

-- Ids that services gave to messages (CON-030). An incoming id is stored before the service gets
-- its acknowledgement, so that a repeat is recognised for as long as the message exists.
create table channel_message (
  account_id bigint not null,
  channel_id bigint not null,
  external_id text not null,
  chat_id bigint not null,
  message_id bigint not null,
  -- Number of the message in its chat.
  seq int not null,
  primary key (account_id, channel_id, external_id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
create index channel_message_chat on channel_message (account_id, chat_id, seq);

-- What a connector remembers about its service, such as the number of the last update (CON-031).
create table channel_state (
  account_id bigint not null,
  channel_id bigint not null,
  -- null: nothing.
  state jsonb,
  -- Why nothing can be received now, and since when (CON-041). null: no problem.
  problem text,
  problem_at timestamptz,
  primary key (account_id, channel_id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);

alter table channel_message enable row level security;
alter table channel_message force row level security;
grant select on channel_message to parlour_reader;
grant select, insert, update, delete on channel_message to parlour_writer;
create policy writer on channel_message to parlour_writer using (true) with check (true);
create policy reader on channel_message for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
alter table channel_state enable row level security;
alter table channel_state force row level security;
grant select on channel_state to parlour_reader;
grant select, insert, update, delete on channel_state to parlour_writer;
create policy writer on channel_state to parlour_writer using (true) with check (true);
create policy reader on channel_state for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
