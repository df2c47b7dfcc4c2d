-- Returns a JSON text with the numbers that a batch assigned. commit_batch calls it for the bodies
-- of entries and for the answers of commands, which contain them.
--
-- Parameters: p_text is a JSON text without such numbers, or a JSON array of its parts: texts, and
-- between them 1 (p_seq), 2 (the field "number" of the chat with the comma before it, or nothing if
-- p_chat is null) or 3 (p_visitor). journal/writing/commit/draft-parts.ts writes the parts.
--
-- Nodes of an earlier build pass texts with placeholders. A number that is null has none there.
create or replace function fill_numbers(p_text text, p_seq bigint, p_chat bigint, p_visitor bigint) returns text
language plpgsql immutable parallel safe as $$
declare
  filled text;
begin
  if left(p_text, 1) = '[' then
    return (select string_agg(case q.part::text when '1' then coalesce(p_seq::text, 'null') when '2' then ',"number":' || p_chat when '3' then coalesce(p_visitor::text, 'null') else q.part #>> '{}' end, '' order by q.n)
      from json_array_elements(p_text::json) with ordinality q(part, n));
  end if;
  filled := replace(p_text, '"seq":null,"number":0,', '"seq":null,' || coalesce('"number":' || p_chat || ',', ''));
  filled := coalesce(replace(filled, '"seq":null', '"seq":' || p_seq), filled);
  return coalesce(replace(filled, '"number":null', '"number":' || p_visitor), filled);
end $$;
