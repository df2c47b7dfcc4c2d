-- Makes lanes of an endpoint due that wait to try again, because the endpoint has accepted another
-- request (CORE-339). delivery/report/lane-probes.ts calls it. Takes the lock of the account first,
-- as every writer that changes lanes does.
--
-- A delivery that fails for its own reasons must keep most of its attempts, so only the first five
-- can be followed by such a probe. One that the endpoint has postponed (429, 503) keeps its time.
--
-- Parameters: p_started is the start of the accepted request: a lane whose last attempt ended later
-- is left alone. p_now. Both are milliseconds since 1970. Result: number of lanes.
create or replace function probe_lanes(p_account bigint, p_endpoint bigint, p_started bigint, p_now bigint) returns bigint language plpgsql as $$
declare
  t timestamptz := to_timestamp(p_now::float8 / 1000);
  probed bigint;
begin
  perform pg_advisory_xact_lock(-p_account);
  with lanes as (
    update lane l set due_at = t
      where l.account_id = p_account and l.endpoint_id = p_endpoint and l.lease_node is null and l.due_at > t
        and exists (select from (select d.* from delivery d
            where d.account_id = l.account_id and d.endpoint_id = l.endpoint_id and d.order_key = l.order_key and d.state = 'pending'
            order by d.lane_place limit 1) d
          where d.attempts between 1 and 5 and d.updated_at <= to_timestamp(p_started::float8 / 1000)
            and not exists (select from attempt a where a.account_id = d.account_id and a.delivery_id = d.id and a.n = d.tries and a.status in (429, 503)))
      returning l.order_key),
  heads as (
    update delivery d set next_at = t from lanes
      where d.account_id = p_account and d.id = (select h.id from delivery h
        where h.account_id = p_account and h.endpoint_id = p_endpoint and h.order_key = lanes.order_key and h.state = 'pending' order by h.lane_place limit 1))
  select count(*) into probed from lanes;
  return probed;
end $$;
