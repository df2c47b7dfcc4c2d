import type { ChatStatistics, ReportFacts, ReportOwner, ReportScope } from "./report-record.ts";
import type { Reader } from "../database/reader.ts";
import {
  callsInScope,
  toEpochMs,
  toReportConditions,
  countOfOperator,
  assigneeId,
  assigneeKind,
} from "./report-scope.ts";
import {
  toInteger,
  toIntegerOrNull,
  createParameters,
  type QueryParameters,
} from "../database/parameters.ts";

/** How the figures of a period are divided. */
interface ReportBreakdown {
  /** Start of each day. */
  readonly days: readonly number[];
  /** Also by channel, department and operator. */
  readonly rows: boolean;
}

/** Returns the figures of a period. Scans the facts of the period once, about 2 µs each. */
export async function readReport(
  reader: Reader,
  account: number,
  scope: ReportScope,
  breakdown: ReportBreakdown,
): Promise<ReportFacts> {
  const [facts, answers, calls] = await Promise.all([
    readFactRows(reader, account, scope, breakdown),
    breakdown.rows ? readAnswerRows(reader, account, scope) : [],
    readCallRows(reader, account, scope, breakdown),
  ]);
  const rows = new Map<
    string,
    { group: ReportGroup; facts: FactRow | null; answers: AnswerRow | null; calls: CallRow | null }
  >();
  const rowFor = (group: ReportGroup) => {
    const row = rows.get(toGroupKey(group)) ?? { group, facts: null, answers: null, calls: null };
    rows.set(toGroupKey(group), row);
    return row;
  };
  for (const row of facts) if (!isOtherOperator(row, scope)) rowFor(row).facts = row;
  for (const row of answers)
    rowFor({ part: "person", day: null, owner: "operator", id: row.id }).answers = row;
  for (const row of calls) rowFor(row).calls = row;
  const rowsOfPart = (part: Part) =>
    [...rows.values()].flatMap((row) =>
      row.group.part === part
        ? [
            {
              ...row.group,
              figures: toFigures(row.facts, part === "person" ? row.answers : row.facts, row.calls),
            },
          ]
        : [],
    );
  return {
    totals: rowsOfPart("total")[0]?.figures ?? toFigures(null, null, null),
    days: new Map(rowsOfPart("day").map(({ day, figures }) => [toInteger(day ?? 0) - 1, figures])),
    channels: rowsOfPart("channel").map(({ id, figures }) => ({ id: toInteger(id ?? 0), figures })),
    departments: rowsOfPart("department").map(({ id, figures }) => ({
      id: toIntegerOrNull(id),
      figures,
    })),
    owners: rowsOfPart("person").map((row) => ({ ...toReportOwner(row), figures: row.figures })),
  };
}
/**
 * Returns whether the row must be left out. In a report for a single operator, other operators
 * whose chats this operator answered get no row.
 */
const isOtherOperator = ({ part, owner, id }: ReportGroup, { operator }: ReportScope): boolean =>
  part === "person" &&
  typeof operator === "number" &&
  (owner !== "operator" || toIntegerOrNull(id) !== operator);

/**
 * Returns the names of channels, departments, operators, bots and SLA policies, including disabled
 * and deleted ones. Deleted departments and policies have no row and therefore no name.
 */
export async function readReportNames(
  reader: Reader,
  account: number,
): Promise<Readonly<Record<NamedKind, ReadonlyMap<number, string>>>> {
  const rows = await reader.rows<{
    kind: NamedKind;
    id: string;
    name: string;
  }>(
    account,
    namedKinds
      .map(
        (kind) => `select '${kind}' as kind, x.id, x.name from ${kind} x where x.account_id = $1`,
      )
      .join(" union all "),
    [account],
  );
  const namesOfKind = (kind: string): ReadonlyMap<number, string> =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [toInteger(id), name]));
  return {
    channel: namesOfKind("channel"),
    department: namesOfKind("department"),
    operator: namesOfKind("operator"),
    bot: namesOfKind("bot"),
    sla_policy: namesOfKind("sla_policy"),
  };
}
const namedKinds = ["channel", "department", "operator", "bot", "sla_policy"] as const;
type NamedKind = (typeof namedKinds)[number];

