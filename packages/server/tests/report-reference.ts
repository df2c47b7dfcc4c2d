import type { Db } from "../src/store/database/sql.ts";

/** A chat as input of the reference computation. Times are in ms. */
export interface ReferenceChat {
  readonly kind: "visitor" | "operator" | "blocked";
  readonly channel: string;
  readonly department: string;
  /** Assignee of the chat, such as `operator 3`, `bot 4` or `none null`. */
  readonly assignee: string;
  readonly date: string;
  readonly weekday: number;
  readonly hour: number;
  readonly missed: boolean;
  readonly outside: boolean;
  readonly answerMs: number | null;
  readonly answeredBy: number | null;
  readonly repliedBy: readonly number[];
  /** Operators who sent a suggestion as it was or changed, one element per message. */
  readonly suggestionsUnchanged: readonly number[];
  readonly suggestionsChanged: readonly number[];
  readonly durationMs: number | null;
  readonly rating: string | null;
  readonly commented: boolean;
  readonly byBot: boolean;
}
/** A call, with values of its chat. */
export interface ReferenceCall extends Pick<
  ReferenceChat,
  "channel" | "department" | "assignee" | "date" | "weekday" | "hour"
> {
  readonly reached: boolean;
}

/**
 * Computes a report from every chat and message, minute by minute, with a separate conversion to
 * local time. Does not use the table of the projection.
 */
export async function computeReference(
  db: Db,
  account: number,
  { zone, from, to }: { zone: string; from: string; to: string },
): Promise<any> {
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
  const records = chats.map((row) => toReferenceChat(row, zone));
  return computeReport(records, [], {
    from,
    to,
    isOpen: (date) => ![0, 6].includes(new Date(date).getUTCDay()),
  });
}

/**
 * Computes the numbers of chats and calls from `from` to `to`. `person` limits them to this
 * operator.
 */
export function computeReport(
  allChats: readonly ReferenceChat[],
  allCalls: readonly ReferenceCall[],
  {
    from,
    to,
    isOpen: isOpenDay,
    person: operatorId,
  }: { from: string; to: string; isOpen: (date: string) => boolean; person?: number },
): any {
  const isIn = ({ date }: { readonly date: string }): boolean => date >= from && date <= to;
  const records = allChats.filter((record) => isIn(record) && record.kind !== "blocked");
  const calls = allCalls.filter(
    (record) =>
      isIn(record) && (operatorId === undefined || record.assignee === `operator ${operatorId}`),
  );
  const dates: string[] = [];
  for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000)
    dates.push(new Date(day).toISOString().slice(0, 10));
  const mapNames = <T>(names: readonly string[], compute: (name: string) => T): Record<string, T> =>
    Object.fromEntries([...new Set(names)].map((name) => [name, compute(name)]));
  const groupBy = (key: (record: ReferenceChat | ReferenceCall) => string) =>
    mapNames(
      [...records.filter((record) => involvesOperator(record, operatorId)), ...calls].map(key),
      (name) =>
        computeFigures(
          records.filter((record) => key(record) === name),
          calls.filter((record) => key(record) === name),
          operatorId,
        ),
    );
  const writers = records.flatMap(({ kind, repliedBy }) =>
    kind === "visitor" ? repliedBy.map((id) => `operator ${id}`) : [],
  );
  const people = [
    ...records.map(({ assignee }) => assignee),
    ...writers,
    ...calls.map(({ assignee }) => assignee),
  ].filter((assignee) => operatorId === undefined || assignee === `operator ${operatorId}`);
  const cells = mapNames(
    [...records, ...calls].map(
      ({ weekday, hour }) => `${weekday} ${String(hour).padStart(2, "0")}`,
    ),
    (cell) => {
      const isInCell = ({ weekday, hour }: { weekday: number; hour: number }): boolean =>
        weekday === Number(cell.slice(0, 1)) && hour === Number(cell.slice(2));
      const {
        chats,
        missed,
        answer_median_s,
        calls: n,
      } = computeFigures(records.filter(isInCell), calls.filter(isInCell), operatorId);
      return { chats, missed, answer_median_s, calls: n };
    },
  );
  return {
    now: {
      from,
      to,
      totals: computeFigures(records, calls, operatorId),
      days: dates.map((date) => ({
        date,
        open: isOpenDay(date),
        figures: computeFigures(
          records.filter((record) => record.date === date),
          calls.filter((record) => record.date === date),
          operatorId,
        ),
      })),
    },
    hours: Object.entries(cells)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .filter(
        ([, cellFigures]) =>
          (cellFigures.chats ?? 0) + (cellFigures.calls ?? 0) > 0 ||
          cellFigures.answer_median_s !== null,
      )
      .map(([cell, cellFigures]) => ({
        weekday: Number(cell.slice(0, 1)),
        hour: Number(cell.slice(2)),
        ...cellFigures,
      })),
    channels: groupBy(({ channel }) => channel),
    departments: groupBy(({ department }) => department),
    people: mapNames(people, (assignee) => {
      const [kind, id] = assignee.split(" ");
      const ownFigures = computeFigures(
        records.filter((record) => record.assignee === assignee),
        calls.filter((record) => record.assignee === assignee),
      );
      // A reply counts for the operator who wrote it, not for the assignee.
      const writtenBy = computeFigures(records, [], kind === "operator" ? Number(id) : 0);
      const { replied, answered, answer_median_s, answer_p90_s } = writtenBy;
      const { suggestions, suggestions_unchanged } = writtenBy;
      return {
        ...ownFigures,
        replied,
        answered,
        answer_median_s,
        answer_p90_s,
        suggestions,
        suggestions_unchanged,
      };
    }),
  };
}
const involvesOperator = (
  { assignee, repliedBy }: ReferenceChat,
  operatorId: number | undefined,
): boolean =>
  operatorId === undefined ||
  assignee === `operator ${operatorId}` ||
  repliedBy.includes(operatorId);

