import type { Chat } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, it } from "vitest";
import { matchesFilter, parseStoredFilters, maxSavedFilters, addSavedFilter } from "./filter.ts";

const session = (language: string) => ({ language }) as NonNullable<Chat["session"]>;
const chat = createTestChat(1, {
  channel: { id: 1, kind: "api", name: "Shop" },
  department: { id: 2, name: "Sales" },
  assignee: { id: 3, name: "Ivan" },
  tags: [{ id: 4, name: "refund" }],
  session: null,
});

it("[API-020] a list is narrowed to chats that fit every part of the filter", () => {
  expect(matchesFilter(chat, {})).toBe(true);
  expect(matchesFilter(chat, { channel: 1, department: 2, operator: 3, tag: 4 })).toBe(true);
  const german = { ...chat, tags: [], session: session("de-AT") };
  expect(matchesFilter(german, { language: "de" })).toBe(true);
  for (const language of ["d", "en"]) expect(matchesFilter(german, { language })).toBe(false);
  expect(matchesFilter({ ...german, session: null }, { language: "de" })).toBe(false);
  for (const other of [{ channel: 9 }, { department: 9 }, { operator: 9 }, { tag: 9 }])
    expect(matchesFilter(chat, other)).toBe(false);
  expect(matchesFilter({ ...chat, department: null }, { department: 2 })).toBe(false);
});

it("[API-020] saved filters replace their name, the oldest goes, and what a browser kept wrongly counts as nothing", () => {
  const many = Array.from({ length: maxSavedFilters + 5 }, (_, n) => n).reduce(
    (saved, n) => addSavedFilter(saved, `filter ${n}`, { channel: n + 1 }),
    addSavedFilter([], "x", { tag: 1 }),
  );
  expect(many).toHaveLength(maxSavedFilters);
  expect(
    addSavedFilter(many, "filter 20", { tag: 7 }).filter(
      (savedFilter) => savedFilter.name === "filter 20",
    ),
  ).toEqual([{ name: "filter 20", narrow: { tag: 7 } }]);
  for (const text of [null, "", "{", "[]", '{"narrow":{"channel":"1","tag":-1},"saved":7}'])
    expect(parseStoredFilters(text)).toEqual({ narrow: {}, saved: [] });
  expect(
    parseStoredFilters(
      '{"narrow":{"channel":1},"saved":[{"name":"A","narrow":{"tag":2}},{"name":""}]}',
    ),
  ).toEqual({
    narrow: { channel: 1 },
    saved: [{ name: "A", narrow: { tag: 2 } }],
  });
  expect(parseStoredFilters('{"narrow":{"language":"de","tag":"2"}}').narrow).toEqual({
    language: "de",
  });
  expect(parseStoredFilters('{"narrow":{"language":7}}').narrow).toEqual({});
});
