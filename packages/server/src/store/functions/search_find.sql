-- Returns the newest messages that match, in the account that the transaction names in app.account.
-- None without it.
--
-- Runs as parlour_search: the operator @@ is not leakproof, so under row-level security it would be
-- a filter over all rows of the account and not an index lookup (docs/journal.md, section 5). The
-- inner query has no other condition and cannot use a sequential scan, so every plan uses the
-- index.
--
-- Parameters: query is a tsquery in which ~ stands for the scope (search_scope). Positions are
-- below upper and not below lower. most: maximum number of rows.
-- Result: position, chat, number and time of each message.

-- The role may create objects in the schema only meanwhile.
grant create on schema public to parlour_search;
set local role parlour_search;
create or replace function search_find(query text, upper bigint, lower bigint, most int)
  returns table (place bigint, chat bigint, number int, said_at timestamptz)
  language sql stable security definer rows 200
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set jit = off
as $$
  select f.position, f.chat_id, f.seq, f.at
  from (select nullif(current_setting('app.account', true), '')::bigint as id) a
  cross join lateral generate_series((upper - 1) >> 15, greatest(lower, 0) >> 15, -1) part
  cross join lateral (
    select s.position, s.chat_id, s.seq, s.at
    from (select m.* from search_message m where m.words @@ replace(query, '~', search_scope(a.id, part << 15))::tsquery offset 0) s
    where s.account_id = a.id and s.position < upper and s.position >= lower
    order by s.position desc limit most) f
  limit most
$$;

revoke all on function search_find(text, bigint, bigint, int) from public;
grant execute on function search_find(text, bigint, bigint, int) to parlour_reader;
reset role;
revoke create on schema public from parlour_search;
