import type { Db } from "../src/store/sql.ts";

/** A chat as the reference computation reads it. Times are in milliseconds. */
export interface Told {
  readonly kind: "visitor" | "operator" | "blocked";
  readonly channel: string;
  readonly department: string;
  /** `operator 3`, `bot 4`, `none null`. */
  readonly who: string;
  readonly date: string;
  readonly weekday: number;
  readonly hour: number;
  readonly missed: boolean;
  readonly outside: boolean;
  readonly answerMs: number | null;
  readonly answeredBy: number | null;
  readonly repliedBy: readonly number[];
  readonly durationMs: number | null;
  readonly rating: string | null;
  readonly commented: boolean;
  readonly byBot: boolean;
}
/** A call, with values of its chat. */
export interface ToldCall extends Pick<Told, "channel" | "department" | "who" | "date" | "weekday" | "hour"> {
  readonly reached: boolean;
}

/**
 * Computes a report from every chat and message, minute by minute, with its own conversion to
 * local time. It does not read the table of the projection.
 */
export async function recount(db: Db, account: number, { zone, from, to }: { zone: string; from: string; to: string }): Promise<any> {
  const chats = await db.query<{
    id: number;
    body: string;
    channel: string;
    created: Date;
    closed: Date | null;
    people: number[] | null;
    messages: any[] | null;
  }>(
    `select c.id, c.body, h.name as channel, c.created_at as created, c.closed_at as closed,
       (select array_agg(p.operator_id order by p.left_at desc nulls first, p.joined_at desc) from participant p where p.account_id = c.account_id and p.chat_id = c.id) as people,
       (select json_agg(json_build_object('seq', j.seq, 'at', j.at, 'body', j.body) order by j.seq) from journal j
         where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null) as messages
     from chat c join channel h on h.id = c.source where c.account_id = $1`,
    [account],
  );
  const told = chats.map((row) => tell(row, zone));
  return countReport(told, [], { from, to, isOpen: (date) => ![0, 6].includes(new Date(date).getUTCDay()) });
}

/**
 * Computes the figures of chats and calls from `from` to `to`. `person` limits them to this
 * operator.
 */
export function countReport(
  allChats: readonly Told[],
  allCalls: readonly ToldCall[],
  { from, to, isOpen: isOpenDay, person }: { from: string; to: string; isOpen: (date: string) => boolean; person?: number },
): any {
  const isIn = ({ date }: { readonly date: string }): boolean => date >= from && date <= to;
  const told = allChats.filter((one) => isIn(one) && one.kind !== "blocked");
  const calls = allCalls.filter((one) => isIn(one) && (person === undefined || one.who === `operator ${person}`));
  const dates: string[] = [];
  for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000) dates.push(new Date(day).toISOString().slice(0, 10));
  const named = <T>(names: readonly string[], of: (name: string) => T): Record<string, T> =>
    Object.fromEntries([...new Set(names)].map((name) => [name, of(name)]));
  const by = (key: (one: Told | ToldCall) => string) =>
    named([...told.filter((one) => isOf(one, person)), ...calls].map(key), (name) =>
      figures(
        told.filter((one) => key(one) === name),
        calls.filter((one) => key(one) === name),
        person,
      ),
    );
  const writers = told.flatMap(({ kind, repliedBy }) => (kind === "visitor" ? repliedBy.map((id) => `operator ${id}`) : []));
  const people = [...told.map(({ who }) => who), ...writers, ...calls.map(({ who }) => who)].filter(
    (who) => person === undefined || who === `operator ${person}`,
  );
  const cells = named(
    [...told, ...calls].map(({ weekday, hour }) => `${weekday} ${String(hour).padStart(2, "0")}`),
    (cell) => {
      const isHere = ({ weekday, hour }: { weekday: number; hour: number }): boolean =>
        weekday === Number(cell.slice(0, 1)) && hour === Number(cell.slice(2));
      const { chats, missed, answer_median_s, calls: n } = figures(told.filter(isHere), calls.filter(isHere), person);
      return { chats, missed, answer_median_s, calls: n };
    },
  );
  return {
    now: {
      from,
      to,
      totals: figures(told, calls, person),
      days: dates.map((date) => ({
        date,
        open: isOpenDay(date),
        figures: figures(
          told.filter((one) => one.date === date),
          calls.filter((one) => one.date === date),
          person,
        ),
      })),
    },
    hours: Object.entries(cells)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .filter(([, is]) => (is.chats ?? 0) + (is.calls ?? 0) > 0 || is.answer_median_s !== null)
      .map(([cell, is]) => ({ weekday: Number(cell.slice(0, 1)), hour: Number(cell.slice(2)), ...is })),
    channels: by(({ channel }) => channel),
    departments: by(({ department }) => department),
    people: named(people, (who) => {
      const [kind, id] = who.split(" ");
      const own = figures(
        told.filter((one) => one.who === who),
        calls.filter((one) => one.who === who),
      );
      // An answer counts for the operator who wrote it, not for the assignee.
      const { replied, answered, answer_median_s, answer_p90_s } = figures(told, [], kind === "operator" ? Number(id) : 0);
      return { ...own, replied, answered, answer_median_s, answer_p90_s };
    }),
  };
}
const isOf = ({ who, repliedBy }: Told, person: number | undefined): boolean =>
  person === undefined || who === `operator ${person}` || repliedBy.includes(person);

