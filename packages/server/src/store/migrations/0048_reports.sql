-- What reports count of each chat (API-074, decision 0016): one row per chat, kept by the reader `facts` off the accepting path. It holds no word of
-- anybody and no visitor, so it may outlive a chat that was erased.
create table chat_fact (
  account_id bigint not null,
  chat_id bigint not null,
  kind text not null check (kind in ('visitor', 'operator', 'blocked')),
  channel_id bigint not null,
  department_id bigint,
  operator_id bigint,
  bot_id bigint,
  begun_at timestamptz not null,
  in_hours boolean not null,
  -- Milliseconds; null: not yet, or never.
  duration_ms bigint,
  answer_ms bigint,
  missed boolean not null,
  by_bot boolean not null,
  rating text check (rating in ('positive', 'negative')),
  commented boolean not null,
  -- The chat as it was when this was found out: what is older never replaces it.
  chat_version bigint not null,
  last_seq int not null,
  primary key (account_id, chat_id)
);
create index chat_fact_begun on chat_fact (account_id, begun_at desc, chat_id desc);

grant select, insert, update, delete on chat_fact to parlour_writer;
grant select on chat_fact to parlour_reader;
alter table chat_fact enable row level security;
alter table chat_fact force row level security;
create policy writer on chat_fact to parlour_writer using (true) with check (true);
create policy reader on chat_fact for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
