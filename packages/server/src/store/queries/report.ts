import type { Reader } from "../reader.ts";
import { int, intOrNull, values, type Values } from "./values.ts";

/** Chats that a report looks at. Times in milliseconds since 1970, `to` not included; `none`: chats without one. */
export interface ReportScope {
  readonly from: number;
  readonly to: number;
  readonly channel?: number;
  readonly department?: number | "none";
  readonly operator?: number | "none";
  readonly bot?: number;
}
/** What is counted of some chats; seconds are milliseconds here. */
export interface Figures {
  readonly chats: number;
  readonly begun: number;
  readonly missed: number;
  readonly missedOutsideHours: number;
  readonly answered: number;
  readonly answerMedian: number | null;
  readonly answerP90: number | null;
  readonly closed: number;
  readonly durationMedian: number | null;
  readonly rated: number;
  readonly positive: number;
  readonly negative: number;
  readonly commented: number;
  readonly byBot: number;
  readonly calls: number;
  readonly callsReached: number;
}
export type Who = { readonly kind: "operator" | "bot"; readonly id: number } | { readonly kind: "none"; readonly id: null };
export interface ReportFacts {
  readonly totals: Figures;
  /** By the place of the day in `days`. */
  readonly days: ReadonlyMap<number, Figures>;
  readonly channels: readonly { readonly id: number; readonly figures: Figures }[];
  readonly departments: readonly { readonly id: number | null; readonly figures: Figures }[];
  readonly people: readonly (Who & { readonly figures: Figures })[];
}

/** Who is told as the one who had a chat `f`: a person, else the bot that nobody had to help. */
const whoKind = "case when f.operator_id is not null then 'operator' when f.bot_id is not null then 'bot' else 'none' end";
const whoId = "coalesce(f.operator_id, f.bot_id)";
const epoch = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

/** Conditions on the row `f` of chat_fact. */
export function inScope(scope: ReportScope, v: Values): string {
  return `f.account_id = $1 and f.begun_at >= ${at(v, scope.from)} and f.begun_at < ${at(v, scope.to)} ${ofScope(scope, v)}`;
}
function ofScope({ channel, department, operator, bot }: ReportScope, v: Values): string {
  return [
    channel === undefined ? "" : `and f.channel_id = ${v.put(channel)}`,
    department === undefined ? "" : department === "none" ? "and f.department_id is null" : `and f.department_id = ${v.put(department)}`,
    operator === undefined ? "" : operator === "none" ? `and ${whoKind} = 'none'` : `and f.operator_id = ${v.put(operator)}`,
    bot === undefined ? "" : `and f.operator_id is null and f.bot_id = ${v.put(bot)}`,
  ].join(" ");
}
export const at = (v: Values, ms: number): string => `to_timestamp(${v.put(ms)}::float8 / 1000)`;

/**
 * The figures of a period, by day and, where `rows` says so, by channel, department and person. `days`: when each begins. One walk over the facts
 * of the period, about 2 µs each.
 */
export async function readReport(
  reader: Reader,
  account: number,
  scope: ReportScope,
  { days, rows: withRows }: { readonly days: readonly number[]; readonly rows: boolean },
): Promise<ReportFacts> {
  const [facts, calls] = await Promise.all([
    factRows(reader, account, scope, days, withRows),
    callRows(reader, account, scope, days, withRows),
  ]);
  const callsOf = new Map(calls.map((row) => [keyOf(row), row]));
  const found = new Map(facts.map((row) => [keyOf(row), figuresOf(row, callsOf.get(keyOf(row)))]));
  for (const row of calls) if (!found.has(keyOf(row))) found.set(keyOf(row), figuresOf(null, row));
  const all = [...facts, ...calls.filter((row) => !facts.some((one) => keyOf(one) === keyOf(row)))];
  const figures = (row: Place): Figures => found.get(keyOf(row)) ?? figuresOf(null);
  const of = (part: Part): readonly Place[] => all.filter((row) => row.part === part);
  return {
    totals: figures({ ...nowhere, part: "total" }),
    days: new Map(of("day").map((row) => [int(row.day ?? 0) - 1, figures(row)])),
    channels: of("channel").map((row) => ({ id: int(row.id ?? 0), figures: figures(row) })),
    departments: of("department").map((row) => ({ id: intOrNull(row.id), figures: figures(row) })),
    people: of("person").map((row) => ({ ...whoOf(row), figures: figures(row) })),
  };
}

