import { expect, it } from "vitest";
import { parseTimeWords } from "./parse-time-words.ts";

/** Thursday, 26 November 2026, 10:42 in the time zone of the browser. */
const now = new Date(2026, 10, 26, 10, 42).getTime();

const parse = (words: string): string | null => {
  const at = parseTimeWords(words, now);
  if (at === null) return null;
  const date = new Date(at);
  const pad = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
};

it.each([
  ["tomorrow 9", "2026-11-27 09:00"],
  ["Tomorrow at 9", "2026-11-27 09:00"],
  ["tomorrow", "2026-11-27 09:00"],
  ["tomorrow morning", "2026-11-27 09:00"],
  ["friday evening", "2026-11-27 20:00"],
  ["this afternoon", "2026-11-26 15:00"],
  ["in 3 h", "2026-11-26 13:42"],
  ["3h", "2026-11-26 13:42"],
  ["in 30 min", "2026-11-26 11:12"],
  ["in 2 days", "2026-11-28 09:00"],
  ["Mon", "2026-11-30 09:00"],
  ["mon 14", "2026-11-30 14:00"],
  ["Thu", "2026-12-03 09:00"],
  ["3 Dec 14:00", "2026-12-03 14:00"],
  ["Dec 3", "2026-12-03 09:00"],
  ["3/12", "2026-12-03 09:00"],
  ["9", "2026-11-27 09:00"],
  ["14:00", "2026-11-26 14:00"],
  ["5pm", "2026-11-26 17:00"],
])("[SNZ-009] “%s” is %s", (words, time) => {
  expect(parse(words)).toBe(time);
});

it.each([
  ["завтра в 9", "2026-11-27 09:00"],
  ["завтра 9", "2026-11-27 09:00"],
  ["завтра утром", "2026-11-27 09:00"],
  ["завтра днём", "2026-11-27 15:00"],
  ["сегодня вечером", "2026-11-26 20:00"],
  ["через 3 ч", "2026-11-26 13:42"],
  ["3 ч", "2026-11-26 13:42"],
  ["через 30 мин", "2026-11-26 11:12"],
  ["через час", "2026-11-26 11:42"],
  ["через 2 д", "2026-11-28 09:00"],
  ["через неделю", "2026-12-03 09:00"],
  ["пн", "2026-11-30 09:00"],
  ["в пятницу в 14", "2026-11-27 14:00"],
  ["3 дек 14:00", "2026-12-03 14:00"],
  ["послезавтра", "2026-11-28 09:00"],
])("[SNZ-009] in Russian, “%s” is %s", (words, time) => {
  expect(parse(words)).toBe(time);
});

it.each(["", "tomorow 25", "x", "call her tomorrow", "tomorrow or friday", "1.12. 9:00", "в 99"])(
  "[SNZ-009] “%s” is not understood, not even a part of it",
  (words) => {
    expect(parse(words)).toBeNull();
  },
);

it("[SNZ-009] a time that has passed is returned as such", () => {
  expect(parse("today")).toBe("2026-11-26 09:00");
  expect(parse("yesterday")).toBe("2026-11-25 09:00");
});
