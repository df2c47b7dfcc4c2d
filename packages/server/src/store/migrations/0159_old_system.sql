-- The old system behind a channel during a trial (MV-080). It gets the messages of visitors at an
-- endpoint of kind `old_system`, and posts its answers to an address of ours.
alter table endpoint
  drop constraint endpoint_kind_check,
  add constraint endpoint_kind_check
    check (kind in ('channel', 'bot', 'webhook', 'push', 'call', 'mail', 'model', 'old_system'));

create table old_system (
  account_id bigint primary key references account (id),
  channel_id bigint not null,
  endpoint_id bigint not null,
  -- Secret of the address for its answers, sealed, and its hash.
  secret bytea not null,
  secret_hash bytea not null unique,
  operators_answer boolean not null,
  chats_ring boolean not null,
  created_at timestamptz not null,
  foreign key (account_id, channel_id) references channel (account_id, id),
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
);

alter table old_system enable row level security;
alter table old_system force row level security;
grant select on old_system to parlour_reader;
grant select, insert, update, delete on old_system to parlour_writer;
create policy writer on old_system to parlour_writer using (true) with check (true);
create policy reader on old_system for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
