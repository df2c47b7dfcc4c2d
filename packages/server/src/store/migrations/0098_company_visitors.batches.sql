-- Counts the companies that visitors had before 0096_company.sql. A visitor with the field is
-- stored again, which calls functions/write_company_visitor.sql. Without that trigger, which a
-- later step may precede, nothing changes.
--
-- The locks of the accounts come first, as in commit_batch. The trigger runs after the statement,
-- so it reads every chat that was written before.
with batch as materialized (
  select v.account_id, v.id, strpos(v.body, '"company":{') > 0 as has_company from visitor v
  where $1::jsonb is null or (v.account_id, v.id) > (($1::jsonb ->> 0)::bigint, ($1::jsonb ->> 1)::bigint)
  order by v.account_id, v.id limit $2
), locked as materialized (
  select pg_advisory_xact_lock(-a.account_id)
  from (select distinct b.account_id from batch b where b.has_company order by b.account_id) a
), counted as (
  update visitor v set body = v.body from batch b cross join (select count(*) from locked) l
  where b.has_company and v.account_id = b.account_id and v.id = b.id
)
select json_build_array(b.account_id, b.id) as cursor from batch b order by b.account_id desc, b.id desc limit 1
