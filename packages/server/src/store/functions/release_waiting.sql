-- Makes whatever waits for its delay in a lane due now. Deliveries with an attempt keep their time.
-- The caller has the lock of the account.
--
-- Parameters: p_order is the lane of the endpoint, p_now the time in milliseconds since 1970.
create or replace function release_waiting(p_account bigint, p_endpoint bigint, p_order bigint, p_now bigint) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  t timestamptz := to_timestamp(p_now::float8 / 1000);
begin
  update delivery d set next_at = t
    where d.account_id = p_account and d.endpoint_id = p_endpoint and d.order_key = p_order and d.state = 'pending' and d.tries = 0 and d.next_at > t;
  if found then
    -- As in commit_batch: a lane whose head waits to try again is woken by nothing.
    update lane l set due_at = t
      where l.account_id = p_account and l.endpoint_id = p_endpoint and l.order_key = p_order and (l.due_at is null or l.due_at > t)
        and coalesce((select d.attempts = 0 from delivery d where d.account_id = p_account and d.endpoint_id = p_endpoint and d.order_key = p_order
          and d.state = 'pending' order by d.lane_place limit 1), true);
  end if;
end $$;
