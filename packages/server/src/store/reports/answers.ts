import {
  createParameters,
  fromMicroseconds,
  toInteger,
  toMicroseconds,
  type QueryParameters,
} from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import type { AnswerMetric, ReportChatQuery, ReportScope } from "./report-record.ts";
import { hourCell, toEpochMs, toTimestamp } from "./report-scope.ts";
import { listReportRows, rowsInScope, type ReportRow } from "./sla-targets.ts";

type FileQuery = Omit<ReportChatQuery, "metric">;

/** The rows `s` of a table that a metric counts. */
interface AnswerRows {
  readonly table: string;
  /** The time at which a row counts. */
  readonly at: string;
  readonly condition: string;
}
const countPromises = (condition: string): AnswerRows => ({
  table: "promise_fact",
  at: "s.made_at",
  condition,
});
const rowsOfMetric: Readonly<Record<AnswerMetric, AnswerRows>> = {
  promises_made: countPromises("s.state <> 'withdrawn'"),
  promises_kept: countPromises("s.state = 'kept'"),
  promises_broken: countPromises("s.state = 'broken'"),
  promises_closed: countPromises("s.state = 'closed'"),
  promises_running: countPromises("s.state = 'running'"),
  crossed_replies: { table: "crossed_reply", at: "s.crossed_at", condition: "true" },
};
export const isAnswerMetric = (metric: string): metric is AnswerMetric =>
  Object.hasOwn(rowsOfMetric, metric);

/** Returns SQL that selects the rows `s` that a metric counts in a period. */
function rowsInPeriod(metric: AnswerMetric, scope: ReportScope, v: QueryParameters): string {
  const { table, at, condition } = rowsOfMetric[metric];
  return `${rowsInScope(table, scope, v)} and ${condition}
    and ${at} >= ${toTimestamp(v, scope.from)} and ${at} < ${toTimestamp(v, scope.to)}`;
}

/** Counts the promises that were made in a period, and the replies that were held (PROM-014). */
export async function readAnswerCounts(
  reader: Reader,
  account: number,
  scope: ReportScope,
): Promise<Readonly<Record<AnswerMetric, number>>> {
  const v = createParameters(account);
  const rows = await reader.rows<{ metric: AnswerMetric; n: string }>(
    account,
    `select 'promises_' || s.state as metric, count(*) as n ${rowsInPeriod("promises_made", scope, v)} group by s.state
     union all select 'crossed_replies', count(*) ${rowsInPeriod("crossed_replies", scope, v)}`,
    v.list,
  );
  const count = (metric: AnswerMetric): number =>
    toInteger(rows.find((row) => row.metric === metric)?.n ?? 0);
  const ended = {
    promises_kept: count("promises_kept"),
    promises_broken: count("promises_broken"),
    promises_closed: count("promises_closed"),
    promises_running: count("promises_running"),
  };
  return {
    promises_made: Object.values(ended).reduce((sum, n) => sum + n, 0),
    ...ended,
    crossed_replies: count("crossed_replies"),
  };
}

/** Builds the query of the rows that a metric counts, latest first. `columns`: further columns. */
export function buildAnswerQuery(
  metric: AnswerMetric,
  { scope, limit, after, cell }: FileQuery,
  v: QueryParameters,
  columns = "null as answer, null as duration",
): string {
  const { at } = rowsOfMetric[metric];
  return `select s.chat_id as chat, s.id, ${toMicroseconds(at)} as key, ${columns}
    ${rowsInPeriod(metric, scope, v)}
      ${cell === undefined ? "" : `and ${hourCell(at, cell, v)} = ${v.put(cell.cell)}`}
      ${after === null ? "" : `and (${at}, s.id) < (${fromMicroseconds(v.put(after.key))}, ${v.put(after.id)})`}
    order by ${at} desc, s.id desc limit ${v.put(limit + 1)}`;
}

const toNumber = (column: string, name: string): string =>
  `${toEpochMs(column)}::float8 as "${name}"`;

/** A promise in a file. Times are in ms since 1970. */
interface PromiseColumns {
  readonly madeAt: number;
  readonly until: number;
  readonly state: string;
  readonly answeredAt: number | null;
}
/** Lists the promises that were made in a period, latest first. */
export const listPromises = (reader: Reader, account: number, query: FileQuery) =>
  listRows<PromiseColumns>(reader, account, query, {
    metric: "promises_made",
    columns: `${toNumber("s.made_at", "madeAt")}, ${toNumber("s.until", "until")}, s.state, ${toNumber("s.answered_at", "answeredAt")}`,
  });

/** A reply that was held, in a file. */
interface CrossedReplyColumns {
  /** ms since 1970. */
  readonly crossedAt: number;
  readonly author: number;
}
/** Lists the replies that were held in a period, latest first. */
export const listCrossedReplies = (reader: Reader, account: number, query: FileQuery) =>
  listRows<CrossedReplyColumns>(reader, account, query, {
    metric: "crossed_replies",
    columns: `${toNumber("s.crossed_at", "crossedAt")}, s.operator_id::float8 as author`,
  });

function listRows<Columns extends object>(
  reader: Reader,
  account: number,
  query: FileQuery,
  { metric, columns }: { readonly metric: AnswerMetric; readonly columns: string },
): Promise<readonly (Columns & ReportRow)[]> {
  const v = createParameters(account);
  const page = { ...query, limit: query.limit - 1 };
  return listReportRows(reader, account, buildAnswerQuery(metric, page, v, columns), v);
}
