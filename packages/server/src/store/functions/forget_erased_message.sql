-- Trigger function: removes erased and edited messages from the activity of their chats. Nothing
-- else changes messages in the journal, and lists then read the message there. The projection of
-- the activity may still be about to store the message as it was, so the activity also keeps how
-- far messages were changed.
create or replace function forget_erased_message() returns trigger language plpgsql as $$
begin
  update chat_activity a set shown_body = case when a.shown_seq > e.seq then a.shown_body end, erased_seq = greatest(a.erased_seq, e.seq)
    from (select w.account_id, w.chat_id, max(w.seq) as seq from written w where w.seq is not null group by w.account_id, w.chat_id) e
    where a.account_id = e.account_id and a.chat_id = e.chat_id;
  return null;
end $$;

create or replace trigger erased_message after update on journal
  referencing new table as written for each statement execute function forget_erased_message();
