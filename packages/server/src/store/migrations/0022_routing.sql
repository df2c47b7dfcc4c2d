-- What routing decides by beside the chat itself (decision 0012); kept by the reader `activity`.
alter table chat_activity
  -- Latest message of a visitor, an operator or a bot; null: none yet.
  add column message_at timestamptz,
  -- Numbers of the visitor's and of an operator's latest message; notes are no answers.
  add column visitor_seq int not null default 0,
  add column answer_seq int not null default 0;
update chat_activity a set message_at = a.last_at,
  visitor_seq = coalesce((select max(j.seq) from journal j
    where j.account_id = a.account_id and j.chat_id = a.chat_id and j.seq is not null and j.author_kind = 'visitor'), 0),
  answer_seq = coalesce((select max(j.seq) from journal j
    where j.account_id = a.account_id and j.chat_id = a.chat_id and j.seq is not null and j.author_kind = 'operator'
      and strpos(j.body, '"kind":"note"') = 0), 0)
  where a.running;

-- When operators were last asked alone for a chat (CORE-033): whose turn is longest ago comes first.
create table routing_turn (
  account_id bigint not null references account (id),
  operator_id bigint not null,
  at timestamptz not null,
  primary key (account_id, operator_id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
grant select, insert, update, delete on routing_turn to parlour_writer;
grant select on routing_turn to parlour_reader;
alter table routing_turn enable row level security;
alter table routing_turn force row level security;
create policy writer on routing_turn to parlour_writer using (true) with check (true);
create policy reader on routing_turn for select to parlour_reader using (account_id = nullif(current_setting('app.account', true), '')::bigint);
