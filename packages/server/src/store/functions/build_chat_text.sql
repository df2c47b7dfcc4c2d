-- Returns the part of a list row that depends on the chat and its visitor only (API-020): JSON
-- without its opening brace. Before it, a list writes the brace, and the fields that the reading
-- operator and the messages decide. `assignment` is null in lists, so the stored one is left out.
--
-- Parameters: bodies of chat and visitor, and their numbers. A chat without a number has no such
-- field.
create or replace function build_chat_text(chat text, visitor text, visitor_number bigint, chat_number bigint default null) returns text language sql immutable parallel safe as $$
  select coalesce('"number":' || chat_number || ',', '') || '"visitor":{"number":' || visitor_number || ',' || substr(visitor, 2) || ','
    || substr(case when strpos(chat, '"assignment":') > 0 then (chat::jsonb - 'assignment')::text else chat end, 2)
$$;
