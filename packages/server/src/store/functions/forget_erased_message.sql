-- Trigger function: removes erased and edited messages from the activity of their chats, and the
-- words of their blocks from the search. Nothing else changes messages in the journal. Lists then
-- read the message there, and so does a search until the block has its words again
-- (store/chats/search/index-blocks.ts). The projections may still be about to store the message as
-- it was. So the activity also keeps how far messages were changed, and a block without a row gets
-- one, which they do not replace.
create or replace function forget_erased_message() returns trigger language plpgsql as $$
begin
  update chat_activity a set shown_body = case when a.shown_seq > e.seq then a.shown_body end, erased_seq = greatest(a.erased_seq, e.seq)
    from (select w.account_id, w.chat_id, max(w.seq) as seq from written w where w.seq is not null group by w.account_id, w.chat_id) e
    where a.account_id = e.account_id and a.chat_id = e.chat_id;
  insert into search_block (account_id, block, words, stale)
    select distinct w.account_id, w.position >> 3, ' @+', true
    from written w where w.seq is not null order by 1, 2
    on conflict (account_id, block) do update set words = excluded.words, stale = true;
  return null;
end $$;

create or replace trigger erased_message after update on journal
  referencing new table as written for each statement execute function forget_erased_message();
