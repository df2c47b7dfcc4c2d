-- Returns a JSON text with the numbers that a batch assigned. commit_batch calls it for the bodies
-- of entries and for the answers of commands, which contain them.
--
-- Parameters: p_text is a JSON text. Where a number follows, it has the control character U+0001,
-- which no JSON text contains, and a code: 1 (p_seq), 2 (the field "number" of the chat with the
-- comma before it, or nothing if p_chat is null) or 3 (p_visitor).
-- journal/writing/commit/draft-parts.ts writes it.
--
-- Nodes of an earlier build pass texts with placeholders. A number that is null has none there.
create or replace function fill_numbers(p_text text, p_seq bigint, p_chat bigint, p_visitor bigint) returns text
language sql immutable parallel safe as $$
  select case when strpos(p_text, E'\x01') > 0 then
    replace(replace(replace(p_text, E'\x01' || '1', coalesce(p_seq::text, 'null')), E'\x01' || '2', coalesce(',"number":' || p_chat, '')), E'\x01' || '3', coalesce(p_visitor::text, 'null'))
  else
    replace(replace(replace(p_text, '"seq":null,"number":0,', '"seq":null,' || coalesce('"number":' || p_chat || ',', '')),
      '"seq":null', coalesce('"seq":' || p_seq, '"seq":null')), '"number":null', coalesce('"number":' || p_visitor, '"number":null'))
  end
$$;
