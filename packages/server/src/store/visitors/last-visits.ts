import type { VisitSource } from "../../core/entity.ts";
import type { VisitorData } from "../../core/event.ts";
import { toInteger } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import type { TrailPage } from "./visitor-record.ts";

/**
 * The last visit of a visitor, with the fields that a dry run of a trigger needs (API-041). Times
 * are in milliseconds since 1970.
 */
export interface LastVisit {
  readonly number: number;
  readonly visitor: VisitorData;
  readonly channelId: number;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly pages: number;
  readonly visits: number;
  readonly referrer: string;
  /** Newest first. */
  readonly trail: readonly TrailPage[];
  readonly session: VisitSource;
  /** Whether the visitor had an open chat when the visit started. */
  readonly hasChat: boolean;
}

/** Maximum number of visits that are scanned for the last visitors, who may have many. */
const maxScannedVisits = 2_000;

/**
 * Returns the last visit of each of the last `limit` visitors of these widgets, latest first. If
 * `channels` is null, all widgets count.
 */
export async function listLastVisits(
  reader: Reader,
  account: number,
  channels: readonly number[] | null,
  limit: number,
): Promise<readonly LastVisit[]> {
  const rows = await reader.rows<VisitRow>(
    account,
    `with latest as materialized (
       select * from visit where account_id = $1 and ($2::bigint[] is null or channel_id = any($2)) order by id desc limit ${maxScannedVisits}),
     one as materialized (
       select * from (select distinct on (visitor_id) * from latest order by visitor_id, id desc) o order by id desc limit $3)
     select o.*, v.number, v.body,
       (select count(*)::int from visit x where x.account_id = $1 and x.visitor_id = o.visitor_id and x.started_at <= o.started_at) as visits,
       exists (select 1 from chat c where c.account_id = $1 and c.visitor_id = o.visitor_id and c.created_at <= o.started_at
         and (c.closed_at is null or c.closed_at > o.started_at)) as has_chat
     from one o join visitor v on v.account_id = $1 and v.id = o.visitor_id order by o.id desc`,
    [account, channels, limit],
  );
  return rows.map((row) => ({
    number: toInteger(row.number),
    visitor: JSON.parse(row.body) as VisitorData,
    channelId: toInteger(row.channel_id),
    startedAt: row.started_at.getTime(),
    lastAt: row.last_at.getTime(),
    pages: row.pages,
    visits: row.visits,
    referrer: row.referrer,
    trail: row.trail,
    session: row.session,
    hasChat: row.has_chat,
  }));
}
interface VisitRow {
  readonly number: string;
  readonly body: string;
  readonly channel_id: string;
  readonly started_at: Date;
  readonly last_at: Date;
  readonly pages: number;
  readonly visits: number;
  readonly referrer: string;
  readonly trail: LastVisit["trail"];
  readonly session: VisitSource;
  readonly has_chat: boolean;
}
