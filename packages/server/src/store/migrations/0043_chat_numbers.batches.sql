-- Numbers older chats by time, one account after another. The cursor is [account, last number, time
-- and id of the last chat].
--
-- While account_head.chats is null, commit_batch adds chats without a number. At the end of the
-- account, this step sets the counter, and from then on new chats get the next number. A chat that
-- was written at that moment has none. Therefore the account is read again from its start, with the
-- cursor [account, null, null, null], and what is left takes numbers from the counter.
--
-- The row of account_head is locked before any other, as in commit_batch. Then the visitors are
-- locked, so that write_chat_text reads a visitor that nobody is changing.
with place as materialized (
  select ($1::jsonb ->> 0)::bigint as account, ($1::jsonb ->> 1)::bigint as number,
    coalesce(($1::jsonb ->> 2)::timestamptz, '-infinity') as at, coalesce(($1::jsonb ->> 3)::bigint, 0) as id
), batch as materialized (
  select c.account_id, c.id, c.visitor_id, c.created_at, row_number() over (order by c.account_id, c.created_at, c.id) as nth
  from (
    select c.account_id, c.id, c.visitor_id, c.created_at, min(c.account_id) over () as first from (
      select c.account_id, c.id, c.visitor_id, c.created_at from chat c
      where c.number is null and (c.account_id, c.created_at, c.id)
        > (coalesce((select p.account from place p), 0), (select p.at from place p), (select p.id from place p))
      order by c.account_id, c.created_at, c.id limit $2) c) c
  -- The end of an account is a batch of its own.
  where c.account_id = c.first and not exists (select from place p where p.number is not null and p.account <> c.first)
), head as materialized (
  select b.account_id, count(*) as chats, max(b.nth) as last from batch b group by b.account_id
), counted as (
  update account_head h set chats = h.chats + q.chats from head q where h.account_id = q.account_id
  returning h.account_id, h.chats is not null as numbered, coalesce(h.chats - q.chats, (select p.number from place p), 0) as before
), visitors as materialized (
  select v.account_id, v.id from visitor v
  where (v.account_id, v.id) in (select b.account_id, b.visitor_id from batch b join counted t on t.account_id = b.account_id)
  order by v.account_id, v.id for share
), numbered as (
  update chat c set number = t.before + b.nth
  from batch b join counted t on t.account_id = b.account_id cross join (select count(*) from visitors) v
  where c.account_id = b.account_id and c.id = b.id and c.number is null
), finished as (
  update account_head h set chats = p.number from place p
  where p.number is not null and h.account_id = p.account and h.chats is null and not exists (select from batch)
)
select case when t.numbered then json_build_array(t.account_id, null, null, null)
    else json_build_array(t.account_id, t.before + b.nth, b.created_at, b.id) end as cursor
  from counted t join head q on q.account_id = t.account_id join batch b on b.account_id = t.account_id and b.nth = q.last
union all
select json_build_array(p.account, null, null, null) from place p where p.number is not null and not exists (select from batch)
