-- Writes the texts of chats that no trigger has written, as functions/build_chat_text.sql builds
-- them. Without the triggers, which a later step may precede, it writes nothing: the texts would
-- become old.
--
-- The lock of the visitor makes its changes wait until the text is committed, so that their trigger
-- finds the text. A visitor who is being changed is left out, because waiting could be a deadlock.
-- A change of the chat meets the text itself, by its key.
with batch as materialized (
  select c.account_id, c.id, c.visitor_id, c.body from chat c
  where $1::jsonb is null or (c.account_id, c.id) > (($1::jsonb ->> 0)::bigint, ($1::jsonb ->> 1)::bigint)
  order by c.account_id, c.id limit $2
), written as (
  insert into chat_text (account_id, chat_id, body)
  select b.account_id, b.id, '"visitor":{"number":' || v.number || ',' || substr(v.body, 2) || ','
    || substr(case when strpos(b.body, '"assignment":') > 0 then (b.body::jsonb - 'assignment')::text else b.body end, 2)
  from batch b
  cross join lateral (
    select v.body, v.number from visitor v where v.account_id = b.account_id and v.id = b.visitor_id
    offset 0 for share skip locked) v
  where exists (select from pg_trigger t where t.tgrelid = 'chat'::regclass and t.tgname = 'chat_text_changed')
    and exists (select from pg_trigger t where t.tgrelid = 'visitor'::regclass and t.tgname = 'chat_text_visitor')
  order by b.account_id, b.id
  on conflict (account_id, chat_id) do nothing
)
select json_build_array(b.account_id, b.id) as cursor from batch b order by b.account_id desc, b.id desc limit 1
