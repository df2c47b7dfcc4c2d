import type { Words } from "../texts/index.ts";

/** The window's language as the visitor's browser writes it: `en-GB` has another clock than `en`. */
export function localeOf({ language }: Pick<Words, "language">): string {
  return navigator.languages.find((one) => one.startsWith(`${language}-`)) ?? language;
}
/** Times in the visitor's zone and language. */
export function clockTime(at: string | number, words: Words): string {
  return new Intl.DateTimeFormat(localeOf(words), { hour: "numeric", minute: "2-digit" }).format(new Date(at));
}
export function dayName(at: string, words: Words, now = Date.now()): string {
  const day = new Date(at);
  const passed = new Date(now);
  if (day.toDateString() === passed.toDateString()) return words("today");
  // By the calendar: a day in which the clock is changed has 23 or 25 hours.
  passed.setDate(passed.getDate() - 1);
  if (day.toDateString() === passed.toDateString()) return words("yesterday");
  const year = day.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(localeOf(words), { weekday: "long", day: "numeric", month: "long", ...year }).format(day);
}
