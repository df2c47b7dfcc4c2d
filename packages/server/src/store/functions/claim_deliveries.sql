-- Claims due lanes for a node and reads everything that their requests are built from
-- (docs/journal.md, section 4). delivery/queue/claim.ts calls it and parses the result.
--
-- A call claims at one of two groups of endpoints, because failing endpoints must not slow others
-- (CORE-122). An endpoint is failing if it has not succeeded yet, or has failed since.
--
-- Parameters: p_now is the time and p_until the end of the leases, in milliseconds since 1970.
-- p_limit: maximum number of lanes. p_failing: the group. p_cap, p_hook_cap: places of each
-- endpoint and of each webhook. p_busy, p_taken: endpoints at which this node has running claims,
-- and how many. p_shared: other nodes run, and their leases take places too.
-- Result: JSON text {"lanes": result of read_claims or null, "crowded": [endpoints with more due
-- lanes than places] or null, "next": ms or null, "failing": ms or null}. next: when the first lane
-- of the group that has a place and no lease is due. failing: the same for failing endpoints, if
-- the other group was claimed.
--
-- The settings force plans that find rows by key, also on tables that were never analysed. The
-- lanes that are locked are compared without lane_due, which finds all due ones of an endpoint.
create or replace function claim_deliveries(
  p_node bigint, p_now bigint, p_until bigint, p_limit int, p_failing boolean, p_cap int, p_hook_cap int, p_busy bigint[], p_taken int[], p_shared boolean
) returns text language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  t timestamptz := to_timestamp(p_now::float8 / 1000);
  f_id bigint[];
  f_places int[];
  k_account bigint[];
  k_endpoint bigint[];
  k_lane bigint[];
  k_token bigint[];
  k_started timestamptz[];
  crowded bigint[];
  due timestamptz;
  failing_due timestamptz;
begin
  -- One look per endpoint tells whether anything is due there, and at a failing endpoint a second
  -- look whether all that is due has a lease.
  with recursive e (id, due) as (
    (select l.endpoint_id, l.due_at from lane l where l.due_at is not null order by l.endpoint_id, l.due_at limit 1)
    union all
    select n.endpoint_id, n.due_at from e cross join lateral (
      select l.endpoint_id, l.due_at from lane l where l.due_at is not null and l.endpoint_id > e.id order by l.endpoint_id, l.due_at limit 1) n)
  select array_agg(q.id) filter (where q.failing = p_failing and q.due <= t), array_agg(q.places) filter (where q.failing = p_failing and q.due <= t),
    min(q.due) filter (where q.failing = p_failing and q.due > t),
    min(case when q.due > t then q.due else (select l.due_at from lane l where l.endpoint_id = q.id and l.due_at is not null
      and (l.lease_until is null or l.lease_until <= t) order by l.due_at limit 1) end) filter (where q.failing and not p_failing)
    into f_id, f_places, due, failing_due from (
    select e.id, e.due, h.last_success_at is null or h.failing_since is not null as failing,
      (case x.kind when 'webhook' then p_hook_cap else p_cap end - coalesce(p_taken[array_position(p_busy, e.id)], 0) - case when p_shared then (
      select count(*) from (select l.lease_node, l.lease_until from lane l where l.endpoint_id = e.id and l.due_at <= t order by l.due_at limit 1000) y
      where y.lease_until > t and y.lease_node <> p_node) else 0 end)::int as places
    from e left join endpoint x on x.id = e.id left join endpoint_health h on h.account_id = x.account_id and h.endpoint_id = x.id where x.paused_at is null and x.off_at is null) q
  where q.places > 0;
  if f_id is null then
    return json_build_object('lanes', null, 'next', date_part('epoch', due) * 1000, 'failing', date_part('epoch', failing_due) * 1000)::text;
  end if;

  -- A lane that another node holds is skipped; one whose lease ended is taken with a higher token.
  -- Each endpoint's oldest lane comes before anybody's second one: 1,000 old lanes of one endpoint
  -- must not be ahead of the one lane of another (CORE-122).
  with found as materialized (
    select l.*, f.places, row_number() over (partition by f.id order by l.due_at) as nth
      from unnest(f_id, f_places) f(id, places) cross join lateral (
      select l.account_id, l.endpoint_id, l.order_key, l.due_at from lane l
      where l.endpoint_id = f.id and l.due_at <= t and (l.lease_until is null or l.lease_until <= t) order by l.due_at limit least(f.places, p_limit) + 1) l),
  chosen as materialized (select c.* from found c where c.nth <= c.places order by c.nth, c.due_at limit p_limit),
  locked as materialized (
    select l.account_id, l.endpoint_id, l.order_key, l.started_at from chosen c
    join lane l on l.account_id = c.account_id and l.endpoint_id = c.endpoint_id and l.order_key = c.order_key
    where coalesce(l.due_at, 'infinity') <= t and (l.lease_until is null or l.lease_until <= t) for update of l skip locked),
  taken as (
    update lane l set lease_node = p_node, lease_until = to_timestamp(p_until::float8 / 1000), started_at = t, token = l.token + 1
    from locked where l.account_id = locked.account_id and l.endpoint_id = locked.endpoint_id and l.order_key = locked.order_key
    returning l.account_id, l.endpoint_id, l.order_key, l.token, locked.started_at)
  select array_agg(account_id), array_agg(endpoint_id), array_agg(order_key), array_agg(token), array_agg(started_at),
      (select array_agg(f.endpoint_id) from found f where f.nth = f.places + 1)
    into k_account, k_endpoint, k_lane, k_token, k_started, crowded from taken;

  if coalesce(cardinality(k_account), 0) < p_limit then
    select least(due, min(x.due_at)) into due from unnest(f_id, f_places) f(id, places) cross join lateral (
      select l.due_at from lane l where l.endpoint_id = f.id and l.due_at is not null and (l.lease_until is null or l.lease_until <= t) order by l.due_at limit 1) x
    where f.places > (select count(*) from unnest(k_endpoint) k(id) where k.id = f.id);
  else
    due := t;
  end if;
  return json_build_object('lanes', case when k_account is not null then read_claims(k_account, k_endpoint, k_lane, k_token, k_started, null) end,
    'crowded', crowded, 'next', date_part('epoch', due) * 1000, 'failing', date_part('epoch', failing_due) * 1000)::text;
end $$;
