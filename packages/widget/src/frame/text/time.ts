import { browserClock } from "../../clock.ts";
import type { TextFunction } from "../../texts/index.ts";

/**
 * Returns the visitor's locale for the language of the chat window. The region matters, because
 * `en-GB` and `en-US` write times differently.
 */
export function getLocale({ language }: Pick<TextFunction, "language">): string {
  return navigator.languages.find((one) => one.startsWith(`${language}-`)) ?? language;
}
/** Formats a time of day in the visitor's time zone and language. */
export function formatTime(at: string | number, words: TextFunction): string {
  return new Intl.DateTimeFormat(getLocale(words), { hour: "numeric", minute: "2-digit" }).format(
    new Date(at),
  );
}
export function formatDay(at: string, words: TextFunction, now = browserClock.now()): string {
  const day = new Date(at);
  const comparedDay = new Date(now);
  const isThisYear = day.getFullYear() === comparedDay.getFullYear();
  if (day.toDateString() === comparedDay.toDateString()) return words("today");
  // Go back by one calendar day, not by 24 hours: days with a clock change have 23 or 25 hours.
  comparedDay.setDate(comparedDay.getDate() - 1);
  if (day.toDateString() === comparedDay.toDateString()) return words("yesterday");
  return new Intl.DateTimeFormat(getLocale(words), {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: isThisYear ? undefined : "numeric",
  }).format(day);
}