/** `chats` by the cell of the hour they began in; `cells[n]` is that of what begins at `hours[n]`. */
export async function readHours(
  reader: Reader,
  account: number,
  scope: ReportScope,
  grid: { readonly hours: readonly number[]; readonly cells: readonly number[] },
): Promise<ReadonlyMap<number, number>> {
  const v = values(account);
  const rows = await reader.rows<{ cell: number; n: string }>(
    account,
    `select ${cellOf(grid, v)} as cell, count(*) as n from chat_fact f where ${inScope(scope, v)} and f.kind = 'visitor' group by 1`,
    v.list,
  );
  return new Map(rows.map(({ cell, n }) => [cell, int(n)]));
}
export const cellOf = ({ hours, cells }: { readonly hours: readonly number[]; readonly cells: readonly number[] }, v: Values): string =>
  `(${v.put(cells)}::int[])[width_bucket(${epoch("f.begun_at")}, ${v.put(hours)}::bigint[])]`;

/** Names of what rows are about, also of what is switched off or deleted; a department that is gone has none. */
export async function readNames(
  reader: Reader,
  account: number,
): Promise<Readonly<Record<"channel" | "department" | "operator" | "bot", ReadonlyMap<number, string>>>> {
  const rows = await reader.rows<{ kind: "channel" | "department" | "operator" | "bot"; id: string; name: string }>(
    account,
    (["channel", "department", "operator", "bot"] as const)
      .map((kind) => `select '${kind}' as kind, x.id, x.name from ${kind} x where x.account_id = $1`)
      .join(" union all "),
    [account],
  );
  const of = (kind: string): ReadonlyMap<number, string> =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [int(id), name]));
  return { channel: of("channel"), department: of("department"), operator: of("operator"), bot: of("bot") };
}

type Part = "total" | "day" | "channel" | "department" | "person";
interface Place {
  readonly part: Part;
  readonly day: number | null;
  readonly id: string | null;
  readonly who: Who["kind"] | null;
}
const nowhere = { day: null, id: null, who: null };
const keyOf = ({ part, day, id, who }: Place): string => `${part} ${day ?? ""} ${who ?? ""} ${id ?? ""}`;
const whoOf = ({ who, id }: Place): Who =>
  who === "operator" || who === "bot" ? { kind: who, id: int(id ?? 0) } : { kind: "none", id: null };

/** Columns and grouping of both queries; they need columns day, channel, department, who, person of `x`. */
const sets = (withRows: boolean): string =>
  `grouping sets ((), (x.day)${withRows ? ", (x.channel), (x.department), (x.who, x.person)" : ""})`;
const place = (withRows: boolean): string =>
  withRows
    ? `case grouping(x.day, x.channel, x.department, x.who) when 15 then 'total' when 7 then 'day' when 11 then 'channel' when 13 then 'department' else 'person' end as part,
       x.day, case grouping(x.channel, x.department, x.who) when 3 then x.channel when 5 then x.department when 6 then x.person end as id, x.who`
    : "case grouping(x.day) when 1 then 'total' else 'day' end as part, x.day, null::bigint as id, null::text as who";
const dayColumn = (column: string, days: readonly number[], v: Values): string =>
  `width_bucket(${epoch(column)}, ${v.put(days)}::bigint[]) as day`;

