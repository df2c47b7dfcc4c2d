import type { Delivery, UnusableResponseCode } from "../../core/entity.ts";
import type { DeliveryFilter, DeliveryCursor } from "./delivery-record.ts";
import type { Reader } from "../database/reader.ts";
import {
  deliveryLogColumns,
  deliveryJoins,
  lastAttemptColumns,
  lastAttemptJoin,
  withLastAttempt,
  type LoggedDeliveryRow,
  type LastAttemptRow,
} from "./delivery.ts";
import { toInteger, createParameters, type QueryParameters } from "../database/parameters.ts";

/** Returns a page of the delivery log, newest first (API-050). */
export async function listDeliveries(
  reader: Reader,
  account: number,
  filter: DeliveryFilter,
): Promise<{ readonly items: readonly Delivery[]; readonly next: DeliveryCursor | null }> {
  const v = createParameters(account);
  const page = buildDeliveryPageQuery(filter, v, v.put(filter.limit + 1));
  const rows = await reader.rows<LoggedDeliveryRow & LastAttemptRow>(
    account,
    `with recursive ${page.bounds} page as materialized (${page.text})
     select ${deliveryLogColumns}, ${lastAttemptColumns} from page d ${deliveryJoins} ${lastAttemptJoin} order by d.position desc, d.endpoint_id desc`,
    v.list,
  );
  const items = rows.slice(0, filter.limit);
  const last = items.at(-1);
  return {
    items: items.map(withLastAttempt),
    next:
      rows.length > filter.limit && last !== undefined
        ? { position: toInteger(last.position), endpointId: toInteger(last.endpoint_id) }
        : null,
  };
}

/**
 * Builds the query for the newest deliveries that match a filter, up to `limit`. `bounds` is the
 * start of the query's `with recursive` clause.
 */
export function buildDeliveryPageQuery(
  filter: Omit<DeliveryFilter, "limit">,
  v: QueryParameters,
  limit: string,
): { readonly bounds: string; readonly text: string } {
  const isNarrow = filter.chatId !== undefined || filter.either !== undefined;
  const isPending = filter.state === "pending" || filter.state === "retrying";
  const isRare =
    isPending ||
    filter.state === "failed" ||
    filter.state === "dead" ||
    filter.state === "not_usable";
  const byEndpoint =
    filter.endpointId !== undefined || filter.kind !== undefined || filter.event !== undefined;
  const filterSql = buildConditions(filter, v);
  // Deliveries of these states and deliveries of one chat are few, and they have indexes of their
  // own.
  const text =
    byEndpoint && !isNarrow && !isRare
      ? buildEndpointQuery(filter, v, filterSql, limit)
      : isPending && !isNarrow
        ? `select d.* from (${selectDeliveries(filterSql)} offset 0) d ${newestFirst} limit ${limit}`
        : `${selectDeliveries(filterSql)} ${newestFirst} limit ${limit}`;
  return { bounds: positionBounds(filter, v), text };
}

/** Returns SQL conditions on `d`, each of which starts with `and`. */
function buildConditions(filter: Omit<DeliveryFilter, "limit">, v: QueryParameters): string {
  const { chatId, seq, endpointId, event, state, since, until, either, kind, after } = filter;
  const kinds = (): string =>
    `(select e.id from endpoint e where e.account_id = $1 and e.kind = ${v.put(kind)})`;
  const id = either === undefined ? "" : v.put(either);
  return [
    chatId === undefined ? "" : `and d.chat_id = ${v.put(chatId)}`,
    seq === undefined ? "" : `and d.seq = ${v.put(seq)}`,
    endpointId === undefined ? "" : `and d.endpoint_id = ${v.put(endpointId)}`,
    kind === undefined ? "" : `and d.endpoint_id in ${kinds()}`,
    event === undefined ? "" : `and d.event = ${v.put(event)}`,
    // Literals are used instead of parameters, so that the partial indexes match.
    state === undefined ? "" : `and ${stateCondition[state]}`,
    since === undefined
      ? ""
      : `and d.created_at >= ${v.put(since)} and d.position >= (select position from since_at)`,
    until === undefined
      ? ""
      : `and d.created_at < ${v.put(until)} and d.position < (select position from until_at)`,
    either === undefined
      ? ""
      : `and (d.chat_id = ${id} or d.id = ${id} or d.chat_id = (select c.id from chat c where c.account_id = $1 and c.number = ${id}))`,
    after === undefined
      ? ""
      : `and (d.position, d.endpoint_id) < (${v.put(after.position)}, ${v.put(after.endpointId)})`,
  ].join(" ");
}
const unusableCodes: Readonly<Record<UnusableResponseCode, true>> = {
  result_missing: true,
  result_not_ok: true,
  answer_in_reply: true,
};
/** Condition for `not_usable`, word for word that of the index `delivery_not_usable`. */
export const notUsableCondition = `d.state = 'delivered' and d.error_code in (${Object.keys(
  unusableCodes,
)
  .map((code) => `'${code}'`)
  .join(", ")})`;
