import type pg from "pg";
import { deliveryColumns } from "./rows.ts";
import { targetColumns, type ClaimedRecord } from "./source.ts";

export interface Lane { account_id: number; endpoint_id: number; order_key: number; token: number; interrupted_at: number | null }

export interface ClaimRequest {
  readonly limit: number; readonly now: number; readonly nodeId: number; readonly leaseUntil: number;
  /** Places of an endpoint, and how many of them are taken. */
  readonly cap: number; readonly busy: ReadonlyMap<number, number>;
  /** Other nodes run: their leases take places too. */
  readonly isShared: boolean;
}

/** Due lanes looked at per claim, so that one endpoint with many cannot hide the others behind it for long. */
const window = 1_000;

/**
 * Leases due lanes, oldest first. Touches `lane` only, so a long line of deliveries behind a lane costs nothing (journal.md 4).
 * A lane that another node holds is skipped; one whose lease ended is taken with a higher token.
 */
export async function claimLanes(pool: pg.Pool, request: ClaimRequest): Promise<readonly Lane[]> {
  const { limit, now, nodeId, leaseUntil, cap, busy, isShared } = request;
  const full = [...busy].filter(([, taken]) => taken >= cap).map(([endpoint]) => endpoint);
  const { rows } = await pool.query<Lane>(
    `with t as (select to_timestamp($1::float8 / 1000) as now),
     due as materialized (
       select l.account_id, l.endpoint_id, l.order_key, l.due_at from lane l, t
       where l.due_at <= t.now and (l.lease_until is null or l.lease_until <= t.now) and l.endpoint_id <> all($2::bigint[])
       order by l.due_at limit ${window}),
     elsewhere as materialized (
       select l.endpoint_id, count(*) as taken from lane l, t
       where $9 and l.due_at <= t.now and l.lease_until > t.now and l.lease_node <> $7 group by 1),
     chosen as (
       select r.* from (select due.*, row_number() over (partition by endpoint_id order by due_at) as place from due) r
       left join unnest($3::bigint[], $4::int[]) b(endpoint_id, taken) on b.endpoint_id = r.endpoint_id
       left join elsewhere w on w.endpoint_id = r.endpoint_id
       where r.place <= $5 - coalesce(b.taken, 0) - coalesce(w.taken, 0) order by r.due_at limit $6),
     locked as (
       select l.account_id, l.endpoint_id, l.order_key, l.started_at from chosen, t, lane l
       where l.account_id = chosen.account_id and l.endpoint_id = chosen.endpoint_id and l.order_key = chosen.order_key
         and l.due_at <= t.now and (l.lease_until is null or l.lease_until <= t.now)
       for update of l skip locked)
     update lane l set lease_node = $7, lease_until = to_timestamp($8::float8 / 1000), started_at = t.now, token = l.token + 1
     from locked, t where l.account_id = locked.account_id and l.endpoint_id = locked.endpoint_id and l.order_key = locked.order_key
     returning l.account_id, l.endpoint_id, l.order_key, l.token, (extract(epoch from locked.started_at) * 1000)::float8 as interrupted_at`,
    [now, full, [...busy.keys()], [...busy.values()], cap, limit, nodeId, leaseUntil, isShared]);
  return rows;
}

/** The first pending delivery of each lane with what its request is built from, by lane. */
export async function claimDeliveries(pool: pg.Pool, lanes: readonly Lane[]): Promise<ReadonlyMap<string, ClaimedRecord>> {
  if (lanes.length === 0) return new Map();
  const { rows } = await pool.query<ClaimedRecord>(
    `select ${deliveryColumns}, j.name as j_name, j.seq as j_seq, j.body as j_body, ${targetColumns}
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) k(account, endpoint, lane)
     cross join lateral (select * from delivery where account_id = k.account and endpoint_id = k.endpoint and order_key = k.lane and state = 'pending'
       order by lane_place limit 1) d
     join journal j on j.account_id = d.account_id and j.position = d.position
     join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id
     left join channel c on c.account_id = j.account_id and c.id = j.channel_id
     left join visitor v on v.account_id = j.account_id and v.id = j.visitor_id
     left join operator o on o.account_id = j.account_id and o.id = j.author_id and j.author_kind = 'operator'`,
    [lanes.map((l) => l.account_id), lanes.map((l) => l.endpoint_id), lanes.map((l) => l.order_key)]);
  return new Map(rows.map((row) => [`${row.account_id} ${row.endpoint_id} ${row.order_key}`, row]));
}

/** Lets go of lanes that were just claimed and for which nothing was done. One that this cannot reach is free when its lease ends. */
export async function giveBack(pool: pg.Pool, lanes: readonly Lane[]): Promise<void> {
  await pool.query(
    `update lane l set lease_node = null, lease_until = null, started_at = to_timestamp(k.interrupted::float8 / 1000)
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[]) k(account, endpoint, lane, token, interrupted)
     where l.account_id = k.account and l.endpoint_id = k.endpoint and l.order_key = k.lane and l.token = k.token`,
    [lanes.map((l) => l.account_id), lanes.map((l) => l.endpoint_id), lanes.map((l) => l.order_key), lanes.map((l) => l.token), lanes.map((l) => l.interrupted_at)],
  ).catch(() => undefined);
}

/** Puts a lane to rest in which nothing is pending. The account's head is taken first, as by every writer that wakes lanes. */
export async function releaseEmpty(pool: pg.Pool, lane: Lane): Promise<void> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query("begin");
    await client.query("select from account_head where account_id = $1 for update", [lane.account_id]);
    await client.query(
      `update lane l set lease_node = null, lease_until = null, started_at = null,
         due_at = case when exists (select from delivery d where d.account_id = l.account_id and d.endpoint_id = l.endpoint_id and d.order_key = l.order_key
           and d.state = 'pending') then l.due_at end
       where l.account_id = $1 and l.endpoint_id = $2 and l.order_key = $3 and l.token = $4`,
      [lane.account_id, lane.endpoint_id, lane.order_key, lane.token]);
    await client.query("commit");
    broken = false;
  } finally {
    // An unfinished transaction must not go back to the pool.
    client.release(broken);
  }
}