interface FactRow extends Place {
  readonly chats: string;
  readonly begun: string;
  readonly missed: string;
  readonly missed_outside: string;
  readonly answered: string;
  readonly answer: string[] | null;
  readonly closed: string;
  readonly duration: string | null;
  readonly positive: string;
  readonly negative: string;
  readonly commented: string;
  readonly by_bot: string;
}
function factRows(
  reader: Reader,
  account: number,
  scope: ReportScope,
  days: readonly number[],
  withRows: boolean,
): Promise<readonly FactRow[]> {
  const v = values(account);
  return reader.rows<FactRow>(
    account,
    `with x as materialized (
       select ${dayColumn("f.begun_at", days, v)}, f.channel_id as channel, f.department_id as department, ${whoKind} as who, ${whoId} as person,
         f.kind = 'visitor' as is_chat, f.in_hours, f.missed, f.by_bot, f.answer_ms, f.duration_ms, f.rating, f.commented
       from chat_fact f where ${inScope(scope, v)} and f.kind <> 'blocked')
     select ${place(withRows)}, count(*) filter (where x.is_chat) as chats, count(*) filter (where not x.is_chat) as begun,
       count(*) filter (where x.is_chat and x.missed) as missed, count(*) filter (where x.is_chat and x.missed and not x.in_hours) as missed_outside,
       count(x.answer_ms) filter (where x.is_chat) as answered,
       percentile_disc(array[0.5, 0.9]) within group (order by x.answer_ms) filter (where x.is_chat) as answer,
       count(x.duration_ms) filter (where x.is_chat) as closed, percentile_disc(0.5) within group (order by x.duration_ms) filter (where x.is_chat) as duration,
       count(*) filter (where x.is_chat and x.rating = 'positive') as positive, count(*) filter (where x.is_chat and x.rating = 'negative') as negative,
       count(*) filter (where x.is_chat and x.commented) as commented, count(*) filter (where x.is_chat and x.by_bot) as by_bot
     from x group by ${sets(withRows)}`,
    v.list,
  );
}

interface CallRow extends Place {
  readonly calls: string;
  readonly reached: string;
}
/** Calls count when they were asked for, for the channel and department of their chat, and for the operator who took them. */
export const callsIn = (scope: ReportScope, v: Values): string => {
  const { operator, bot, ...rest } = scope;
  const who = operator === undefined ? "" : operator === "none" ? "and k.operator is null" : `and k.operator = ${v.put(operator)}`;
  return `from (select k.id, k.chat_id, k.created_at, (b.body -> 'operator' ->> 'id')::bigint as operator, b.body ? 'client_connected_at' as reached
      from record k cross join lateral (select k.body::jsonb as body) b
      where k.account_id = $1 and k.kind = 'call' and k.created_at >= ${at(v, scope.from)} and k.created_at < ${at(v, scope.to)}) k
    join chat_fact f on f.account_id = $1 and f.chat_id = k.chat_id
    where true ${ofScope(rest, v)} ${who} ${bot === undefined ? "" : "and false"}`;
};
function callRows(
  reader: Reader,
  account: number,
  scope: ReportScope,
  days: readonly number[],
  withRows: boolean,
): Promise<readonly CallRow[]> {
  const v = values(account);
  return reader.rows<CallRow>(
    account,
    `with x as materialized (
       select ${dayColumn("k.created_at", days, v)}, f.channel_id as channel, f.department_id as department,
         case when k.operator is null then 'none' else 'operator' end as who, k.operator as person, k.reached ${callsIn(scope, v)})
     select ${place(withRows)}, count(*) as calls, count(*) filter (where x.reached) as reached from x group by ${sets(withRows)}`,
    v.list,
  );
}

function figuresOf(row: FactRow | null, calls?: CallRow): Figures {
  const n = (value: string | undefined): number => int(value ?? 0);
  const [median, p90] = row?.answer ?? [];
  return {
    chats: n(row?.chats),
    begun: n(row?.begun),
    missed: n(row?.missed),
    missedOutsideHours: n(row?.missed_outside),
    answered: n(row?.answered),
    answerMedian: intOrNull(median ?? null),
    answerP90: intOrNull(p90 ?? null),
    closed: n(row?.closed),
    durationMedian: intOrNull(row?.duration ?? null),
    rated: n(row?.positive) + n(row?.negative),
    positive: n(row?.positive),
    negative: n(row?.negative),
    commented: n(row?.commented),
    byBot: n(row?.by_bot),
    calls: n(calls?.calls),
    callsReached: n(calls?.reached),
  };
}
