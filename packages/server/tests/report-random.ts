import { expect } from "vitest";
import type { ServiceApi } from "./api-fixture.ts";
import {
  computeReport,
  toLocalTime,
  type ReferenceChat,
  type ReferenceCall,
} from "./report-reference.ts";

/**
 * Time zones with the days of their clock changes: by an hour, by half an hour, at midnight. The
 * last one has no change.
 */
const zoneChanges = [
  ["Europe/Berlin", ["2026-03-29", "2026-10-25"]],
  ["Australia/Lord_Howe", ["2026-04-05", "2026-10-04"]],
  ["Africa/Cairo", ["2026-04-24", "2026-10-30"]],
  ["America/St_Johns", ["2026-03-08", "2026-11-01"]],
  ["America/Santiago", ["2026-04-05", "2026-09-06"]],
  ["Asia/Kolkata", ["2026-06-01"]],
] as const;
const dayMs = 86_400_000;

/**
 * Compares reports with the reference computation. Writes random chats and calls around the clock
 * changes of a random time zone as facts of a new account, and applies random filters.
 */
export async function checkRandomReports(
  service: ServiceApi,
  next: () => number,
  round: number,
): Promise<void> {
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const { id: account, keys } = await service.createAccount(`slice${round}`);
  const [zone, changes] = pick(zoneChanges);
  const hasHours = next() < 0.8;
  // Saturday opens for an hour that some of these zones skip.
  const week = { mon: ["09:00-18:00"], wed: ["22:00-24:00"], sat: ["02:00-03:00"] };
  if (hasHours) {
    const set = await service.call("PATCH", "/working-hours", {
      key: keys.owner,
      body: { timezone: zone, week },
    });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
  }
  const reportZone = hasHours ? zone : "UTC";

  const clockChangeMs = Date.parse(pick(changes));
  const randomTime = (): number => clockChangeMs + Math.floor((next() * 9 - 4) * dayMs);
  const facts = Array.from({ length: 150 }, (_, n) =>
    createRandomFact(n, randomTime(), { next, below, pick }),
  );
  const calls = Array.from({ length: 25 }, (_, n) => ({
    id: n + 1,
    at: randomTime(),
    chat: pick(facts),
    operator: pick([null, 11, 12]),
    reached: next() < 0.5,
  }));
  await service.db.query(
    `insert into chat_fact (account_id, chat_id, kind, channel_id, department_id, operator_id, bot_id, begun_at, in_hours, duration_ms, answer_ms, answered_by,
       replied_by, suggestions_unchanged, suggestions_changed, missed, by_bot, rating, commented, chat_version, last_seq)
     select $1, id, kind, channel, department, operator, bot, to_timestamp(at::float8 / 1000), in_hours, "durationMs", "answerMs", "answeredBy", "repliedBy", "suggestionsUnchanged", "suggestionsChanged", missed, "byBot", rating,
       commented, 0, 0
     from jsonb_to_recordset($2::jsonb) q(id bigint, kind text, channel bigint, department bigint, operator bigint, bot bigint, at bigint, in_hours boolean, "durationMs" bigint,
       "answerMs" bigint, "answeredBy" bigint, "repliedBy" bigint[], "suggestionsUnchanged" bigint[], "suggestionsChanged" bigint[], missed boolean, "byBot" boolean, rating text, commented boolean)`,
    [account, JSON.stringify(facts)],
  );
  await service.db.query(
    `insert into record (account_id, id, kind, visitor_id, chat_id, state, created_at, body)
     select $1, id, 'call', 1, chat, 'end', to_timestamp(at::float8 / 1000), body::text from jsonb_to_recordset($2::jsonb) q(id bigint, chat bigint, at bigint, body jsonb)`,
    [
      account,
      JSON.stringify(
        calls.map(({ id, at, chat, operator, reached }) => ({
          id,
          at,
          chat: chat.id,
          body: {
            operator: operator === null ? null : { id: operator },
            ...(reached && { client_connected_at: "now" }),
          },
        })),
      ),
    ],
  );

  const allChats = facts.map((record): ReferenceChat & GroupKeys => ({
    ...record,
    ...toGroupKeys(record),
    ...toLocalTime(record.at, reportZone),
    outside: !record.in_hours,
  }));
  const allCalls = calls.map((record): ReferenceCall & GroupKeys => ({
    ...toGroupKeys(record.chat),
    ...toLocalTime(record.at, reportZone),
    reached: record.reached,
    assignee: record.operator === null ? "none null" : `operator ${record.operator}`,
  }));
  for (let n = 0; n < 6; n++) {
    const from = new Date(clockChangeMs + (below(5) - 4) * dayMs).toISOString().slice(0, 10);
    const to = new Date(Date.parse(from) + below(8) * dayMs).toISOString().slice(0, 10);
    const filter =
      n === 0
        ? {}
        : pick([
            { channel: 1 },
            { department: 21 },
            { department: "none" },
            { operator: 11 },
            { operator: 12 },
            { operator: "none" },
            { bot: 31 },
          ]);
    const filters: Readonly<Record<string, string | number>> =
      n > 2 ? { ...filter, channel: 2 } : filter;
    const query = new URLSearchParams({
      from,
      to,
      ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
    });
    const answer = await service.call("GET", `/reports?${query.toString()}`, { key: keys.viewer });
    const description = `${reportZone} ${query.toString()}`;
    expect(answer.status, description).toBe(200);
    const report = answer.body;
    // The reference computation filters by operator itself, because it includes chats of other
    // operators in which this operator answered.
    const matchesFilters = (record: (ReferenceChat | ReferenceCall) & GroupKeys): boolean =>
      Object.entries(filters).every(([name, value]) => {
        const expectedKey = value === "none" ? "null" : String(value);
        if (name === "operator") return value !== "none" || record.assignee === "none null";
        return name === "bot"
          ? record.assignee === `bot ${expectedKey}`
          : record[name as "channel" | "department"] === expectedKey;
      });
    const operatorFilter =
      typeof filters["operator"] === "number" ? { person: filters["operator"] } : {};
    const openDates = new Map<string, boolean>(
      report.now.days.map((day: any) => [day.date, day.open]),
    );
    const expected = computeReport(
      allChats.filter(matchesFilters),
      allCalls.filter(matchesFilters),
      {
        from,
        to,
        isOpen: (date) => openDates.get(date) ?? false,
        ...operatorFilter,
      },
    );
    expect(
      toReferenceShape(report, ({ id }) => String(id)),
      description,
    ).toEqual(expected);
    const beforeRange = { from: report.before.from, to: report.before.to };
    const expectedBefore = computeReport(
      allChats.filter(matchesFilters),
      allCalls.filter(matchesFilters),
      {
        ...beforeRange,
        isOpen: () => false,
        ...operatorFilter,
      },
    );
    expect(report.before.totals, description).toEqual(expectedBefore.now.totals);
    expect(
      report.before.days.map((day: any) => day.figures),
      description,
    ).toEqual(expectedBefore.now.days.map((day: any) => day.figures));
  }
}
/** Converts a report response to the shape of the reference computation. */
export function toReferenceShape(
  { now, hours, channels, departments, people }: any,
  channelKey: (row: any) => string,
): any {
  const rows = (list: any[], key: (row: any) => string): object =>
    Object.fromEntries(list.map((row) => [key(row), row.figures]));
  return {
    now,
    hours,
    channels: rows(channels, channelKey),
    departments: rows(departments, ({ id }) => String(id)),
    people: rows(people, ({ kind, id }) => `${kind} ${id}`),
  };
}