const stateCondition: Readonly<Record<NonNullable<DeliveryFilter["state"]>, string>> = {
  pending: "d.state = 'pending'",
  retrying: "d.state = 'pending' and d.attempts > 0",
  delivered: "d.state = 'delivered'",
  failed: "d.state = 'failed'",
  dead: "d.state = 'dead'",
  not_usable: notUsableCondition,
};
const selectDeliveries = (text: string): string =>
  `select d.* from delivery d where d.account_id = $1 ${text}`;
const newestFirst = "order by d.position desc, d.endpoint_id desc";

/**
 * Builds a query that merges one index lookup in `delivery_endpoint` for each endpoint and event.
 * It finds the events by searching for the next greater name.
 */
function buildEndpointQuery(
  filter: Omit<DeliveryFilter, "limit">,
  v: QueryParameters,
  text: string,
  limit: string,
): string {
  const next = (condition: string): string =>
    `(select d.event from delivery d where d.account_id = $1 and d.endpoint_id = p.endpoint_id ${condition} order by d.event limit 1)`;
  const { event, endpointId, kind } = filter;
  const endpoints = `select e.id as endpoint_id from endpoint e where e.account_id = $1 ${endpointId === undefined ? "" : `and e.id = ${v.put(endpointId)}`}
      ${kind === undefined ? "" : `and e.kind = ${v.put(kind)}`}`;
  const pairs =
    event === undefined
      ? `select p.endpoint_id, ${next("")} as event from (${endpoints}) p
           union all select p.endpoint_id, ${next("and d.event > p.event")} from pairs p where p.event is not null`
      : `select p.endpoint_id, ${v.put(event)}::text from (${endpoints}) p`;
  return `select d.* from (with recursive pairs(endpoint_id, event) as (${pairs}) select * from pairs where event is not null) p
      cross join lateral (select d.* from delivery d where d.account_id = $1 and d.endpoint_id = p.endpoint_id and d.event = p.event ${text}
        order by d.position desc limit ${limit}) d
      order by d.position desc, d.endpoint_id desc limit ${limit}`;
}

/**
 * Upper limit of the difference between the clocks of nodes. Deliveries are created in order of
 * position, so apart from this difference a time corresponds to a position.
 */
const maxClockSkew = "interval '1 minute'";

/** SQL that finds the first position of a time by bisection, reading no other rows. */
function positionBounds(filter: Omit<DeliveryFilter, "limit">, v: QueryParameters): string {
  const bound = (name: string, at: Date | undefined, shift: string): string => {
    if (at === undefined) return "";
    const time = v.put(at);
    return `${name}_search(low, high) as (
        select 0::bigint, coalesce((select d.position from delivery d where d.account_id = $1 order by d.position desc limit 1), 0) + 1
        union all
        select case when m.young then s.low else m.middle + 1 end, case when m.young then m.middle else s.high end
        from ${name}_search s cross join lateral (select (s.low + s.high) / 2 as middle, coalesce((select d.created_at >= ${time}::timestamptz ${shift} from delivery d
          where d.account_id = $1 and d.position >= (s.low + s.high) / 2 order by d.position limit 1), true) as young) m
        where s.low < s.high),
      ${name}_at as (select min(high) as position from ${name}_search),`;
  };
  return (
    bound("since", filter.since, `- ${maxClockSkew}`) +
    bound("until", filter.until, `+ ${maxClockSkew}`)
  );
}
