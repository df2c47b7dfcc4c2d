-- Finished texts and states of list rows (docs/decisions/0139-list-rows-as-text.md).

-- The part of a list row that depends on the chat and its visitor only, as finished JSON. Triggers
-- write it in the transaction that changes the chat or the visitor (functions/write_chat_text.sql).
-- A chat without a row has not been written since this step; lists then build its text.
--
-- Its own table, because each message updates the row of chat_activity.
create table chat_text (
  account_id bigint not null,
  chat_id bigint not null,
  -- As functions/build_chat_text.sql builds it.
  body text not null,
  primary key (account_id, chat_id)
  -- A text of up to 4 kB is neither compressed nor stored apart, so that a list reads one row.
) with (fillfactor = 80, toast_tuple_target = 4080);
alter table chat_text enable row level security;
alter table chat_text force row level security;
grant select, insert, update, delete on chat_text to parlour_writer;
grant select on chat_text to parlour_reader;
create policy writer on chat_text to parlour_writer using (true) with check (true);
create policy reader on chat_text for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table chat_activity
  -- Message shown_seq as JSON, without its delivery. null: long, erased or not known; lists then
  -- read it from the journal.
  add column shown_body text,
  -- The last erased message. It and those before it are never stored in shown_body.
  add column erased_seq int not null default 0,
  -- State of the chat. Triggers write it with the chat. null: the chat has not been written since
  -- this step; counters then read the chat.
  add column state text;
alter table chat_activity set (toast_tuple_target = 4080);
