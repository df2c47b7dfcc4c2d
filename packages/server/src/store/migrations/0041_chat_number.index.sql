-- Finds the chat of a number.
create unique index concurrently chat_number on chat (account_id, number) where number is not null;
