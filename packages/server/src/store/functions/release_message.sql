-- Ends the delay of a delivery and of those before it in its lane, so that it is sent now. Later
-- ones keep their delay. Returns false, and changes nothing, if it does not wait (see
-- delivery_waits_until).
--
-- Parameters: p_id is the delivery, p_now the time in milliseconds since 1970.
create or replace function release_message(p_account bigint, p_id bigint, p_now bigint) returns boolean language plpgsql as $$
declare
  t timestamptz := to_timestamp(p_now::float8 / 1000);
  w delivery;
begin
  perform pg_advisory_xact_lock(-p_account);
  select d.* into w from delivery d where d.account_id = p_account and d.id = p_id;
  perform from lane l where l.account_id = w.account_id and l.endpoint_id = w.endpoint_id and l.order_key = w.order_key for update;
  if (delivery_waits_until(p_account, p_id) > t) is not true then
    return false;
  end if;
  update delivery d set next_at = t
    where d.account_id = w.account_id and d.endpoint_id = w.endpoint_id and d.order_key = w.order_key and d.state = 'pending' and d.lane_place <= w.lane_place
      and d.tries = 0 and d.next_at > t;
  perform wake_lanes(array[w.account_id], array[w.endpoint_id], array[w.order_key], array[p_now]);
  return true;
end $$;
