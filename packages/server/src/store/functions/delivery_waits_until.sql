-- Returns until when a delivery waits for others that are sent with it, as long as no attempt to
-- send it has started, or null. An attempt has started if its lane has a lease, if it was sent with
-- an earlier message, or if an earlier one that is sent with it was tried: messages are sent
-- together that were written within the delay of the first of them.
create or replace function delivery_waits_until(p_account bigint, p_id bigint) returns timestamptz language sql stable as $$
  select d.next_at from delivery d left join lane l on l.account_id = d.account_id and l.endpoint_id = d.endpoint_id and l.order_key = d.order_key
    where d.account_id = p_account and d.id = p_id and d.state = 'pending' and d.tries = 0 and l.lease_node is null
      and not exists (select from channel_message m where m.account_id = d.account_id and m.chat_id = d.chat_id and m.seq = d.seq)
      and not exists (select from delivery b where b.account_id = d.account_id and b.endpoint_id = d.endpoint_id and b.order_key = d.order_key
        and b.state = 'pending' and b.lane_place < d.lane_place and b.tries > 0 and d.created_at < b.created_at + (d.next_at - d.created_at))
$$;
