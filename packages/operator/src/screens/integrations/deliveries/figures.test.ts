import { expect, it } from "vitest";
import { getRelativeChange, toStatisticFilter, getSuccessRate } from "./figures.ts";
import { emptyFilter, parseFilter } from "./delivery-filter.ts";

it("[API-151] the success rate counts what has ended; nothing ended is no rate", () => {
  expect(getSuccessRate(97, 3)).toBe(0.97);
  expect([getSuccessRate(0, 0), getSuccessRate(0, 3)]).toEqual([null, 0]);
});

it("[API-151] the change is a part of the day before, where that is known and was not empty", () => {
  expect([getRelativeChange(112, 100), getRelativeChange(50, 100)]).toEqual([0.12, -0.5]);
  expect([getRelativeChange(5, 0), getRelativeChange(5, null)]).toEqual([null, null]);
});

it("[API-151] a figure links to its deliveries within endpoint, kind and event; what the figures do not follow is left out", () => {
  const filter = {
    ...emptyFilter,
    endpoint: 9,
    event: "chat_finished",
    state: "failed" as const,
    chat: 7,
    seq: 2,
    q: "7",
  };
  const target = toStatisticFilter(filter, "not_usable", 24);
  expect(target).toEqual({
    ...emptyFilter,
    endpoint: 9,
    event: "chat_finished",
    state: "not_usable",
    hours: 24,
  });
  expect(parseFilter({ ...target })).toEqual(target);
});
