import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { WeekGrid, ReportScope } from "./report-record.ts";
import { toConditionSql, visitorRows } from "../conditions/condition-sql.ts";
import { lookupJoin, type QueryParameters } from "../database/parameters.ts";

/** SQL for the owner of a chat `f` in reports: an operator, or the bot that was alone. */
export const assigneeKind =
  "case when f.operator_id is not null then 'operator' when f.bot_id is not null then 'bot' else 'none' end";
export const assigneeId = "coalesce(f.operator_id, f.bot_id)";
export const toEpochMs = (column: string): string =>
  `(extract(epoch from ${column}) * 1000)::bigint`;
export const toTimestamp = (v: QueryParameters, ms: number): string =>
  `to_timestamp(${v.put(ms)}::float8 / 1000)`;

/** SQL conditions on the rows `f` of chat_fact for a report scope. */
export interface ReportConditions {
  /** Rows that count for any metric. */
  readonly where: string;
  /** Chats that a visitor started and the requested operator owns, for most metrics. */
  readonly isChat: string;
  /** Chats that operators started and that the requested operator owns. */
  readonly isBegun: string;
  /** SQL for the milliseconds to the first answer, if the requested operator gave it. */
  readonly answerMs: string;
  /** Chats in which an operator, or the requested one, wrote to the visitor. */
  readonly isReplied: string;
  /** SQL for the suggestions that operators, or the requested one, sent as they were. */
  readonly unchangedSuggestions: string;
  /** The same for those that they changed. */
  readonly changedSuggestions: string;
}

/**
 * Builds the SQL conditions of a report scope. A chat counts for its current or last operator, and
 * an answer counts for the operator who gave it. For a single operator, both kinds of chats are
 * read (decision 0016).
 */
export function toReportConditions(scope: ReportScope, v: QueryParameters): ReportConditions {
  const { from, to, operator, bot } = scope;
  const visitor = "f.kind = 'visitor'";
  const where = `f.account_id = $1 and f.begun_at >= ${toTimestamp(v, from)} and f.begun_at < ${toTimestamp(v, to)} and f.kind <> 'blocked' ${scopeCondition(scope, v)}`;
  const isOfBot = bot === undefined ? "" : `and f.operator_id is null and f.bot_id = ${v.put(bot)}`;
  if (typeof operator === "number") {
    const operatorId = `${v.put(operator)}::bigint`;
    return {
      where: `${where} ${isOfBot} and (f.operator_id = ${operatorId} or ${operatorId} = any(f.replied_by))`,
      isChat: `(${visitor} and f.operator_id = ${operatorId})`,
      isBegun: `(f.kind = 'operator' and f.operator_id = ${operatorId})`,
      answerMs: `case when ${visitor} and f.answered_by = ${operatorId} then f.answer_ms end`,
      isReplied: `(${visitor} and ${operatorId} = any(f.replied_by))`,
      unchangedSuggestions: `case when ${visitor} then ${countOfOperator("f.suggestions_unchanged", operatorId)} else 0 end`,
      changedSuggestions: `case when ${visitor} then ${countOfOperator("f.suggestions_changed", operatorId)} else 0 end`,
    };
  }
  return {
    where: `${where} ${isOfBot} ${operator === "none" ? `and ${assigneeKind} = 'none'` : ""}`,
    isChat: `(${visitor})`,
    isBegun: "(f.kind = 'operator')",
    answerMs: `case when ${visitor} then f.answer_ms end`,
    isReplied: `(${visitor} and f.replied_by <> '{}')`,
    unchangedSuggestions: `case when ${visitor} then cardinality(f.suggestions_unchanged) else 0 end`,
    changedSuggestions: `case when ${visitor} then cardinality(f.suggestions_changed) else 0 end`,
  };
}
/** Returns SQL that counts the elements of a list of operators that are this operator. */
export const countOfOperator = (list: string, operatorId: string): string =>
  `cardinality(array_positions(${list}, ${operatorId}))`;

/** Returns only the SQL conditions for channel, department and visitor. */
export function scopeCondition(
  { channel, department, visitor }: ReportScope,
  v: QueryParameters,
): string {
  return [
    channel === undefined ? "" : `and f.channel_id = ${v.put(channel)}`,
    department === undefined
      ? ""
      : department === "none"
        ? "and f.department_id is null"
        : `and f.department_id = ${v.put(department)}`,
    visitor === undefined ? "" : `and exists (${selectVisitor(visitor, v)})`,
  ].join(" ");
}

/**
 * Returns SQL that looks up the visitor of a chat `f` by key, and tests them. `offset 0` keeps
 * PostgreSQL from testing all visitors of the account first.
 */
const selectVisitor = (condition: BoundCondition, v: QueryParameters): string =>
  `select from chat c ${lookupJoin("visitor", "v", "v.account_id = $1 and v.id = c.visitor_id")}
    where c.account_id = $1 and c.id = f.chat_id and ${toConditionSql(condition, v, visitorRows)} offset 0`;

/**
 * Returns SQL that selects calls `k` with the facts `f` of their chat. A call counts at the time of
 * its request, for the channel and department of the chat, and for the operator who took the call.
 */
export const callsInScope = (scope: ReportScope, v: QueryParameters): string => {
  const { operator, bot } = scope;
  const operatorCondition =
    operator === undefined
      ? ""
      : operator === "none"
        ? "and k.operator is null"
        : `and k.operator = ${v.put(operator)}`;
  return `from (select k.id, k.chat_id, k.created_at, (b.body -> 'operator' ->> 'id')::bigint as operator, b.body ? 'client_connected_at' as reached
      from record k cross join lateral (select k.body::jsonb as body) b
      where k.account_id = $1 and k.kind = 'call' and k.created_at >= ${toTimestamp(v, scope.from)} and k.created_at < ${toTimestamp(v, scope.to)}) k
    join chat_fact f on f.account_id = $1 and f.chat_id = k.chat_id
    where true ${scopeCondition(scope, v)} ${operatorCondition} ${bot === undefined ? "" : "and false"}`;
};

/** Returns SQL for the cell of a time. */
export const hourCell = (column: string, { hours, cells }: WeekGrid, v: QueryParameters): string =>
  `(${v.put(cells)}::int[])[width_bucket(${toEpochMs(column)}, ${v.put(hours)}::bigint[])]`;