function tell(
  row: {
    body: string;
    channel: string;
    created: Date;
    closed: Date | null;
    people: readonly number[] | null;
    messages: readonly any[] | null;
  },
  zone: string,
): Told {
  const chat = JSON.parse(row.body);
  const messages = (row.messages ?? []).map(({ seq, at, body }) => ({ seq, at: Date.parse(at), ...JSON.parse(body) }));
  const people = row.people ?? [];
  const created = new Date(row.created).getTime();
  const closed = row.closed === null ? null : new Date(row.closed).getTime();
  const first = messages[0]?.line?.code;
  const isBlocked = chat.blacklisted === true && closed === created;
  const kind = isBlocked ? "blocked" : first === "continued" || first === "started" ? "operator" : "visitor";
  const botKept = chat.bot?.attached === true;
  const missed =
    chat.state === "closed" && chat.assignee === null && chat.blacklisted !== true && (!botKept || chat.bot.missed_at !== undefined);
  const operator = chat.assignee?.id ?? people[0] ?? null;
  const answers = messages.filter(({ author, kind: what }) => author.kind === "operator" && what !== "note");
  const answer = answers[0];
  // Start of the wait for an operator, derived from the system messages in order.
  let waits: number | null = chat.bot === null ? created : null;
  for (const { at, seq, line } of messages) {
    if (chat.bot === null || line === undefined || (answer && seq > answer.seq)) continue;
    if (["invited", "bot_failed", "bot_off", "bot_silent"].includes(line.code)) waits ??= at;
    if (line.code === "invite_expired") waits = null;
  }
  const local = localOf(created, zone);
  return {
    kind,
    channel: row.channel,
    department: `${chat.department?.id ?? null}`,
    who: operator !== null ? `operator ${operator}` : chat.bot !== null && !missed ? `bot ${chat.bot.id}` : "none null",
    ...local,
    missed,
    outside: !isOpen(created, zone),
    answerMs: kind === "visitor" && answer && waits !== null ? openBetween(waits, answer.at, zone) : null,
    answeredBy: kind === "visitor" && answer && waits !== null ? answer.author.id : null,
    repliedBy: [...new Set<number>(answers.map(({ author }) => author.id))],
    durationMs: closed === null ? null : closed - created,
    rating: chat.rating as string | null,
    commented: chat.rating !== null && (chat.rating_comment ?? "") !== "",
    byBot: chat.state === "closed" && operator === null && botKept && !missed && chat.blacklisted !== true,
  };
}

function figures(told: readonly Told[], calls: readonly ToldCall[], person?: number): Record<string, number | null> {
  const of = told.filter(({ who }) => person === undefined || who === `operator ${person}`);
  const all = of.filter(({ kind }) => kind === "visitor");
  const written = told.filter(
    ({ kind, repliedBy }) => kind === "visitor" && (person === undefined ? repliedBy.length > 0 : repliedBy.includes(person)),
  );
  const count = (is: (one: Told) => boolean): number => all.filter(is).length;
  const answers = written.flatMap(({ answerMs, answeredBy }) =>
    answerMs !== null && (person === undefined || answeredBy === person) ? [answerMs] : [],
  );
  const lengths = all.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  return {
    chats: all.length,
    begun: of.length - all.length,
    missed: count(({ missed }) => missed),
    missed_outside_hours: count(({ missed, outside }) => missed && outside),
    replied: written.length,
    answered: answers.length,
    answer_median_s: share(answers, 0.5),
    answer_p90_s: share(answers, 0.9),
    closed: lengths.length,
    duration_median_s: share(lengths, 0.5),
    rated: count(({ rating }) => rating !== null),
    positive: count(({ rating }) => rating === "positive"),
    negative: count(({ rating }) => rating === "negative"),
    commented: count(({ commented }) => commented),
    by_bot: count(({ byBot }) => byBot),
    calls: calls.length,
    calls_reached: calls.filter(({ reached }) => reached).length,
  };
}
/** Returns the smallest value that at least `part` of the values do not exceed, in seconds. */
function share(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const at = sorted.findIndex((_, n) => (n + 1) / sorted.length >= part);
  return at < 0 ? null : Math.round((sorted[at] ?? 0) / 1000);
}

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
export function localOf(at: number, zone: string): { date: string; weekday: number; hour: number; minute: number } {
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(at);
  const weekday = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short" }).format(at);
  return {
    date: text.slice(0, 10),
    weekday: days.indexOf(weekday) + 1,
    hour: Number(text.slice(11, 13)),
    minute: Number(text.slice(14, 16)),
  };
}
/** Monday to Friday, 9 to 13 and 14 to 18. */
function isOpen(at: number, zone: string): boolean {
  const { weekday, hour } = localOf(at, zone);
  return weekday <= 5 && hour >= 9 && hour < 18 && hour !== 13;
}
/** Sums the open time in steps that end at quarter hours. */
function openBetween(from: number, to: number, zone: string): number {
  let open = 0;
  for (let at = from; at < to;) {
    const end = Math.min(Math.floor(at / 900_000) * 900_000 + 900_000, to);
    if (isOpen(at, zone)) open += end - at;
    at = end;
  }
  return open;
}
