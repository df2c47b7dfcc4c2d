import type { DeliveryTotals, DeliveryTotalsFilter } from "./delivery-record.ts";
import type { Reader } from "../database/reader.ts";
import { notUsableCondition, buildDeliveryPageQuery } from "./delivery-list.ts";
import {
  toInteger,
  toIntegerOrNull,
  toIsoTime,
  toIsoTimeOrNull,
  createParameters,
} from "../database/parameters.ts";

const dayMs = 86_400_000;

/**
 * Maximum numbers of rows that each statistic reads. Totals therefore cost the same for an account
 * with a thousand or a million events a day.
 */
export interface DeliveryTotalsLimits {
  readonly deliveries: number;
  readonly attempts: number;
}
const totalsLimits: DeliveryTotalsLimits = { deliveries: 20_000, attempts: 2_000 };

/**
 * Returns the statistics of the 24 hours before `now` (milliseconds since 1970), with the previous
 * day and the pending deliveries (API-151).
 */
export async function readDeliveryTotals(
  reader: Reader,
  account: number,
  { now, ...filter }: DeliveryTotalsFilter & { readonly now: number },
  limits: DeliveryTotalsLimits = totalsLimits,
): Promise<DeliveryTotals> {
  const since = new Date(now - dayMs);
  const [day, before, queued] = await Promise.all([
    readDay(reader, account, { ...filter, since }, limits),
    countDay(
      reader,
      account,
      { ...filter, since: new Date(now - 2 * dayMs), until: since },
      limits,
    ),
    readQueued(reader, account, filter, limits),
  ]);
  const isCapped = toInteger(day.events) > limits.deliveries;
  return {
    since: toIsoTime(since),
    events: Math.min(toInteger(day.events), limits.deliveries),
    is_capped: isCapped,
    events_before: isCapped || before > limits.deliveries ? null : before,
    delivered: toInteger(day.delivered),
    failed: toInteger(day.failed),
    dead: toInteger(day.dead),
    not_usable: toInteger(day.not_usable),
    queued: {
      count: Math.min(toInteger(queued.count), limits.deliveries),
      is_capped: toInteger(queued.count) > limits.deliveries,
      oldest_at: toIsoTimeOrNull(queued.oldest_at),
      endpoint_id: toIntegerOrNull(queued.endpoint_id),
    },
    took:
      day.median_ms === null || day.p95_ms === null
        ? null
        : { attempts: toInteger(day.attempts), median_ms: day.median_ms, p95_ms: day.p95_ms },
  };
}

type DayFilter = DeliveryTotalsFilter & { readonly since: Date; readonly until?: Date };

interface DayRow {
  readonly events: string;
  readonly delivered: string;
  readonly failed: string;
  readonly dead: string;
  readonly not_usable: string;
  readonly attempts: string;
  readonly median_ms: number | null;
  readonly p95_ms: number | null;
}
async function readDay(
  reader: Reader,
  account: number,
  day: DayFilter,
  limits: DeliveryTotalsLimits,
): Promise<DayRow> {
  const v = createParameters(account);
  // Reads one row more than the limit, to detect whether the limit is exceeded.
  const page = buildDeliveryPageQuery(day, v, v.put(limits.deliveries + 1));
  const limit = v.put(limits.deliveries);
  const attempts = v.put(limits.attempts);
  const row = await reader.one<DayRow>(
    account,
    `with recursive ${page.bounds} page as materialized (${page.text}),
       day as (select * from page d order by d.position desc, d.endpoint_id desc limit ${limit}),
       took as (select la.duration_ms from (select d.id, d.tries from page d where d.tries > 0 order by d.position desc limit ${attempts}) d
         join attempt la on la.account_id = $1 and la.delivery_id = d.id and la.n = d.tries)
     select f.*, t.*, (select count(*) from page) as events
     from (select count(*) filter (where d.state = 'delivered') as delivered, count(*) filter (where d.state = 'failed') as failed,
         count(*) filter (where d.state = 'dead') as dead, count(*) filter (where ${notUsableCondition}) as not_usable from day d) f
     cross join (select count(*) as attempts, percentile_disc(0.5) within group (order by duration_ms) as median_ms,
         percentile_disc(0.95) within group (order by duration_ms) as p95_ms from took) t`,
    v.list,
  );
  return (
    row ?? {
      events: "0",
      delivered: "0",
      failed: "0",
      dead: "0",
      not_usable: "0",
      attempts: "0",
      median_ms: null,
      p95_ms: null,
    }
  );
}

async function countDay(
  reader: Reader,
  account: number,
  day: DayFilter,
  limits: DeliveryTotalsLimits,
): Promise<number> {
  const v = createParameters(account);
  const page = buildDeliveryPageQuery(day, v, v.put(limits.deliveries + 1));
  const row = await reader.one<{ count: string }>(
    account,
    `with recursive ${page.bounds} page as (${page.text}) select count(*) as count from page`,
    v.list,
  );
  return toInteger(row?.count ?? 0);
}

interface QueuedRow {
  readonly count: string;
  readonly oldest_at: Date | null;
  readonly endpoint_id: string | null;
}
async function readQueued(
  reader: Reader,
  account: number,
  filter: DeliveryTotalsFilter,
  limits: DeliveryTotalsLimits,
): Promise<QueuedRow> {
  const v = createParameters(account);
  const where = [
    filter.endpointId === undefined ? "" : `and d.endpoint_id = ${v.put(filter.endpointId)}`,
    filter.kind === undefined
      ? ""
      : `and d.endpoint_id in (select e.id from endpoint e where e.account_id = $1 and e.kind = ${v.put(filter.kind)})`,
    filter.event === undefined ? "" : `and d.event = ${v.put(filter.event)}`,
  ].join(" ");
  const row = await reader.one<QueuedRow>(
    account,
    `select count(*) as count, min(d.created_at) as oldest_at, (array_agg(d.endpoint_id order by d.created_at, d.position))[1] as endpoint_id
     from (select d.created_at, d.position, d.endpoint_id from delivery d where d.account_id = $1 and d.state = 'pending' ${where}
       limit ${v.put(limits.deliveries + 1)}) d`,
    v.list,
  );
  return row ?? { count: "0", oldest_at: null, endpoint_id: null };
}
