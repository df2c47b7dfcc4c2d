import type { Words } from "../texts/index.ts";

/** Times in the visitor's zone and language. */
export function clockTime(at: string | number, { language }: Words): string {
  return new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(new Date(at));
}
export function dayName(at: string, words: Words, now = Date.now()): string {
  const day = new Date(at);
  const passed = new Date(now);
  if (day.toDateString() === passed.toDateString()) return words("today");
  // By the calendar: a day in which the clock is changed has 23 or 25 hours.
  passed.setDate(passed.getDate() - 1);
  if (day.toDateString() === passed.toDateString()) return words("yesterday");
  const year = day.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(words.language, { weekday: "long", day: "numeric", month: "long", ...year }).format(day);
}
/** The next opening in words: when, and in how long. */
export function openingWords(at: string, { language }: Words, now = Date.now()): { readonly when: string; readonly in: string } {
  const opens = new Date(at);
  const minutes = Math.max(1, Math.round((opens.getTime() - now) / 60_000));
  const isNear = minutes < 6 * 24 * 60;
  const day = isNear ? ({ weekday: "long" } as const) : ({ day: "numeric", month: "long" } as const);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  const [count, unit] =
    minutes < 90
      ? ([minutes, "minute"] as const)
      : minutes < 48 * 60
        ? ([Math.round(minutes / 60), "hour"] as const)
        : ([Math.round(minutes / 1440), "day"] as const);
  return {
    when: new Intl.DateTimeFormat(language, { ...day, hour: "numeric", minute: "2-digit" }).format(opens),
    in: relative.format(count, unit),
  };
}
