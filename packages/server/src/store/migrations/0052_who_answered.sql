-- Answers count for who gave them, also where a colleague has the chat now (API-074, decision 0106).
alter table chat_fact
  -- Who gave the answer whose time is in answer_ms.
  add column answered_by bigint,
  -- Operators who wrote to the visitor, in the order in which they first did.
  add column replied_by bigint[] not null default '{}';
-- Until the reader has looked at a chat again, and for good where it was erased, the numbers stand as they did.
update chat_fact set answered_by = operator_id, replied_by = array[operator_id] where answer_ms is not null and operator_id is not null;
