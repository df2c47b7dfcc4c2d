import type { VisitSource } from "../../core/entity.ts";
import type { TrailPage, VisitRecord } from "./visitor-record.ts";
import { erasedKeyPrefix } from "../../core/visitor/erase.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";
import { toInteger, toIsoTime } from "../database/parameters.ts";

export interface StartedVisit {
  readonly id: number;
  readonly since: number;
  readonly pages: number;
  readonly trail: readonly TrailPage[];
  readonly invitations: number;
  /** Time of the visitor's latest invitation that a page has shown, in any visit. 0: none. */
  readonly shownAt: number;
  /** Number of visits of the visitor, including this one. */
  readonly visits: number;
}

/**
 * Continues the visitor's latest visit if it was active after `after`, or starts a new one. All
 * times are in milliseconds since 1970. Throws if the visitor has been erased, because no data of
 * that visitor may be written again.
 */
export async function startOrContinueVisit(
  sql: Sql,
  row: {
    readonly account: number;
    readonly visitorId: number;
    readonly channelId: number;
    readonly now: number;
    readonly after: number;
    readonly firstUrl: string;
    readonly referrer: string;
    readonly session: VisitSource;
  },
): Promise<StartedVisit> {
  const [visit] = await sql.query<{
    id: string;
    since: Date;
    pages: number;
    trail: TrailPage[];
    invitations: number;
    shownAt: Date | null;
    visits: number;
  }>(
    `with latest as (
       select id, last_at from visit where account_id = $1 and visitor_id = $2 order by started_at desc, id desc limit 1),
     goes_on as (
       update visit v set last_at = $4::timestamptz from latest l where v.account_id = $1 and v.id = l.id and l.last_at > $5::timestamptz
       returning v.*),
     begins as (
       insert into visit (account_id, visitor_id, channel_id, started_at, last_at, pages, first_url, referrer, trail, session)
       select $1::bigint, $2::bigint, $3::bigint, $4::timestamptz, $4::timestamptz, 0, $6::text, $7::text, '[]'::jsonb, $8::jsonb
       from visitor w where w.account_id = $1 and w.id = $2 and not starts_with(w.customer, '${erasedKeyPrefix}')
         and not exists (select 1 from latest where last_at > $5::timestamptz)
       for key share of w returning *)
     select o.id, o.started_at as since, o.pages, o.trail, o.invitations,
       (select max(invited_at) from visit where account_id = $1 and visitor_id = $2) as "shownAt",
       (select count(*)::int from visit where account_id = $1 and visitor_id = $2) + (select count(*)::int from begins) as visits
     from (select * from goes_on union all select * from begins) o`,
    [
      row.account,
      row.visitorId,
      row.channelId,
      new Date(row.now),
      new Date(row.after),
      row.firstUrl,
      row.referrer,
      JSON.stringify(row.session),
    ],
  );
  if (visit === undefined)
    throw new Error("a visit cannot start or continue, because its visitor was erased");
  return {
    ...visit,
    id: toInteger(visit.id),
    since: visit.since.getTime(),
    shownAt: visit.shownAt?.getTime() ?? 0,
  };
}

/** Stores the changed visits. */
export async function saveVisits(
  sql: Sql,
  rows: readonly {
    readonly account: number;
    readonly id: number;
    readonly lastAt: number;
    readonly pages: number;
    readonly trail: readonly TrailPage[];
    readonly invitations: number;
    readonly shownAt: number;
  }[],
): Promise<void> {
  const changed = rows.map(({ shownAt, ...row }) => ({
    ...row,
    lastAt: new Date(row.lastAt).toISOString(),
    invitedAt: shownAt === 0 ? null : new Date(shownAt).toISOString(),
  }));
  await sql.query(
    `update visit v set last_at = greatest(v.last_at, n."lastAt"), pages = n.pages, trail = n.trail, invitations = n.invitations, invited_at = n."invitedAt"
     from jsonb_to_recordset($1::jsonb)
       as n(account bigint, id bigint, "lastAt" timestamptz, pages int, trail jsonb, invitations int, "invitedAt" timestamptz)
     where v.account_id = n.account and v.id = n.id`,
    [JSON.stringify(changed)],
  );
}

/** Lists visits with an id below `before`, latest first. The caller checks the rights. */
export async function listVisits(
  reader: Reader,
  account: number,
  visitorId: number,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<readonly VisitRecord[]> {
  const rows = await reader.rows<VisitRow>(
    account,
    `select id, channel_id, started_at, last_at, pages, first_url, referrer, trail, session from visit
     where account_id = $1 and visitor_id = $2 and ($3::bigint is null or id < $3) order by id desc limit $4`,
    [account, visitorId, page.before ?? null, page.limit],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    channelId: toInteger(row.channel_id),
    startedAt: toIsoTime(row.started_at),
    lastAt: toIsoTime(row.last_at),
    pages: row.pages,
    firstUrl: row.first_url,
    referrer: row.referrer,
    trail: row.trail,
    session: row.session,
  }));
}
interface VisitRow {
  readonly id: string;
  readonly channel_id: string;
  readonly started_at: Date;
  readonly last_at: Date;
  readonly pages: number;
  readonly first_url: string;
  readonly referrer: string;
  readonly trail: readonly TrailPage[];
  readonly session: VisitSource;
}
