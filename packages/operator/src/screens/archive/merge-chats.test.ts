import type { ChatHit, SearchResult } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { mergeChats } from "./use-search.ts";

const found = (id: number, minute: number, isMatch: boolean): ChatHit => {
  const created_at = new Date(minute * 60_000).toISOString();
  const hits = isMatch ? [{ seq: 1, created_at }] : [];
  return {
    chat: {
      id,
      created_at,
      last_message: { created_at: isMatch ? created_at : "2020-01-01T00:00:00.000Z" },
    },
    hits,
    count: hits.length,
    // A chat without a matching message is sorted by its last activity, not by its last message.
    ...(!isMatch && { active_at: created_at }),
  } as unknown as ChatHit;
};
const page = (
  items: readonly ChatHit[],
  more: boolean,
  people: readonly ChatHit[] = [],
): SearchResult =>
  ({
    items,
    next_cursor: more ? "x" : null,
    chats: { items: people, count: people.length },
  }) as unknown as SearchResult;
const order = (pages: readonly SearchResult[], sort: Parameters<typeof mergeChats>[1]) =>
  mergeChats(pages, sort).map(({ chat }) => chat.id);

const visitors = [found(1, 10, false), found(2, 50, false), found(5, 30, false)];
test.each([
  ["best", false, [1, 2, 5, 3, 4]],
  ["best", true, [1, 2, 5, 3, 4]],
  ["newest", false, [2, 3, 5, 4, 1]],
  ["newest", true, [2, 3, 5, 4]],
] as const)("[CORE-156] %s, more pages %s: %j", (sort, more, ids) => {
  expect(
    order(
      [page([found(3, 40, true), found(5, 30, true), found(4, 20, true)], more, visitors)],
      sort,
    ),
  ).toEqual(ids);
});
test("[CORE-156] oldest first; a later page adds rows at the end only", () => {
  const first = page([found(4, 20, true), found(5, 30, true)], true, visitors);
  expect(order([first], "oldest")).toEqual([1, 4, 5]);
  expect(order([first, page([found(3, 40, true)], false)], "oldest")).toEqual([1, 4, 5, 3, 2]);
  expect(order([page([], true, visitors)], "oldest")).toEqual([1, 5, 2]);
});
