-- Returns the blocks of the journal that may have matching messages, in the account that the
-- transaction names in app.account. None without it.
--
-- Runs as parlour_search: the operator @@ is not leakproof, so under row-level security it would be
-- a filter over all rows of the account and not an index lookup (docs/journal.md, section 5). The
-- inner query has no other condition and cannot use a sequential scan, so every plan uses the
-- index.
--
-- Parameters: query is a tsquery in which ~ stands for the scope (search_scope). The ranges of
-- blocks, each of one scope, are firsts to lasts with a further condition each. They are searched
-- one after the other until there are enough blocks. most: maximum number of blocks. step: 1 for
-- ascending order in a range, -1 for descending.

-- The role may create objects in the schema only meanwhile.
grant create on schema public to parlour_search;
set local role parlour_search;
create or replace function search_blocks(query text, conditions text[], firsts bigint[], lasts bigint[], most int, step int)
  returns setof bigint
  language sql stable security definer rows 100
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set jit = off
as $$
  select f.block
  from (select nullif(current_setting('app.account', true), '')::bigint as id) a
  cross join lateral unnest(conditions, firsts, lasts) r(condition, first, last)
  cross join lateral (
    select s.block
    from (
      select b.account_id, b.block from search_block b
      -- As the index search_block_words.
      where replace(b.words || ' #' || (b.block >> 8 & 63)::text, ' ', ' ' || to_hex(b.account_id) || '.' || to_hex(b.block >> 14) || '.')::tsvector
        @@ replace(query || r.condition, '~', search_scope(a.id, r.first))::tsquery
      offset 0) s
    where s.account_id = a.id and s.block >= r.first and s.block <= r.last
    order by s.block * step limit most) f
  limit most
$$;

revoke all on function search_blocks(text, text[], bigint[], bigint[], int, int) from public;
grant execute on function search_blocks(text, text[], bigint[], bigint[], int, int) to parlour_reader;
reset role;
revoke create on schema public from parlour_search;