function toReferenceChat(
  row: {
    body: string;
    channel: string;
    created: Date;
    closed: Date | null;
    people: readonly number[] | null;
    messages: readonly any[] | null;
  },
  zone: string,
): ReferenceChat {
  const chat = JSON.parse(row.body);
  const messages = (row.messages ?? []).map(({ seq, at, body }) => ({
    seq,
    at: Date.parse(at),
    ...JSON.parse(body),
  }));
  const operatorIds = row.people ?? [];
  const created = new Date(row.created).getTime();
  const closed = row.closed === null ? null : new Date(row.closed).getTime();
  const firstCode = messages[0]?.line?.code;
  const isBlocked = chat.blacklisted === true && closed === created;
  const kind = isBlocked
    ? "blocked"
    : firstCode === "continued" || firstCode === "started"
      ? "operator"
      : "visitor";
  const isBotAttached = chat.bot?.attached === true;
  const missed =
    chat.state === "closed" &&
    chat.assignee === null &&
    chat.blacklisted !== true &&
    (!isBotAttached || chat.bot.missed_at !== undefined);
  const operator = chat.assignee?.id ?? operatorIds[0] ?? null;
  const replies = messages.filter(
    ({ author, kind: messageKind }) => author.kind === "operator" && messageKind !== "note",
  );
  const firstReply = replies[0];
  // Start of the wait for an operator, derived from the system messages in order.
  let waitingSince: number | null = chat.bot === null ? created : null;
  for (const { at, seq, line } of messages) {
    if (chat.bot === null || line === undefined || (firstReply && seq > firstReply.seq)) continue;
    if (
      [
        "invited",
        "automatic_message",
        "bot_failed",
        "bot_off",
        "bot_sender_unverified",
        "bot_silent",
      ].includes(line.code)
    )
      waitingSince ??= at;
    if (line.code === "invite_expired") waitingSince = null;
  }
  const local = toLocalTime(created, zone);
  return {
    kind,
    channel: row.channel,
    department: `${chat.department?.id ?? null}`,
    assignee:
      operator !== null
        ? `operator ${operator}`
        : chat.bot !== null && !missed
          ? `bot ${chat.bot.id}`
          : "none null",
    ...local,
    missed,
    outside: !isOpenAt(created, zone),
    answerMs:
      kind === "visitor" && firstReply && waitingSince !== null
        ? computeOpenMs(waitingSince, firstReply.at, zone)
        : null,
    answeredBy:
      kind === "visitor" && firstReply && waitingSince !== null ? firstReply.author.id : null,
    repliedBy: [...new Set<number>(replies.map(({ author }) => author.id))],
    suggestionsUnchanged: replies.flatMap(({ author, suggestion }) =>
      suggestion?.changed === false ? [author.id] : [],
    ),
    suggestionsChanged: replies.flatMap(({ author, suggestion }) =>
      suggestion?.changed === true ? [author.id] : [],
    ),
    durationMs: closed === null ? null : closed - created,
    rating: chat.rating as string | null,
    commented: chat.rating !== null && (chat.rating_comment ?? "") !== "",
    byBot:
      chat.state === "closed" &&
      operator === null &&
      isBotAttached &&
      !missed &&
      chat.blacklisted !== true,
  };
}

