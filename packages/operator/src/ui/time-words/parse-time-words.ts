import type { ParsedResult } from "chrono-node";
import { GB } from "chrono-node/en";
import { casual as russian } from "chrono-node/ru";

/** The hour of a day without a time, and of a morning. */
const morningHour = 9;

/**
 * Returns the time that English or Russian words mean, such as "tomorrow 9" or "пн", in Unix ms and
 * local time. Null unless all words are understood. It may have passed.
 */
export function parseTimeWords(words: string, now: number): number | null {
  const text = words.trim().toLowerCase();
  // "tomorrow 9" is tried second, because the 3 of "Dec 3" is a day.
  for (const variant of [text, text.replace(/(?<=^|\s)\d{1,2}$/u, "$&:00")]) {
    const result = parseAll(variant, now) ?? parseAll(expandRussian(variant), now);
    if (result !== null) return toTime(result, now);
  }
  return null;
}

/** Returns the only result in a text, if it is the whole text. */
function parseAll(text: string, now: number): ParsedResult | null {
  for (const language of [GB, russian]) {
    const [result, ...others] = language.parse(text, new Date(now), { forwardDate: true });
    if (others.length === 0 && result?.text === text && result.end === null) return result;
  }
  return null;
}

const russianUnits: readonly (readonly [short: RegExp, full: string])[] = [
  [/(\d)\s*ч\.?(?=\s|$)/gu, "$1 часов"],
  [/(\d)\s*м(?:ин)?\.?(?=\s|$)/gu, "$1 минут"],
  [/(\d)\s*дн?\.?(?=\s|$)/gu, "$1 дней"],
  [/(\d)\s*нед\.?(?=\s|$)/gu, "$1 недель"],
];

/** Writes out what the parser does not know: short units, "через" that is left out, "днём". */
function expandRussian(text: string): string {
  const full = russianUnits.reduce((words, [short, unit]) => words.replace(short, unit), text);
  return full
    .replace(/^\d+ (?:часов|минут|дней|недель)$/u, "через $&")
    .replace(/дн[её]м$/u, "в 15:00");
}

/** Words that name a part of the day, for which the parser knows an hour. */
const partsOfDay = ["afternoon", "evening", "night", "tonight"].map(
  (part) => `casualReference/${part}`,
);

function toTime({ start }: ParsedResult, now: number): number {
  const date = start.date();
  const tags = start.tags();
  const hasHour = start.isCertain("hour") || partsOfDay.some((part) => tags.has(part));
  if (!hasHour) date.setHours(morningHour, 0, 0, 0);
  // On a Monday after 9:00, "Monday" is the next one.
  if (date.getTime() <= now && start.isCertain("weekday") && !start.isCertain("day"))
    date.setDate(date.getDate() + 7);
  return date.getTime();
}
