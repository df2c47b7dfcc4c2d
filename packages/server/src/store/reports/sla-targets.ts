import type { SlaTarget } from "@parlour/protocol/chat-sla";
import {
  createParameters,
  fromMicroseconds,
  toInteger,
  toIntegerOrNull,
  toMicroseconds,
  type QueryParameters,
} from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import type { ReportChatQuery, ReportScope, ReportTarget, SlaMetric } from "./report-record.ts";
import { assigneeKind, hourCell, scopeCondition, toEpochMs, toTimestamp } from "./report-scope.ts";

/** Targets of SLA policies that ended. `metAtRisk` is a part of `met`. */
export interface SlaStatistics {
  readonly met: number;
  readonly metAtRisk: number;
  readonly broken: number;
}
/** Statistics of SLA policies in a period (SLA-030). */
export interface SlaFacts {
  readonly totals: SlaStatistics;
  /** Statistics by the index of the day in `days`. */
  readonly days: ReadonlyMap<number, SlaStatistics>;
  readonly policies: readonly {
    readonly id: number;
    readonly target: SlaTarget;
    readonly figures: SlaStatistics;
  }[];
  /** Targets that run and are at risk now. */
  readonly atRisk: number;
}
interface SlaPeriod {
  readonly scope: ReportScope;
  readonly now: number;
  /** Start of each day. */
  readonly days: readonly number[];
}

/** When a target was decided: met, or else due. It is the expression of an index. */
const decidedAt = "least(s.ended_at, s.due_at)";
const isMet = "(s.ended_at is not null and s.ended_at < s.due_at)";
/** SQL conditions under which a target `s` counts for a metric. */
const conditions: Readonly<Record<Exclude<SlaMetric, "sla_at_risk">, string>> = {
  sla_met: isMet,
  sla_met_at_risk: `${isMet} and s.ended_at >= s.at_risk_at`,
  sla_broken: `not ${isMet}`,
};
export const isSlaMetric = (metric: string): metric is SlaMetric =>
  metric === "sla_at_risk" || Object.hasOwn(conditions, metric);

/** Returns the statistics of a period. */
export async function readSlaFacts(
  reader: Reader,
  account: number,
  { scope, now, days }: SlaPeriod,
): Promise<SlaFacts> {
  const v = createParameters(account);
  const running = createParameters(account);
  const [rows, atRisk] = await Promise.all([
    reader.rows<FigureRow>(
      account,
      `select x.day, x.policy_id as policy, x.target, count(*) filter (where x.met) as met,
         count(*) filter (where x.at_risk) as at_risk, count(*) filter (where not x.met) as broken
       from (select width_bucket(${toEpochMs(decidedAt)}, ${v.put(days)}::bigint[]) as day, s.policy_id, s.target,
           ${conditions.sla_met} as met, ${conditions.sla_met_at_risk} as at_risk ${decidedInScope(scope, now, v)}) x
       group by grouping sets ((), (x.day), (x.policy_id, x.target))`,
      v.list,
    ),
    reader.one<{ n: string }>(
      account,
      `select count(*) as n ${atRiskInScope(scope, now, running)}`,
      running.list,
    ),
  ]);
  const total = rows.find(({ day, policy }) => day === null && policy === null);
  return {
    totals: toStatistics(total),
    days: new Map(
      rows.flatMap((row) => (row.day === null ? [] : [[row.day - 1, toStatistics(row)] as const])),
    ),
    policies: rows.flatMap((row) =>
      row.policy === null || row.target === null
        ? []
        : [{ id: toInteger(row.policy), target: row.target, figures: toStatistics(row) }],
    ),
    atRisk: toInteger(atRisk?.n ?? 0),
  };
}

interface FigureRow {
  readonly day: number | null;
  readonly policy: string | null;
  readonly target: SlaTarget | null;
  readonly met: string;
  readonly at_risk: string;
  readonly broken: string;
}
const toStatistics = (row: FigureRow | undefined): SlaStatistics => ({
  met: toInteger(row?.met ?? 0),
  metAtRisk: toInteger(row?.at_risk ?? 0),
  broken: toInteger(row?.broken ?? 0),
});

