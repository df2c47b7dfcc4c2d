-- Returns the newest visitors that match, in the account that the transaction names in app.account.
-- Runs as parlour_search for the reason that search_find gives.
--
-- Parameters: query is a tsquery in which ~ stands for the scope (search_visitor_scope). most:
-- maximum number of rows.
-- Result: number of the visitor, chat (0: the profile), and id of the visitor.

-- The role may create objects in the schema only meanwhile.
grant create on schema public to parlour_search;
set local role parlour_search;
create or replace function search_visitor_find(query text, most int)
  returns table (number bigint, chat bigint, visitor bigint)
  language sql stable security definer rows 200
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set jit = off
as $$
  select f.number, f.chat_id, f.visitor_id
  from (select nullif(current_setting('app.account', true), '')::bigint as id) a
  cross join lateral (select coalesce((select s.number from search_visitor s where s.account_id = a.id order by s.number desc limit 1), -1) as last) top
  cross join lateral generate_series(top.last >> 13, 0, -1) part
  cross join lateral (
    select s.number, s.chat_id, s.visitor_id
    from (select m.* from search_visitor m where m.words @@ replace(query, '~', search_visitor_scope(a.id, part << 13))::tsquery offset 0) s
    where s.account_id = a.id
    order by s.number desc, s.chat_id limit most) f
  limit most
$$;

revoke all on function search_visitor_find(text, int) from public;
grant execute on function search_visitor_find(text, int) to parlour_reader;
reset role;
revoke create on schema public from parlour_search;
