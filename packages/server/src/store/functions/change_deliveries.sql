-- Writes changes of deliveries: state, attempt, health of the endpoint, and the lane. commit_batch
-- calls it after it has checked the guards. No delivery occurs twice.
--
-- Parameters: the arrays of commit_batch. status: per group, only groups with 0 are written. bases:
-- positions of the accounts before the batch. ords: order of the events.
create or replace function change_deliveries(
  a_id bigint[], g_a int[], status int[], bases bigint[], e_g int[], e_at bigint[], ords int[],
  x_e int[], x_endpoint bigint[], x_order bigint[], x_position bigint[], x_id bigint[], x_again int[], x_state text[], x_attempts int[], x_tries int[],
  x_anchor bigint[], x_outcome text[], x_code text[], x_message text[], x_unconfirmed int[], x_next bigint[], x_to bigint[],
  t_started bigint[], t_ms int[], t_status int[], t_code text[], t_message text[], t_request text[], t_reply text[]
) returns void language plpgsql as $$
begin
  update delivery d set state = q.state, attempts = q.attempts, tries = q.tries, anchor_at = to_timestamp(q.anchor::float8 / 1000), outcome = q.outcome,
      error_code = q.code, error_message = q.message, unconfirmed = q.unconfirmed = 1, next_at = to_timestamp(q.next::float8 / 1000),
      updated_at = to_timestamp(e_at[q.e]::float8 / 1000),
      lane_place = case q.again when 1 then bases[g_a[e_g[q.e]]] + ords[q.e] else d.lane_place end, order_key = coalesce(q.lane, d.order_key)
    from unnest(x_e, x_endpoint, x_position, x_again, x_state, x_attempts, x_tries, x_anchor, x_outcome, x_code, x_message, x_unconfirmed, x_next, x_to)
      q(e, endpoint, position, again, state, attempts, tries, anchor, outcome, code, message, unconfirmed, next, lane)
    where status[e_g[q.e]] = 0 and d.account_id = a_id[g_a[e_g[q.e]]] and d.position = q.position and d.endpoint_id = q.endpoint;
  insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, error_code, error_message, request, reply)
    select a_id[g_a[e_g[q.e]]], q.id, q.tries, to_timestamp(q.started::float8 / 1000), q.ms, q.outcome, q.http, q.code, q.message, q.request::json, q.reply::json
    from unnest(x_e, x_id, x_tries, x_outcome, t_started, t_ms, t_status, t_code, t_message, t_request, t_reply)
      q(e, id, tries, outcome, started, ms, http, code, message, request, reply)
    where status[e_g[q.e]] = 0 and q.started is not null;
  -- One row per endpoint, however many results it has: a row changed again and again in one
  -- transaction grows a chain of versions.
  insert into endpoint_health as h (account_id, endpoint_id, last_success_at, last_failure_at, last_failure_outcome, last_failure_status, failing_since, given_up_at,
      recent)
    select r.account, r.endpoint, max(r.at) filter (where r.good), max(r.at) filter (where not r.good),
      (array_agg(r.outcome order by r.at desc, r.e desc) filter (where not r.good))[1], (array_agg(r.http order by r.at desc, r.e desc) filter (where not r.good))[1],
      min(r.at) filter (where not r.good and (r.success is null or r.at > r.success)),
      max(r.at) filter (where r.state = 'dead' and (r.success is null or r.at > r.success)),
      right(string_agg(case when r.good then '1' else '0' end, '' order by r.at, r.e), 25)
    from (select u.*, max(u.at) filter (where u.good) over (partition by u.account, u.endpoint) as success from (
        select q.e, a_id[g_a[e_g[q.e]]] as account, q.endpoint, q.outcome, q.http, q.state, q.outcome = 'delivered' as good,
          to_timestamp((q.started + q.ms)::float8 / 1000) as at
        from unnest(x_e, x_endpoint, x_outcome, x_state, t_started, t_ms, t_status) q(e, endpoint, outcome, state, started, ms, http)
        where status[e_g[q.e]] = 0 and q.started is not null and q.outcome not in ('interrupted', 'channel_deleted', 'handed_over', 'endpoint_off')) u) r
    group by 1, 2 order by 1, 2
    on conflict (account_id, endpoint_id) do update set
      last_success_at = coalesce(excluded.last_success_at, h.last_success_at), last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at),
      last_failure_outcome = case when excluded.last_failure_at is null then h.last_failure_outcome else excluded.last_failure_outcome end,
      last_failure_status = case when excluded.last_failure_at is null then h.last_failure_status else excluded.last_failure_status end,
      failing_since = case when excluded.last_success_at is null then coalesce(h.failing_since, excluded.failing_since) else excluded.failing_since end,
      given_up_at = case when excluded.last_success_at is null then coalesce(excluded.given_up_at, h.given_up_at) else excluded.given_up_at end,
      recent = right(h.recent || excluded.recent, 25);
  -- The claim ends. The lane is due with what its first pending delivery waits for, or idle; before
  -- that one's first attempt whatever is due earlier counts, as in commit_batch (few can be
  -- delayed, so few are looked at). A raised token makes late workers harmless.
  update lane l set due_at = r.due, lease_node = null, lease_until = null, started_at = null, token = l.token + 1
    from (select q.account, q.endpoint, q.order_key, (
        select greatest(q.at, case when d.attempts > 0 or d.next_at <= q.at then d.next_at else (
          select min(w.next_at) from (select n.next_at from delivery n where n.account_id = q.account and n.endpoint_id = q.endpoint
            and n.order_key = q.order_key and n.state = 'pending' order by n.lane_place limit 8) w) end)
        from delivery d where d.account_id = q.account and d.endpoint_id = q.endpoint and d.order_key = q.order_key and d.state = 'pending'
        order by d.lane_place limit 1) as due
      from (select a_id[g_a[e_g[u.e]]] as account, u.endpoint, u.order_key, to_timestamp(e_at[u.e]::float8 / 1000) as at
        from unnest(x_e, x_endpoint, x_order, x_again) u(e, endpoint, order_key, again) where status[e_g[u.e]] = 0 and u.again = 0) q) r
    where l.account_id = r.account and l.endpoint_id = r.endpoint and l.order_key = r.order_key;
  if 1 = any (x_again) then
    perform wake_lanes(array_agg(a_id[g_a[e_g[q.e]]]), array_agg(q.endpoint), array_agg(q.order_key), array_agg(e_at[q.e]))
      from unnest(x_e, x_endpoint, x_order, x_again) q(e, endpoint, order_key, again) where status[e_g[q.e]] = 0 and q.again = 1;
  end if;
  if cardinality(x_to) > 0 then
    insert into lane (account_id, endpoint_id, order_key, due_at)
      select a_id[g_a[e_g[q.e]]], q.endpoint, q.lane, to_timestamp(q.next::float8 / 1000)
      from unnest(x_e, x_endpoint, x_to, x_next) q(e, endpoint, lane, next) where status[e_g[q.e]] = 0 and q.lane is not null
      order by 1, 2, 3
      on conflict (account_id, endpoint_id, order_key) do update set due_at = excluded.due_at;
  end if;
end $$;
