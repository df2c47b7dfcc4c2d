-- Older chats in the order in which 0043_chat_numbers.batches.sql numbers them. It is empty after
-- that step.
create index concurrently chat_unnumbered on chat (account_id, created_at, id) where number is null;
