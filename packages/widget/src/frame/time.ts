import type { Words } from "../texts/index.ts";

/**
 * Returns the visitor's locale for the language of the chat window, because `en-GB` and `en-US`
 * write times differently.
 */
export function localeOf({ language }: Pick<Words, "language">): string {
  return navigator.languages.find((one) => one.startsWith(`${language}-`)) ?? language;
}
/** Formats a time in the visitor's time zone and language. */
export function clockTime(at: string | number, words: Words): string {
  return new Intl.DateTimeFormat(localeOf(words), { hour: "numeric", minute: "2-digit" }).format(new Date(at));
}
export function dayName(at: string, words: Words, now = Date.now()): string {
  const day = new Date(at);
  const passed = new Date(now);
  if (day.toDateString() === passed.toDateString()) return words("today");
  // By calendar day, because days with a clock change have 23 or 25 hours.
  passed.setDate(passed.getDate() - 1);
  if (day.toDateString() === passed.toDateString()) return words("yesterday");
  const year = day.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(localeOf(words), { weekday: "long", day: "numeric", month: "long", ...year }).format(day);
}
