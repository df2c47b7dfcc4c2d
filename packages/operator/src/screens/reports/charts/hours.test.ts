import type { Report } from "@parlour/protocol/api";
import { expect, it } from "vitest";
import {
  averageCells,
  listCells,
  levelRange,
  colourLevel,
  measures,
  findPeak,
  createScale,
  formatShortDuration,
} from "./hours.ts";

const createHour = (
  weekday: number,
  hour: number,
  chats: number,
  answer: number | null,
  calls = 0,
) => ({
  weekday,
  hour,
  chats,
  missed: 0,
  answer_median_s: answer,
  calls,
});
const report = {
  hours: [createHour(1, 9, 8, 40), createHour(7, 23, 3, 600, 2), createHour(2, 0, 0, null, 1)],
  weekdays: [4, 4, 4, 4, 4, 3, 3],
} as unknown as Report;
const at = (cells: ReturnType<typeof listCells>, weekday: number, hour: number) =>
  cells.find((cell) => cell.weekday === weekday && cell.hour === hour)?.n;

it("[API-074] the chart of hours shows the average of a week, of first answers the median itself", () => {
  const chats = averageCells(report, measures.chats);
  expect([chats.length, at(chats, 1, 9), at(chats, 7, 23), at(chats, 2, 0)]).toEqual([
    168,
    2,
    1,
    null,
  ]);
  expect(findPeak(chats)).toEqual({ weekday: 1, hour: 9, n: 2 });
  expect(findPeak(averageCells(report, measures.answer))).toEqual({ weekday: 7, hour: 23, n: 600 });
  expect(findPeak(averageCells(report, measures.missed))).toBeNull();
  expect([
    at(listCells(report, measures.calls), 7, 23),
    at(listCells(report, measures.calls), 2, 0),
  ]).toEqual([2, 1]);
});
it("[API-074] cells are told apart in four steps; an answer at once is one of them, nothing is none", () => {
  const many = createScale(measures.chats, 100);
  expect([null, 0, 0.3, 25, 26, 75, 76, 100].map((n) => colourLevel(n, many))).toEqual([
    0, 1, 1, 1, 2, 3, 4, 4,
  ]);
  expect(colourLevel(0, createScale(measures.answer, 0))).toBe(1);
});
it("[API-074] the colours of the chart of hours end where the next begins, in whole steps, below four in tenths", () => {
  const ends = (highest: number, of: keyof typeof measures = "chats") =>
    [1, 2, 3, 4].map((level) => {
      const scale = createScale(measures[of], highest);
      const { from, to } = levelRange(scale, level);
      return [measures[of].formatShort(from, scale.unit), measures[of].formatShort(to, scale.unit)];
    });
  expect(ends(9)).toEqual([
    ["1", "2"],
    ["3", "4"],
    ["5", "6"],
    ["7", "8"],
  ]);
  expect(ends(2.5)).toEqual([
    ["0.1", "0.6"],
    ["0.7", "1.2"],
    ["1.3", "1.8"],
    ["1.9", "2.4"],
  ]);
  for (const highest of [4, 5, 6, 7, 23, 100])
    expect(colourLevel(highest, createScale(measures.chats, highest)), String(highest)).toBe(4);
  expect(ends(480, "answer")).toEqual([
    ["1m", "2m"],
    ["3m", "4m"],
    ["5m", "6m"],
    ["7m", "8m"],
  ]);
});
it("[API-074] a cell says a time in a few signs", () => {
  expect([0, 38, 61, 3599, 7200].map(formatShortDuration)).toEqual(["0s", "38s", "1m", "1h", "2h"]);
});
