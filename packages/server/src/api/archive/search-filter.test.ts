import { conditionHolds, type Condition } from "@parlour/protocol/conditions/condition";
import { chatFacts, type ConditionSubject, type RowKind } from "@parlour/protocol/conditions/facts";
import { formatRowToken, toSearchTokens } from "@parlour/protocol/conditions/search-tokens";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, it } from "vitest";
import type { AccountConfig } from "../../core/command.ts";
import { buildCalendar } from "../../core/report/period.ts";
import { parseQuery } from "../../core/search/query.ts";
import { toSearchFilter } from "./search-filter.ts";

it.each([
  ["America/Havana", "2026-03-08"],
  ["America/Havana", "2026-11-01"],
  ["America/Santiago", "2026-09-06"],
  ["Africa/Cairo", "2026-04-24"],
  ["Asia/Beirut", "2026-03-29"],
  ["Europe/Berlin", "2026-03-29"],
  ["Pacific/Kiritimati", "2026-01-01"],
  ["Pacific/Pago_Pago", "2025-12-31"],
])(
  "[API-070] [API-074] in %s the day %s begins for a search when it begins in a report",
  (timezone, day) => {
    const config = { hours: { timezone, week: {}, exceptions: {} } } as unknown as AccountConfig;
    const start = buildCalendar(timezone, { from: day, to: day }).days[0]?.start;
    expect(new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(start)).toBe(day);
    expect(
      new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format((start ?? 0) - 1) < day,
    ).toBe(true);
    expect(
      toSearchFilter(parseQuery(`after:${day} before:${day}`), config, { ownId: 1, now: 0 }),
    ).toMatchObject({
      after: start,
      before: start,
    });
  },
);

const rows: Readonly<Record<RowKind, readonly { readonly id: number; readonly name: string }[]>> = {
  channel: [
    { id: 1, name: "Shop" },
    { id: 2, name: "shop" },
  ],
  department: [
    { id: 1, name: "Orders & returns" },
    { id: 2, name: "Orders" },
  ],
  operator: [
    { id: 1, name: "Maya" },
    { id: 2, name: "me" },
    { id: 3, name: 'Jo "Joe" Li' },
  ],
  bot: [{ id: 1, name: "2" }],
  tag: [
    { id: 1, name: "vip" },
    { id: 2, name: "7" },
  ],
  segment: [],
};
const byId = (kind: RowKind) => new Map(rows[kind].map((row) => [row.id, row] as const));
const account = {
  channels: byId("channel"),
  departments: byId("department"),
  operators: byId("operator"),
  bots: byId("bot"),
  tags: new Map(rows.tag.map(({ id, name }) => [id, name] as const)),
} as unknown as AccountConfig;
const toTokens = (condition: Condition): string | null =>
  toSearchTokens(condition, (kind, id) => formatRowToken(kind, rows[kind], id));

const test = (fact: string, op: string, value?: unknown) =>
  ({ fact: `chat.${fact}`, op, ...(value !== undefined && { value }) }) as Condition;
const refs = (kind: RowKind, ids: readonly number[]) =>
  ids.map((id) => byId(kind).get(id) ?? { id, name: "removed" });
/** Chats that differ in every fact of the conditions. */
const chats = [0, 1, 2, 3].flatMap((n) =>
  (["bot", "waiting", "open", "closed"] as const).map(
    (state, k) =>
      ({
        ...createTestChat(n * 4 + k),
        state,
        channel: { ...refs("channel", [(n % 2) + 1])[0], kind: "api" },
        department: n === 0 ? null : { ...refs("department", [(n % 2) + 1])[0] },
        took_part: [n, k],
        bot: n === 1 ? { id: 1, name: "2", photo: "", attached: true } : null,
        tags: refs(
          "tag",
          [k, n].filter((id) => id === 1 || id === 2),
        ),
        ...(k > 1 && { priority: (["low", "high", "urgent", "high"] as const)[n] }),
        rating: ([null, "positive", "negative"] as const)[n % 3],
        session: {
          geoip: { country_code: ["DE", "FR", ""][k % 3], city: "" },
          language: ["pt-BR", "pt", "de"][n % 3],
        },
        page: n === 2 ? null : { url: `https://shop.example/${["Cart", 'a"b', "tea pot"][k % 3]}` },
      }) as unknown as ConditionSubject,
  ),
);

it.each<[string, Condition]>([
  ["state:open state:closed", test("state", "any_of", ["open", "closed"])],
  ["-state:closed", { not: test("state", "is", "closed") }],
  [
    "-state:closed -state:open",
    { all: [test("state", "is_not", "closed"), test("state", "none_of", ["open"])] },
  ],
  [
    'channel:1 department:"Orders & returns"',
    { all: [test("channel", "is", 1), test("department", "is", 1)] },
  ],
  [
    "operator:Maya -operator:2",
    { all: [test("took_part", "any_of", [1]), test("took_part", "none_of", [2])] },
  ],
  ['operator:"Jo Joe Li"', { any: [test("took_part", "any_of", [3])] }],
  ["-bot:1", test("bot", "none_of", [1])],
  ["tag:vip tag:7", test("tags", "any_of", [1, 2])],
  ["tag:vip", test("tags", "all_of", [1])],
  [
    "rating:positive rating:none",
    { any: [test("rating", "is", "positive"), test("rating", "missing")] },
  ],
  ["-rating:none", test("rating", "present")],
  [
    "priority:high -priority:normal",
    { all: [test("priority", "is", "high"), test("priority", "present")] },
  ],
  ["country:de country:FR", { any: [test("country", "is", "de"), test("country", "is", "FR")] }],
  ["language:pt", { all: [{ all: [test("language", "starts", "pt")] }] }],
  [
    'page:"tea pot" -page:a"b',
    { all: [test("page", "contains", "tea pot"), test("page", "contains_not", 'a"b')] },
  ],
])("[CND-040] %s finds the chats of the condition", (tokens, condition) => {
  expect(toTokens(condition)).toBe(tokens);
  const { chats: found } = toSearchFilter(parseQuery(tokens), account, { ownId: 9, now: 0 });
  const answers = (bound: Parameters<typeof conditionHolds>[0]) =>
    chats.map((chat) => conditionHolds(bound, chat));
  const expected = answers({ condition, facts: chatFacts, now: 0 });
  expect(answers(found!)).toEqual(expected);
  expect(new Set(expected).size).toBe(2);
});

it.each<[string, Condition]>([
  ["no condition", { all: [] }],
  ["a fact without a token", test("city", "is", "Bonn")],
  ["an operator that the token does not have", test("page", "is", "https://shop.example/")],
  ["all of several tags", test("tags", "all_of", [1, 2])],
  [
    "two tests of one fact",
    { all: [test("page", "contains", "a"), test("page", "contains", "b")] },
  ],
  ["alternatives of different facts", { any: [test("state", "is", "open"), test("bot", "is", 1)] }],
  [
    "an alternative with an exclusion",
    { any: [test("state", "is", "open"), test("state", "is_not", "bot")] },
  ],
  ["an excluded group", { not: { all: [test("state", "is", "open"), test("bot", "is", 1)] } }],
  ["a row that was removed", test("tags", "any_of", [1, 99])],
  ["a text that cannot be quoted", test("page", "contains", 'a "b')],
  [
    "more than 20 tokens",
    { any: Array.from({ length: 21 }, (_, n) => test("country", "is", `A${n}`)) },
  ],
])("[CND-040] the search has no tokens for %s", (_, condition) => {
  expect(toTokens(condition)).toBeNull();
});