type Part = "total" | "day" | "channel" | "department" | "person";
interface ReportGroup {
  readonly part: Part;
  readonly day: number | null;
  readonly id: string | null;
  readonly owner: ReportOwner["kind"] | null;
}
const toGroupKey = ({ part, day, id, owner }: ReportGroup): string =>
  `${part} ${day ?? ""} ${owner ?? ""} ${id ?? ""}`;
const toReportOwner = ({ owner, id }: ReportGroup): ReportOwner =>
  owner === "operator" || owner === "bot"
    ? { kind: owner, id: toInteger(id ?? 0) }
    : { kind: "none", id: null };

/** Grouping and columns of both queries over day, channel, department, who, person of `x`. */
const groupingSets = (withRows: boolean): string =>
  `grouping sets ((), (x.day)${withRows ? ", (x.channel), (x.department), (x.who, x.person)" : ""})`;
const groupColumns = (withRows: boolean): string =>
  withRows
    ? `case grouping(x.day, x.channel, x.department, x.who) when 15 then 'total' when 7 then 'day' when 11 then 'channel' when 13 then 'department' else 'person' end as part,
       x.day, case grouping(x.channel, x.department, x.who) when 3 then x.channel when 5 then x.department when 6 then x.person end as id, x.who as owner`
    : "case grouping(x.day) when 1 then 'total' else 'day' end as part, x.day, null::bigint as id, null::text as owner";
const dayColumn = (column: string, days: readonly number[], v: QueryParameters): string =>
  `width_bucket(${toEpochMs(column)}, ${v.put(days)}::bigint[]) as day`;

/** Statistics of answers. Times are in milliseconds. */
interface AnswerFigures {
  readonly replied: string;
  readonly answered: string;
  /** Median and 90th percentile. */
  readonly answer: string[] | null;
  /** Sent suggestions: as they were, and changed ones. */
  readonly unchanged: string;
  readonly changed: string;
}
interface FactRow extends ReportGroup, AnswerFigures {
  readonly chats: string;
  readonly begun: string;
  readonly missed: string;
  readonly missed_outside: string;
  readonly closed: string;
  readonly duration: string | null;
  readonly positive: string;
  readonly negative: string;
  readonly commented: string;
  readonly by_bot: string;
}
function readFactRows(
  reader: Reader,
  account: number,
  scope: ReportScope,
  { days, rows }: ReportBreakdown,
): Promise<readonly FactRow[]> {
  const v = createParameters(account);
  const reportConditions = toReportConditions(scope, v);
  return reader.rows<FactRow>(
    account,
    `with x as materialized (
       select ${dayColumn("f.begun_at", days, v)}, f.channel_id as channel, f.department_id as department, ${assigneeKind} as who, ${assigneeId} as person,
         ${reportConditions.isChat} as is_chat, ${reportConditions.isBegun} as is_begun, ${reportConditions.isReplied} as is_replied, ${reportConditions.answerMs} as answer_ms,
         ${reportConditions.unchangedSuggestions} as unchanged, ${reportConditions.changedSuggestions} as changed,
         f.in_hours, f.missed, f.by_bot, f.duration_ms, f.rating, f.commented
       from chat_fact f where ${reportConditions.where})
     select ${groupColumns(rows)}, count(*) filter (where x.is_chat) as chats, count(*) filter (where x.is_begun) as begun,
       count(*) filter (where x.is_chat and x.missed) as missed, count(*) filter (where x.is_chat and x.missed and not x.in_hours) as missed_outside,
       count(*) filter (where x.is_replied) as replied, count(x.answer_ms) as answered,
       percentile_disc(array[0.5, 0.9]) within group (order by x.answer_ms) as answer, sum(x.unchanged) as unchanged, sum(x.changed) as changed,
       count(x.duration_ms) filter (where x.is_chat) as closed, percentile_disc(0.5) within group (order by x.duration_ms) filter (where x.is_chat) as duration,
       count(*) filter (where x.is_chat and x.rating = 'positive') as positive, count(*) filter (where x.is_chat and x.rating = 'negative') as negative,
       count(*) filter (where x.is_chat and x.commented) as commented, count(*) filter (where x.is_chat and x.by_bot) as by_bot
     from x group by ${groupingSets(rows)}`,
    v.list,
  );
}

