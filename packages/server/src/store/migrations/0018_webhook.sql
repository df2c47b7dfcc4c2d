-- Deliveries whose entry names no chat (changes of a visitor, calls) learn it with their first request. Those that were given up before
-- count in `Parlour-Seq` all the same (WH-003): they still stand in the lane of their chat. Few rows are ever in it.
create index delivery_chatless on delivery (account_id, endpoint_id, order_key, position) where chat_id is null;
