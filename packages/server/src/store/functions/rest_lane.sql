-- Ends the claim of a lane whose first delivery is not due yet. The lane is due at that time, or
-- now if another delivery came before that one meanwhile. Takes the lock of the account first,
-- as every writer that changes lanes does.
--
-- Parameters: p_token is the fencing token of the claim, p_delivery the first delivery when it was
-- claimed. p_now and p_due are milliseconds since 1970.
-- Result: false if the token is no longer valid. Then nothing is written.
create or replace function rest_lane(p_account bigint, p_endpoint bigint, p_order bigint, p_token bigint, p_delivery bigint, p_now bigint, p_due bigint)
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(-p_account);
  update lane l set lease_node = null, lease_until = null, started_at = null, token = l.token + 1,
      due_at = to_timestamp(case (select d.id from delivery d where d.account_id = p_account and d.endpoint_id = p_endpoint and d.order_key = p_order
        and d.state = 'pending' order by d.lane_place limit 1) when p_delivery then greatest(p_due, p_now) else p_now end::float8 / 1000)
    where l.account_id = p_account and l.endpoint_id = p_endpoint and l.order_key = p_order and l.token = p_token and l.lease_node is not null;
  return found;
end $$;
