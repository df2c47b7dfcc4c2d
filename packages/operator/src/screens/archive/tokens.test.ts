import { expect, test } from "vitest";
import { toSearchParams } from "./use-search-query.ts";
import {
  matchingValues,
  moveFiltersFirst,
  splitQuery,
  replaceRange,
  toFieldText,
  findTokenAt,
  parseTokens,
  removeToken,
  formatToken,
} from "./tokens.ts";

const named = (text: string) =>
  parseTokens(text).map(({ name, value, not }) => `${not ? "-" : ""}${name}=${value}`);

test("[API-070] tokens of the field are found where they stand, words and addresses are none", () => {
  expect(named('refund from:visitor -tag:vip channel:"Fan forum" https://a.b 10:30')).toEqual([
    "from=visitor",
    "-tag=vip",
    "channel=Fan forum",
  ]);
  expect(named("from: rating:")).toEqual(["from=", "rating="]);
  expect(named('"from:bot" note:this')).toEqual([]);
  const text = "a from:bot b";
  expect(parseTokens(text).map(({ from, to }) => text.slice(from, to))).toEqual(["from:bot"]);
});

test("[API-070] a token goes without leaving holes, and comes in where the caret is", () => {
  const [token] = parseTokens("refund from:bot now");
  expect(token && removeToken("refund from:bot now", token)).toBe("refund now");
  expect(replaceRange("refund cha now", 7, 10, "channel:")).toEqual({
    text: "refund channel:now",
    caret: 15,
  });
  expect(replaceRange("refund", 6, 6, "has:file")).toEqual({ text: "refund has:file ", caret: 16 });
  expect(formatToken("channel", "Fan forum")).toBe('channel:"Fan forum"');
  expect(formatToken("tag", "vip", true)).toBe("-tag:vip");
});

test("[API-070] the token under the caret is the one that gets suggestions", () => {
  expect(findTokenAt("refund from:iv now", 14)).toMatchObject({ name: "from", value: "iv" });
  expect(findTokenAt("refund from:iv now", 6)).toBeNull();
  expect(findTokenAt("from:", 5)).toMatchObject({ name: "from", value: "" });
  const names = ["Petrov Ivan", "Ivan", "Anna", "Ivan"].map((text) => ({ text, label: text }));
  expect(matchingValues(names, "iv").map(({ text }) => text)).toEqual(["Ivan", "Petrov Ivan"]);
  expect(matchingValues([{ text: "positive", label: "Хорошая" }], "хор")).toHaveLength(1);
});

test.each([
  ["anna channel:Shop ", "channel:Shop anna ", ["channel:Shop"], "anna "],
  ["anna channel:Sh", "anna channel:Sh", [], "anna channel:Sh"],
  [
    'tag:vip -channel:"Fan forum" refund',
    'tag:vip -channel:"Fan forum" refund',
    ["tag:vip", '-channel:"Fan forum"'],
    "refund",
  ],
  ["rating: ", "rating: ", [], "rating: "],
  ["channel:Shop tag:v", "channel:Shop tag:v", ["channel:Shop"], "tag:v"],
])("[CORE-156] %j becomes chips and words", (typed, text, chips, words) => {
  expect(moveFiltersFirst(typed)).toBe(text);
  const parts = splitQuery(text);
  expect(parts.filters.map(({ name, value, not }) => formatToken(name, value, not))).toEqual(chips);
  expect(parts.words).toBe(words);
  expect(parts.head + parts.words).toBe(text);
});

test("[CORE-156] the query of an address has all its tokens as chips", () => {
  expect(toFieldText("refund channel:Shop")).toBe("channel:Shop refund");
  expect(toFieldText("channel:Shop")).toBe("channel:Shop ");
  expect(toFieldText("refund")).toBe("refund");
  expect(toFieldText("")).toBe("");
});

test("[CORE-156] [CORE-223] the order and all people found are kept in the address, the defaults are left out", () => {
  expect(toSearchParams({ q: "refund", sort: "best" })).toEqual({ q: "refund" });
  expect(toSearchParams({ q: "refund", sort: "newest" })).toEqual({ q: "refund", sort: "newest" });
  expect(toSearchParams({ q: "", sort: "oldest", at: 7, showsAllVisitors: true })).toEqual({
    sort: "oldest",
    at: 7,
    people: "all",
  });
});
