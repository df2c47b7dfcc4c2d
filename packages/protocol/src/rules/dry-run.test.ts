import { expect, test } from "vitest";
import { countMatchingVisits, dryRunRule, type PastVisit } from "./dry-run.ts";
import type { Condition } from "./index.ts";

const at = (seconds: number): number => 1_000_000 + seconds * 1000;
const visit: PastVisit = {
  startedAt: at(0),
  lastAt: at(100),
  pages: [
    { url: "https://shop.example/", at: at(0) },
    { url: "https://shop.example/cart", at: at(28) },
  ],
  firstPageNumber: 1,
  facts: {
    visits: 2,
    referrer: "",
    device: "desktop",
    working_hours: true,
    utm: {},
    language: "en",
  },
};
const cart: Condition = { type: "url", value: "/cart" };

test.each<[string, Condition | undefined, object]>([
  ["always", undefined, { result: "fires", page: 0, timeOnPage: 0 }],
  ["the page that was reached later", cart, { result: "fires", page: 1, timeOnPage: 0 }],
  [
    "the moment at which time has come",
    { all: [cart, { type: "time_on_page", value: 40 }] },
    { result: "fires", page: 1, timeOnPage: 40 },
  ],
  [
    "a short moment in the middle",
    { all: [{ type: "time_on_site", op: "=", value: 30 }, cart] },
    { result: "fires", page: 1, timeOnPage: 2 },
  ],
  [
    "one condition short",
    { all: [cart, { type: "time_on_page", value: 90 }] },
    {
      result: "short",
      page: 1,
      missing: [{ leaf: { type: "time_on_page", value: 90 }, actual: 72 }],
    },
  ],
  [
    "what is not known",
    { all: [cart, { type: "scroll", value: 60 }] },
    { result: "maybe", page: 1, missing: [{ leaf: { type: "scroll", value: 60 }, actual: null }] },
  ],
  [
    "the way round what is not known",
    { any: [{ type: "exit_intent" }, { type: "visits", value: 2 }] },
    { result: "fires" },
  ],
  [
    "not",
    { not: { type: "working_hours", value: true } },
    { result: "short", missing: [{ leaf: { type: "working_hours", value: true }, actual: true }] },
  ],
  [
    "two conditions short",
    {
      all: [
        { type: "device", value: "mobile" },
        { type: "visits", value: 3 },
      ],
    },
    { result: "no" },
  ],
])("[API-041] a dry run finds %s", (_, condition, expected) => {
  expect(dryRunRule(condition, visit)).toMatchObject(expected);
});

test("[API-041] a dry run counts each condition; of what was never known it says so", () => {
  const other = { ...visit, pages: visit.pages.slice(0, 1), lastAt: at(10) };
  expect(
    countMatchingVisits(
      { all: [cart, { type: "time_on_site", value: 5 }, { type: "exit_intent" }] },
      [visit, other],
    ),
  ).toEqual([1, 2, null]);
});
