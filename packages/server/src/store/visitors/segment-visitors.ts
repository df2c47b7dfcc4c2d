import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { ChatVisibility } from "../chats/chat-record.ts";
import { visitorMatchCondition } from "../chats/list/visitor-matches.ts";
import { visitorVisibilityCondition } from "../chats/visibility.ts";
import { toConditionSql, visitorRows } from "../conditions/condition-sql.ts";
import { createParameters, toInteger, type QueryParameters } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { chatsOfVisitorJoins, toVisitorRecord, type VisitorRow } from "./visitor.ts";
import type { VisitorRecord } from "./visitor-record.ts";

/** Maximum number of visitors that one query compares with the condition (SEG-003). */
const maxScannedVisitors = 20_000;

interface SegmentPage {
  readonly rows: readonly VisitorRecord[];
  /** The last compared number, if visitors with smaller ones remain. */
  readonly lowest: number | null;
}

/**
 * Lists visitors with numbers below `before` for whom a condition holds, in descending order
 * (SEG-003). A page may have fewer than `limit`.
 */
export async function listSegmentVisitors(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: {
    readonly condition: BoundCondition;
    readonly q?: string | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<SegmentPage> {
  const v = createParameters(account);
  const matches = filter.q === undefined ? "true" : visitorMatchCondition(filter.q, v);
  const rows = await reader.rows<Partial<VisitorRow> & { readonly lowest: string | null }>(
    account,
    `with scanned as materialized (${scan(filter.before, v)}),
      page as materialized (
        select v.id, v.number, v.source, v.customer, v.body from scanned v
        where ${visitorVisibilityCondition(sight, v)} and ${matches} and ${toConditionSql(filter.condition, v, visitorRows)}
        order by v.number desc limit ${v.put(filter.limit)})
    select v.*, l.*, n.chats, s.lowest from (select ${lowestNumber} from scanned v) s left join page v on true ${chatsOfVisitorJoins(sight, v)}
    order by v.number desc`,
    v.list,
  );
  const lowest = rows[0]?.lowest ?? null;
  return {
    rows: rows.flatMap((row) => (row.number == null ? [] : [toVisitorRecord(row as VisitorRow)])),
    lowest: lowest === null ? null : toInteger(lowest),
  };
}

/** Counts the visitors with numbers below `before` for whom a condition holds, of one scan. */
export async function countSegmentVisitors(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  {
    condition,
    before,
  }: { readonly condition: BoundCondition; readonly before: number | undefined },
): Promise<{ readonly count: number; readonly lowest: number | null }> {
  const v = createParameters(account);
  const row = await reader.one<{ readonly n: string; readonly lowest: string | null }>(
    account,
    `with scanned as materialized (${scan(before, v)})
     select count(*) filter (where ${visitorVisibilityCondition(sight, v)} and ${toConditionSql(condition, v, visitorRows)}) as n, ${lowestNumber}
     from scanned v`,
    v.list,
  );
  const lowest = row?.lowest ?? null;
  return { count: toInteger(row?.n ?? 0), lowest: lowest === null ? null : toInteger(lowest) };
}

const scan = (before: number | undefined, v: QueryParameters): string =>
  `select v.* from visitor v where v.account_id = $1 ${before === undefined ? "" : `and v.number < ${v.put(before)}`}
   order by v.number desc limit ${maxScannedVisitors}`;
const lowestNumber = `case when count(*) = ${maxScannedVisitors} then min(v.number) end as lowest`;