function computeFigures(
  records: readonly ReferenceChat[],
  calls: readonly ReferenceCall[],
  operatorId?: number,
): Record<string, number | null> {
  const assignedChats = records.filter(
    ({ assignee }) => operatorId === undefined || assignee === `operator ${operatorId}`,
  );
  const visitorChats = assignedChats.filter(({ kind }) => kind === "visitor");
  const repliedChats = records.filter(
    ({ kind, repliedBy }) =>
      kind === "visitor" &&
      (operatorId === undefined ? repliedBy.length > 0 : repliedBy.includes(operatorId)),
  );
  const count = (isCounted: (chat: ReferenceChat) => boolean): number =>
    visitorChats.filter(isCounted).length;
  const answerTimes = repliedChats.flatMap(({ answerMs, answeredBy }) =>
    answerMs !== null && (operatorId === undefined || answeredBy === operatorId) ? [answerMs] : [],
  );
  const durations = visitorChats.flatMap(({ durationMs }) =>
    durationMs === null ? [] : [durationMs],
  );
  const countSuggestions = (list: "suggestionsUnchanged" | "suggestionsChanged"): number =>
    records
      .filter(({ kind }) => kind === "visitor")
      .flatMap((record) => record[list])
      .filter((by) => operatorId === undefined || by === operatorId).length;
  const unchanged = countSuggestions("suggestionsUnchanged");
  return {
    chats: visitorChats.length,
    begun: assignedChats.length - visitorChats.length,
    missed: count(({ missed }) => missed),
    missed_outside_hours: count(({ missed, outside }) => missed && outside),
    replied: repliedChats.length,
    answered: answerTimes.length,
    answer_median_s: computePercentileSeconds(answerTimes, 0.5),
    answer_p90_s: computePercentileSeconds(answerTimes, 0.9),
    closed: durations.length,
    duration_median_s: computePercentileSeconds(durations, 0.5),
    rated: count(({ rating }) => rating !== null),
    positive: count(({ rating }) => rating === "positive"),
    negative: count(({ rating }) => rating === "negative"),
    commented: count(({ commented }) => commented),
    by_bot: count(({ byBot }) => byBot),
    calls: calls.length,
    calls_reached: calls.filter(({ reached }) => reached).length,
    suggestions: unchanged + countSuggestions("suggestionsChanged"),
    suggestions_unchanged: unchanged,
  };
}
/** Returns the smallest value in seconds that is not exceeded by the share `part` of the values. */
function computePercentileSeconds(values: readonly number[], fraction: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const at = sorted.findIndex((_, n) => (n + 1) / sorted.length >= fraction);
  return at < 0 ? null : Math.round((sorted[at] ?? 0) / 1000);
}

const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
export function toLocalTime(
  at: number,
  zone: string,
): { date: string; weekday: number; hour: number; minute: number } {
  const text = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(at);
  const weekday = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short" }).format(at);
  return {
    date: text.slice(0, 10),
    weekday: weekdayNames.indexOf(weekday) + 1,
    hour: Number(text.slice(11, 13)),
    minute: Number(text.slice(14, 16)),
  };
}
/** Returns whether the time is Monday to Friday, 9 to 13 or 14 to 18. */
function isOpenAt(at: number, zone: string): boolean {
  const { weekday, hour } = toLocalTime(at, zone);
  return weekday <= 5 && hour >= 9 && hour < 18 && hour !== 13;
}
/** Sums the open time in steps that end at quarter hours. */
function computeOpenMs(from: number, to: number, zone: string): number {
  let open = 0;
  for (let at = from; at < to;) {
    const end = Math.min(Math.floor(at / 900_000) * 900_000 + 900_000, to);
    if (isOpenAt(at, zone)) open += end - at;
    at = end;
  }
  return open;
}
