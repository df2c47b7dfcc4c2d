-- Writes changes of deliveries, each with its entry in the journal: results of attempts, "Send
-- again", and the end of an endpoint's deliveries (docs/journal.md, section 2).
-- journal/writing/commit/commit-deliveries.ts calls it.
--
-- A result ends the claim of its lane. If the lane has another delivery that is due, the node can
-- claim it in the same call, and those behind it as a run, as long as no other lane of the endpoint
-- waits (CORE-122). Only the last result of a run ends the claim.
--
-- Parameters: p_node and p_batch are the node and its batch number, which the row of the node keeps
-- with the result. p_now is the time and p_until the end of the leases. Times are milliseconds
-- since 1970. The others are arrays. Those with the same first letter have one element per item.
--   a  accounts, ascending
--   x  changes. x_a: index of the account, from 1. x_at to x_body: the entry. Names that end in 0:
--      values that the row must still have. token null: no claim is needed. again 1: "Send again".
--      again 2: a delivered one failed later, and its lane stays as it is. again 3: the claim
--      continues with the next delivery of its run. claim: maximum number of next deliveries of the
--      lane to claim, or 0. to: the lane in which the delivery continues
--   t  the attempt that ended with the change. started null: none
--   d  deliveries that the entry of a change causes, due now. d_x: index of the change, from 1.
--   x_failed  failed recipients that are added to those of the delivery, as JSON (MAIL-142)
--      d and x_failed have defaults, because nodes of an earlier build call the function without
--      them
--
-- Result: JSON text {"status": [per change: 0 written, 1 the row has changed and nothing was
-- written], "base": [per account: position before the call], "lanes": result of read_claims, or
-- null}.
--
-- The settings force plans that find the first delivery of a lane by key.
create or replace function commit_deliveries(
  p_node bigint, p_batch bigint, p_now bigint, p_until bigint,
  a_id bigint[],
  x_a int[], x_at bigint[], x_channel bigint[], x_chat bigint[], x_body text[],
  x_endpoint bigint[], x_order bigint[], x_id bigint[], x_token bigint[], x_state0 text[], x_tries0 int[], x_place0 bigint[],
  x_again int[], x_claim int[], x_state text[], x_attempts int[], x_tries int[], x_anchor bigint[], x_outcome text[], x_code text[], x_message text[],
  x_unconfirmed int[], x_next bigint[], x_to bigint[],
  t_started bigint[], t_ms int[], t_status int[], t_code text[], t_message text[], t_request text[], t_reply text[],
  d_x int[] default null, d_endpoint bigint[] default null, d_id bigint[] default null, d_order bigint[] default null, d_event text[] default null,
  x_failed text[] default null
) returns text language plpgsql
set enable_seqscan = off set enable_sort = off as $$
declare
  t timestamptz := to_timestamp(p_now::float8 / 1000);
  bases bigint[];
  -- Position of the entry of each change. null: the change is not written.
  entries bigint[];
  free_endpoints bigint[];
  k_account bigint[];
  k_endpoint bigint[];
  k_lane bigint[];
  k_token bigint[];
  k_run int[];
  result text;
