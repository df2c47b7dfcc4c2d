-- Makes lanes due for added deliveries. A lane that rests before the first attempt of its first
-- delivery (delayed, or its time has not come) falls due with whatever is due earlier. One that
-- waits to try again does not.
--
-- The caller has the lock of the accounts, so no lane that is due becomes idle meanwhile, and its
-- row need not be locked.
--
-- Parameters: one element per delivery. p_due: milliseconds since 1970.
--
-- The settings, and a condition that lane_due does not contain, force plans that find rows by key.
create or replace function wake_lanes(p_account bigint[], p_endpoint bigint[], p_order bigint[], p_due bigint[]) returns void language plpgsql
set enable_seqscan = off set enable_sort = off as $$
begin
  insert into lane (account_id, endpoint_id, order_key, due_at)
    select q.account, q.endpoint, q.order_key, q.due
    from (select u.account, u.endpoint, u.order_key, to_timestamp(min(u.due)::float8 / 1000) as due
      from unnest(p_account, p_endpoint, p_order, p_due) u(account, endpoint, order_key, due) group by 1, 2, 3) q
    where coalesce((select l.due_at from lane l where l.account_id = q.account and l.endpoint_id = q.endpoint and l.order_key = q.order_key), 'infinity') > q.due
    order by 1, 2, 3
    on conflict (account_id, endpoint_id, order_key) do update set due_at = excluded.due_at
    where lane.due_at is null or (excluded.due_at < lane.due_at and coalesce((select d.attempts = 0 from delivery d
      where d.account_id = excluded.account_id and d.endpoint_id = excluded.endpoint_id and d.order_key = excluded.order_key and d.state = 'pending'
      order by d.lane_place limit 1), true));
end $$;
