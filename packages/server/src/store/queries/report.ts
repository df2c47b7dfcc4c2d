import type { ChatFigures, ReportFacts, ReportOwner, ReportScope } from "../../core/record/report.ts";
import type { Reader } from "../reader.ts";
import { callsIn, epoch, toldOf, whoId, whoKind } from "./report-scope.ts";
import { int, intOrNull, values, type Values } from "./values.ts";

/**
 * Returns the figures of a period by day and, if `rows` is set, by channel, department and
 * operator. `days`: start of each day. Scans the facts of the period once, about 2 µs each.
 */
export async function readReport(
  reader: Reader,
  account: number,
  scope: ReportScope,
  { days, rows: withRows }: { readonly days: readonly number[]; readonly rows: boolean },
): Promise<ReportFacts> {
  const [facts, answers, calls] = await Promise.all([
    factRows(reader, account, scope, days, withRows),
    withRows ? answerRows(reader, account, scope) : [],
    callRows(reader, account, scope, days, withRows),
  ]);
  const rows = new Map<string, { place: Place; facts: FactRow | null; answers: AnswerRow | null; calls: CallRow | null }>();
  const rowOf = (place: Place) => {
    const row = rows.get(keyOf(place)) ?? { place, facts: null, answers: null, calls: null };
    rows.set(keyOf(place), row);
    return row;
  };
  for (const row of facts) if (!isOthers(row, scope)) rowOf(row).facts = row;
  for (const row of answers) rowOf({ part: "person", day: null, who: "operator", id: row.id }).answers = row;
  for (const row of calls) rowOf(row).calls = row;
  const of = (part: Part) =>
    [...rows.values()].flatMap((row) =>
      row.place.part === part
        ? [{ ...row.place, figures: figuresOf(row.facts, part === "person" ? row.answers : row.facts, row.calls) }]
        : [],
    );
  return {
    totals: of("total")[0]?.figures ?? figuresOf(null, null, null),
    days: new Map(of("day").map(({ day, figures }) => [int(day ?? 0) - 1, figures])),
    channels: of("channel").map(({ id, figures }) => ({ id: int(id ?? 0), figures })),
    departments: of("department").map(({ id, figures }) => ({ id: intOrNull(id), figures })),
    people: of("person").map((row) => ({ ...whoOf(row), figures: row.figures })),
  };
}
/** For a single operator, other operators in whose chats this one answered get no row. */
const isOthers = ({ part, who, id }: Place, { operator }: ReportScope): boolean =>
  part === "person" && typeof operator === "number" && (who !== "operator" || intOrNull(id) !== operator);

/**
 * Returns the names of channels, departments, operators and bots, including disabled and deleted
 * ones. A deleted department has no name.
 */
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
  readonly who: ReportOwner["kind"] | null;
}
const keyOf = ({ part, day, id, who }: Place): string => `${part} ${day ?? ""} ${who ?? ""} ${id ?? ""}`;
const whoOf = ({ who, id }: Place): ReportOwner =>
  who === "operator" || who === "bot" ? { kind: who, id: int(id ?? 0) } : { kind: "none", id: null };

/**
 * Grouping and columns of both queries. They need the columns day, channel, department, who, person
 * of `x`.
 */
const sets = (withRows: boolean): string =>
  `grouping sets ((), (x.day)${withRows ? ", (x.channel), (x.department), (x.who, x.person)" : ""})`;
const place = (withRows: boolean): string =>
  withRows
    ? `case grouping(x.day, x.channel, x.department, x.who) when 15 then 'total' when 7 then 'day' when 11 then 'channel' when 13 then 'department' else 'person' end as part,
       x.day, case grouping(x.channel, x.department, x.who) when 3 then x.channel when 5 then x.department when 6 then x.person end as id, x.who`
    : "case grouping(x.day) when 1 then 'total' else 'day' end as part, x.day, null::bigint as id, null::text as who";
const dayColumn = (column: string, days: readonly number[], v: Values): string =>
  `width_bucket(${epoch(column)}, ${v.put(days)}::bigint[]) as day`;

/** Times are milliseconds. */
interface AnswerFigures {
  readonly replied: string;
  readonly answered: string;
  /** Median and p90. */
  readonly answer: string[] | null;
}
interface FactRow extends Place, AnswerFigures {
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
function factRows(
  reader: Reader,
  account: number,
  scope: ReportScope,
  days: readonly number[],
  withRows: boolean,
): Promise<readonly FactRow[]> {
  const v = values(account);
  const told = toldOf(scope, v);
  return reader.rows<FactRow>(
    account,
    `with x as materialized (
       select ${dayColumn("f.begun_at", days, v)}, f.channel_id as channel, f.department_id as department, ${whoKind} as who, ${whoId} as person,
         ${told.isChat} as is_chat, ${told.isBegun} as is_begun, ${told.isReplied} as is_replied, ${told.answerMs} as answer_ms,
         f.in_hours, f.missed, f.by_bot, f.duration_ms, f.rating, f.commented
       from chat_fact f where ${told.where})
     select ${place(withRows)}, count(*) filter (where x.is_chat) as chats, count(*) filter (where x.is_begun) as begun,
       count(*) filter (where x.is_chat and x.missed) as missed, count(*) filter (where x.is_chat and x.missed and not x.in_hours) as missed_outside,
       count(*) filter (where x.is_replied) as replied, count(x.answer_ms) as answered,
       percentile_disc(array[0.5, 0.9]) within group (order by x.answer_ms) as answer,
       count(x.duration_ms) filter (where x.is_chat) as closed, percentile_disc(0.5) within group (order by x.duration_ms) filter (where x.is_chat) as duration,
       count(*) filter (where x.is_chat and x.rating = 'positive') as positive, count(*) filter (where x.is_chat and x.rating = 'negative') as negative,
       count(*) filter (where x.is_chat and x.commented) as commented, count(*) filter (where x.is_chat and x.by_bot) as by_bot
     from x group by ${sets(withRows)}`,
    v.list,
  );
}

interface AnswerRow extends AnswerFigures {
  /** Id of the operator. */
  readonly id: string;
}
/** Counts answers for the operators who gave them, regardless of the chat's current owner. */
function answerRows(reader: Reader, account: number, scope: ReportScope): Promise<readonly AnswerRow[]> {
  if (scope.operator === "none" || scope.bot !== undefined) return Promise.resolve([]);
  const v = values(account);
  const told = toldOf(scope, v);
  const of = scope.operator === undefined ? "" : `and p.id = ${v.put(scope.operator)}`;
  return reader.rows<AnswerRow>(
    account,
    `select p.id, count(*) as replied, count(*) filter (where p.is_first) as answered,
       percentile_disc(array[0.5, 0.9]) within group (order by f.answer_ms) filter (where p.is_first) as answer
     from chat_fact f cross join lateral (select r.id, r.id = f.answered_by and f.answer_ms is not null as is_first from unnest(f.replied_by) r(id)) p
     where ${told.where} and ${told.isReplied} ${of} group by p.id`,
    v.list,
  );
}

interface CallRow extends Place {
  readonly calls: string;
  readonly reached: string;
}
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

function figuresOf(row: FactRow | null, answers: AnswerFigures | null, calls: CallRow | null): ChatFigures {
  const n = (value: string | undefined): number => int(value ?? 0);
  const [median, p90] = answers?.answer ?? [];
  return {
    chats: n(row?.chats),
    begun: n(row?.begun),
    missed: n(row?.missed),
    missedOutsideHours: n(row?.missed_outside),
    replied: n(answers?.replied),
    answered: n(answers?.answered),
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