interface AnswerRow extends AnswerFigures {
  readonly id: string;
}
/** Returns the statistics of answers by the operators who gave them, not by owners. */
function readAnswerRows(
  reader: Reader,
  account: number,
  scope: ReportScope,
): Promise<readonly AnswerRow[]> {
  if (scope.operator === "none" || scope.bot !== undefined) return Promise.resolve([]);
  const v = createParameters(account);
  const reportConditions = toReportConditions(scope, v);
  const operatorCondition =
    scope.operator === undefined ? "" : `and p.id = ${v.put(scope.operator)}`;
  return reader.rows<AnswerRow>(
    account,
    `select p.id, count(*) as replied, count(*) filter (where p.is_first) as answered,
       percentile_disc(array[0.5, 0.9]) within group (order by f.answer_ms) filter (where p.is_first) as answer,
       sum(${countOfOperator("f.suggestions_unchanged", "p.id")}) as unchanged, sum(${countOfOperator("f.suggestions_changed", "p.id")}) as changed
     from chat_fact f cross join lateral (select r.id, r.id = f.answered_by and f.answer_ms is not null as is_first from unnest(f.replied_by) r(id)) p
     where ${reportConditions.where} and ${reportConditions.isReplied} ${operatorCondition} group by p.id`,
    v.list,
  );
}

interface CallRow extends ReportGroup {
  readonly calls: string;
  readonly reached: string;
}
function readCallRows(
  reader: Reader,
  account: number,
  scope: ReportScope,
  { days, rows }: ReportBreakdown,
): Promise<readonly CallRow[]> {
  const v = createParameters(account);
  return reader.rows<CallRow>(
    account,
    `with x as materialized (
       select ${dayColumn("k.created_at", days, v)}, f.channel_id as channel, f.department_id as department,
         case when k.operator is null then 'none' else 'operator' end as who, k.operator as person, k.reached ${callsInScope(scope, v)})
     select ${groupColumns(rows)}, count(*) as calls, count(*) filter (where x.reached) as reached from x group by ${groupingSets(rows)}`,
    v.list,
  );
}

function toFigures(
  facts: FactRow | null,
  answers: AnswerFigures | null,
  calls: CallRow | null,
): ChatStatistics {
  const [median = null, p90 = null] = answers?.answer ?? [];
  const row: Partial<FactRow> = facts ?? {};
  const { replied, answered, unchanged, changed }: Partial<AnswerFigures> = answers ?? {};
  return {
    chats: toCount(row.chats),
    begun: toCount(row.begun),
    missed: toCount(row.missed),
    missedOutsideHours: toCount(row.missed_outside),
    replied: toCount(replied),
    answered: toCount(answered),
    answerMedian: toIntegerOrNull(median),
    answerP90: toIntegerOrNull(p90),
    closed: toCount(row.closed),
    durationMedian: toIntegerOrNull(row.duration ?? null),
    rated: toCount(row.positive) + toCount(row.negative),
    positive: toCount(row.positive),
    negative: toCount(row.negative),
    commented: toCount(row.commented),
    byBot: toCount(row.by_bot),
    calls: toCount(calls?.calls),
    callsReached: toCount(calls?.reached),
    suggestions: toCount(unchanged) + toCount(changed),
    suggestionsUnchanged: toCount(unchanged),
  };
}
const toCount = (value: string | undefined): number => toInteger(value ?? 0);
