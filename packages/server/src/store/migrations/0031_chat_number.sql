-- One short number per chat, by which people name it (docs/decisions/0187-one-chat-number.md).
alter table chat
  -- Counts from 1 in the account. commit_batch assigns it with the row. null: an older chat that
  -- 0043_chat_numbers.batches.sql has not reached.
  add column number bigint;

alter table account_head
  -- Last assigned number of a chat. null: the account has older chats without a number, and new
  -- ones wait with them, so that the numbers have the order of the chats.
  add column chats bigint;
alter table account_head alter column chats set default 0;
update account_head h set chats = 0 where not exists (select from chat c where c.account_id = h.account_id);