begin
  -- 1. The locks of the accounts, in order. Nobody else writes to them after that.
  perform pg_advisory_xact_lock(-a.id) from unnest(a_id) a(id);
  select array_agg(coalesce((select j.position from journal j where j.account_id = a.id order by j.position desc limit 1), 0) order by a.n)
    into bases from unnest(a_id) with ordinality a(id, n);

  -- 2. Deliveries whose row is as expected. Of two changes of one delivery, one is written. Their
  --    entries get the next positions.
  with changed as (
    update delivery d set state = q.state, attempts = q.attempts, tries = q.tries, anchor_at = to_timestamp(q.anchor::float8 / 1000), outcome = q.outcome,
        error_code = q.code, error_message = q.message, unconfirmed = q.unconfirmed = 1, next_at = to_timestamp(q.next::float8 / 1000),
        updated_at = to_timestamp(q.at::float8 / 1000), order_key = coalesce(q.lane, d.order_key),
        failed_recipients = case when q.failed is null then d.failed_recipients else coalesce(d.failed_recipients, '{}') || q.failed::jsonb end
      from unnest(x_a, x_at, x_endpoint, x_order, x_id, x_token, x_state0, x_tries0, x_place0, x_state, x_attempts, x_tries, x_anchor, x_outcome, x_code, x_message,
          x_unconfirmed, x_next, x_to, x_failed) with ordinality
        q(a, at, endpoint, order_key, id, token, state0, tries0, place0, state, attempts, tries, anchor, outcome, code, message, unconfirmed, next, lane, failed, i)
      left join lane l on l.account_id = a_id[q.a] and l.endpoint_id = q.endpoint and l.order_key = q.order_key
      where d.account_id = a_id[q.a] and d.id = q.id and (d.state, d.tries, d.lane_place) = (q.state0, q.tries0, q.place0)
        and (q.token is null or (l.token = q.token and l.lease_node is not null))
      returning q.i, q.a),
  numbered as (select c.i, bases[c.a] + row_number() over (partition by c.a order by c.i) as entry from changed c)
  select array_agg(n.entry order by u.i) into entries from unnest(x_a) with ordinality u(a, i) left join numbered n on n.i = u.i;
  if 1 = any (x_again) then
    update delivery d set lane_place = q.entry from unnest(entries, x_a, x_id, x_again) q(entry, a, id, again)
      where q.entry is not null and q.again = 1 and d.account_id = a_id[q.a] and d.id = q.id;
  end if;

  -- 3. Entries, attempts, and the deliveries that the entries cause.
  insert into journal (account_id, position, at, name, channel_id, chat_id, body)
    select a_id[q.a], q.entry, to_timestamp(q.at::float8 / 1000), 'delivery_updated', q.channel, q.chat, q.body
    from unnest(entries, x_a, x_at, x_channel, x_chat, x_body) q(entry, a, at, channel, chat, body) where q.entry is not null;
  insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, error_code, error_message, request, reply)
    select a_id[q.a], q.id, q.tries, to_timestamp(q.started::float8 / 1000), q.ms, q.outcome, q.http, q.code, q.message, q.request::json, q.reply::json
    from unnest(entries, x_a, x_id, x_tries, x_outcome, t_started, t_ms, t_status, t_code, t_message, t_request, t_reply)
      q(entry, a, id, tries, outcome, started, ms, http, code, message, request, reply)
    where q.entry is not null and q.started is not null;
  -- One row per endpoint, however many results it has: a row changed again and again in one
  -- transaction grows a chain of versions.
  insert into endpoint_health as h (account_id, endpoint_id, last_success_at, last_failure_at, last_failure_outcome, last_failure_status, failing_since, given_up_at,
      recent)
    select r.account, r.endpoint, max(r.at) filter (where r.good), max(r.at) filter (where not r.good),
      (array_agg(r.outcome order by r.at desc, r.i desc) filter (where not r.good))[1], (array_agg(r.http order by r.at desc, r.i desc) filter (where not r.good))[1],
      min(r.at) filter (where not r.good and (r.success is null or r.at > r.success)),
      max(r.at) filter (where r.state = 'dead' and (r.success is null or r.at > r.success)),
      right(string_agg(case when r.good then '1' else '0' end, '' order by r.at, r.i), 25)
    from (select u.*, max(u.at) filter (where u.good) over (partition by u.account, u.endpoint) as success from (
        select q.i, a_id[q.a] as account, q.endpoint, q.outcome, q.http, q.state, q.outcome = 'delivered' as good, to_timestamp((q.started + q.ms)::float8 / 1000) as at
        from unnest(entries, x_a, x_endpoint, x_outcome, x_state, t_started, t_ms, t_status) with ordinality q(entry, a, endpoint, outcome, state, started, ms, http, i)
        where q.entry is not null and q.started is not null and q.outcome not in ('interrupted', 'channel_deleted', 'handed_over', 'endpoint_off')) u) r
    group by 1, 2 order by 1, 2
    on conflict (account_id, endpoint_id) do update set
      last_success_at = coalesce(excluded.last_success_at, h.last_success_at), last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at),
      last_failure_outcome = case when excluded.last_failure_at is null then h.last_failure_outcome else excluded.last_failure_outcome end,
      last_failure_status = case when excluded.last_failure_at is null then h.last_failure_status else excluded.last_failure_status end,
      failing_since = case when excluded.last_success_at is null then coalesce(h.failing_since, excluded.failing_since) else excluded.failing_since end,
      given_up_at = case when excluded.last_success_at is null then coalesce(excluded.given_up_at, h.given_up_at) else excluded.given_up_at end,
      recent = right(h.recent || excluded.recent, 25);

  if d_x is not null then
    insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, next_at, created_at, updated_at)
      select a_id[x_a[q.x]], entries[q.x], q.endpoint, q.id, q.order_key, entries[q.x], q.event, x_chat[q.x], m.at, m.at, m.at
      from unnest(d_x, d_endpoint, d_id, d_order, d_event) q(x, endpoint, id, order_key, event)
      cross join lateral (select to_timestamp(x_at[q.x]::float8 / 1000) as at) m where entries[q.x] is not null;
    perform wake_lanes(array_agg(a_id[x_a[q.x]]), array_agg(q.endpoint), array_agg(q.order_key), array_agg(x_at[q.x]))
      from unnest(d_x, d_endpoint, d_order) q(x, endpoint, order_key) where entries[q.x] is not null;
  end if;

  -- 4. The claims end. A lane is due with what its first pending delivery waits for, or idle.
  --    Before that one's first attempt whatever is due earlier counts, as in wake_lanes (few can be
  --    delayed, so few are looked at). A raised token makes late workers harmless.
  if 0 < any (x_claim) then
    select array_agg(e.id) into free_endpoints
      from (select distinct q.endpoint from unnest(entries, x_endpoint, x_claim) q(entry, endpoint, claim) where q.entry is not null and q.claim > 0) q
      join endpoint e on e.id = q.endpoint and e.paused_at is null and e.off_at is null
      where not exists (select from lane l where l.endpoint_id = q.endpoint and l.due_at <= t and (l.lease_until is null or l.lease_until <= t));
  end if;
  with ended as (
    update lane l set token = l.token + 1, due_at = case when r.next then l.due_at else r.due end, lease_node = case when r.next then p_node end,
        lease_until = case when r.next then to_timestamp(p_until::float8 / 1000) end, started_at = case when r.next then t end
      from (select q.account, q.endpoint, q.order_key, q.claim, q.claim > 0 and q.endpoint = any (free_endpoints) and d.next_at <= t as next, case when d.next_at is not null then
            greatest(q.at, case when d.attempts > 0 or d.next_at <= q.at then d.next_at else (
              select min(w.next_at) from (select n.next_at from delivery n where n.account_id = q.account and n.endpoint_id = q.endpoint
                and n.order_key = q.order_key and n.state = 'pending' order by n.lane_place limit 8) w) end) end as due
        from (select a_id[u.a] as account, u.endpoint, u.order_key, u.claim, to_timestamp(u.at::float8 / 1000) as at
          from unnest(entries, x_a, x_at, x_endpoint, x_order, x_again, x_claim) u(entry, a, at, endpoint, order_key, again, claim)
          where u.entry is not null and u.again = 0) q
        left join lateral (select p.attempts, p.next_at from delivery p where p.account_id = q.account and p.endpoint_id = q.endpoint and p.order_key = q.order_key
          and p.state = 'pending' order by p.lane_place limit 1) d on true) r
      where l.account_id = r.account and l.endpoint_id = r.endpoint and l.order_key = r.order_key
      returning l.account_id, l.endpoint_id, l.order_key, l.token, r.next, r.claim)
  select array_agg(account_id), array_agg(endpoint_id), array_agg(order_key), array_agg(token), array_agg(claim)
    into k_account, k_endpoint, k_lane, k_token, k_run from ended where next;
  if 1 = any (x_again) then
    perform wake_lanes(array_agg(a_id[q.a]), array_agg(q.endpoint), array_agg(q.order_key), array_agg(q.at))
      from unnest(entries, x_a, x_at, x_endpoint, x_order, x_again) q(entry, a, at, endpoint, order_key, again) where q.entry is not null and q.again = 1;
  end if;
  if cardinality(x_to) > 0 then
    insert into lane (account_id, endpoint_id, order_key, due_at)
      select a_id[q.a], q.endpoint, q.lane, to_timestamp(q.next::float8 / 1000)
      from unnest(entries, x_a, x_endpoint, x_to, x_next) q(entry, a, endpoint, lane, next) where q.entry is not null and q.lane is not null
      order by 1, 2, 3
      on conflict (account_id, endpoint_id, order_key) do update set due_at = excluded.due_at;
  end if;

  -- 5. The result. The row of the node keeps it without the claims, whose leases end by themselves.
  select json_build_object('status', json_agg((q.entry is null)::int order by q.i), 'base', bases)::text into result from unnest(entries) with ordinality q(entry, i);
  update node set last_batch = p_batch, last_result = result where id = p_node and last_batch < p_batch;
  if k_account is null then
    return result;
  end if;
  return left(result, -1) || ',"lanes":' || read_claims(k_account, k_endpoint, k_lane, k_token, null, k_run) || '}';
end $$;