type GroupKeys = Record<"channel" | "department", string>;

type RandomSource = {
  next: () => number;
  below: (n: number) => number;
  pick: <T>(list: readonly T[]) => T;
};
interface RandomFact extends Pick<
  ReferenceChat,
  | "kind"
  | "missed"
  | "answerMs"
  | "answeredBy"
  | "repliedBy"
  | "suggestionsUnchanged"
  | "suggestionsChanged"
  | "durationMs"
  | "rating"
  | "commented"
  | "byBot"
> {
  readonly id: number;
  readonly at: number;
  readonly in_hours: boolean;
  readonly channel: number;
  readonly department: number | null;
  readonly operator: number | null;
  readonly bot: number | null;
}
/** Creates a plausible chat with an operator, a bot or no assignee. */
function createRandomFact(n: number, at: number, { next, below, pick }: RandomSource): RandomFact {
  const operator = pick([11, 12, 13, null]);
  const bot = operator === null ? pick([31, 32, null]) : null;
  const kind = pick(["visitor", "visitor", "visitor", "visitor", "operator", "blocked"] as const);
  const repliedBy = operator === null ? [] : pick([[], [operator], [11, 12], [13, 11], [12]]);
  const isMeasured = kind === "visitor" && repliedBy.length > 0 && next() < 0.9;
  const rating = pick([null, "positive", "positive", "negative"]);
  return {
    id: n + 1,
    at,
    kind,
    channel: 1 + below(3),
    department: pick([null, 21, 22]),
    operator,
    bot,
    in_hours: next() < 0.6,
    missed: operator === null && bot === null && next() < 0.7,
    byBot: bot !== null && next() < 0.7,
    durationMs: next() < 0.8 ? below(3_600_000) : null,
    answerMs: isMeasured ? below(600_000) : null,
    answeredBy: isMeasured ? (repliedBy[0] ?? null) : null,
    repliedBy,
    suggestionsUnchanged: repliedBy.flatMap((id) => pick([[], [id], [id, id]])),
    suggestionsChanged: repliedBy.filter(() => next() < 0.3),
    rating,
    commented: rating !== null && next() < 0.3,
  };
}
const toGroupKeys = ({
  channel,
  department,
  operator,
  bot,
}: RandomFact): GroupKeys & Pick<ReferenceChat, "assignee"> => ({
  channel: String(channel),
  department: String(department),
  assignee: operator !== null ? `operator ${operator}` : bot !== null ? `bot ${bot}` : "none null",
});

/** Creates a seeded generator of numbers from 0 to below 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
