-- Returns the published texts of a language that match best, in the account that the transaction
-- names in app.account (HELP-030). None without it.
--
-- Runs as parlour_search for the reason that search_find gives.
--
-- Parameters: queries are tsqueries, words the words of the search that they stand for, weights the
-- points of a text that has one in its title. asked: number of words of the search. Of the texts
-- whose title matches the tsquery in_title, and of those that match each of the candidates, at most
-- `most` are ranked. Titles have an index of their own: that of all words does not know weights.
-- The words of a text are stored compressed. `|| ''` unpacks them once, and not once per query.
-- Result: points, and the part of the words that the text has, 0 to 1. Best first.

-- The role may create objects in the schema only meanwhile.
grant create on schema public to parlour_search;
set local role parlour_search;
create or replace function article_search_find(tag text, queries text[], words text[], weights float8[], asked int, in_title text, candidates text[], most int)
  returns table (article bigint, points float8, share float8)
  language sql stable security definer rows 300
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set jit = off
as $$
  with term as materialized (
    select t.query::tsquery as query, t.word, t.weight from unnest(queries, words, weights) t (query, word, weight)),
  found as materialized (
    select s.account_id, s.article_id
    from (select nullif(current_setting('app.account', true), '')::bigint as id) a
    cross join lateral (
      select s.account_id, s.article_id
      from (select t.* from article_text t where ts_filter(t.search, '{a}') @@ in_title::tsquery offset 0) s
      where s.account_id = a.id and s.language = tag limit most) s
    union
    select s.account_id, s.article_id
    from (select nullif(current_setting('app.account', true), '')::bigint as id) a
    cross join unnest(candidates) c (query)
    cross join lateral (
      select s.account_id, s.article_id
      from (select t.* from article_text t where t.search @@ c.query::tsquery offset 0) s
      where s.account_id = a.id and s.language = tag limit most) s)
  select f.article_id, r.points * sqrt(r.share), r.share
  from found f
  cross join lateral (
    select t.search || '' as search from article_text t
    where t.account_id = f.account_id and t.article_id = f.article_id and t.language = tag offset 0) t
  cross join lateral (
    select sum(ts_rank('{0, 0, 0.5, 1}', t.search, term.query) * term.weight) as points,
      count(distinct term.word)::float8 / asked as share
    from term where t.search @@ term.query) r
  where r.points > 0
  order by 2 desc, 1 limit most
$$;

revoke all on function article_search_find(text, text[], text[], float8[], int, text, text[], int) from public;
grant execute on function article_search_find(text, text[], text[], float8[], int, text, text[], int) to parlour_reader;
reset role;
revoke create on schema public from parlour_search;