/** Returns SQL that selects the targets `s` that were decided in a period. */
function decidedInScope(scope: ReportScope, now: number, v: QueryParameters): string {
  const to = toTimestamp(v, Math.min(scope.to, now + 1));
  return `${targetsInScope(scope, v)} and ${decidedAt} >= ${toTimestamp(v, scope.from)} and ${decidedAt} < ${to}`;
}
/** Returns SQL that selects the targets `s` that run and are at risk now. */
function atRiskInScope(scope: ReportScope, now: number, v: QueryParameters): string {
  const at = toTimestamp(v, now);
  return `${targetsInScope(scope, v)} and s.ended_at is null and s.at_risk_at <= ${at} and ${decidedAt} > ${at}`;
}
const targetsInScope = (scope: ReportScope, v: QueryParameters): string =>
  rowsInScope("sla_fact", scope, v);
/**
 * Returns SQL that selects the rows `s` of a table about chats. They count for the operator who has
 * the chat or had it last, as `f` says.
 */
export function rowsInScope(table: string, scope: ReportScope, v: QueryParameters): string {
  const { operator, bot } = scope;
  return [
    `from ${table} s join chat_fact f on f.account_id = $1 and f.chat_id = s.chat_id where s.account_id = $1`,
    scopeCondition(scope, v),
    operator === "none" ? `and ${assigneeKind} = 'none'` : "",
    typeof operator === "number" ? `and f.operator_id = ${v.put(operator)}` : "",
    bot === undefined ? "" : `and f.operator_id is null and f.bot_id = ${v.put(bot)}`,
  ].join(" ");
}

/** Builds the query of the targets that a metric counts, latest first. */
export function buildSlaQuery(
  metric: SlaMetric,
  { scope, limit, after, cell, now, policy, target }: ReportChatQuery,
  v: QueryParameters,
): string {
  return `select s.chat_id as chat, s.id, ${toMicroseconds(decidedAt)} as key, null as answer, null as duration,
      ${targetColumn} as sla
    ${metric === "sla_at_risk" ? atRiskInScope(scope, now, v) : `${decidedInScope(scope, now, v)} and ${conditions[metric]}`}
      ${policy === undefined ? "" : `and s.policy_id = ${v.put(policy)}`} ${target === undefined ? "" : `and s.target = ${v.put(target)}`}
      ${cell === undefined ? "" : `and ${hourCell(decidedAt, cell, v)} = ${v.put(cell.cell)}`}
      ${after === null ? "" : `and (${decidedAt}, s.id) < (${fromMicroseconds(v.put(after.key))}, ${v.put(after.id)})`}
    order by ${decidedAt} desc, s.id desc limit ${v.put(limit + 1)}`;
}
/** A {@link ReportTarget} as JSON. */
const targetColumn = `json_build_object('policyId', s.policy_id, 'target', s.target, 'dueAt', ${toEpochMs("s.due_at")}, 'endedAt', ${toEpochMs("s.ended_at")})`;

/** A row of a table with its chat. `next` of the last one is the cursor of the following page. */
export interface ReportRow {
  readonly chat: number;
  readonly chatNumber: number | null;
  readonly operator: number | null;
  readonly next: { readonly key: number; readonly id: number };
}
export type BrokenTarget = ReportTarget & ReportRow;
/** Lists the missed targets of a period, latest first. */
export async function listBrokenTargets(
  reader: Reader,
  account: number,
  query: Omit<ReportChatQuery, "metric">,
): Promise<readonly BrokenTarget[]> {
  const v = createParameters(account);
  const page = { ...query, limit: query.limit - 1, metric: "sla_broken" } as const;
  const rows = await listReportRows<{ sla: ReportTarget }>(
    reader,
    account,
    buildSlaQuery("sla_broken", page, v),
    v,
  );
  return rows.map(({ sla, ...row }) => ({ ...sla, ...row }));
}

/** Adds number and (last) operator of the chat to rows with chat, id and key. */
export async function listReportRows<Columns extends object>(
  reader: Reader,
  account: number,
  query: string,
  v: QueryParameters,
): Promise<readonly (Columns & ReportRow)[]> {
  const rows = await reader.rows<
    Columns & {
      readonly chat: string;
      readonly id: string;
      readonly key: string;
      readonly number: string | null;
      readonly operator: string | null;
    }
  >(
    account,
    `select q.*, (select c.number from chat c where c.account_id = $1 and c.id = q.chat) as number,
       (select f.operator_id from chat_fact f where f.account_id = $1 and f.chat_id = q.chat) as operator
     from (${query}) q`,
    v.list,
  );
  return rows.map(({ chat, id, key, number, operator, ...columns }) => ({
    ...(columns as unknown as Columns),
    chat: toInteger(chat),
    chatNumber: toIntegerOrNull(number),
    operator: toIntegerOrNull(operator),
    next: { key: toInteger(key), id: toInteger(id) },
  }));
}
