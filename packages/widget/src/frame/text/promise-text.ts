import type { WidgetChat } from "@parlour/protocol/widget";
import { browserClock } from "../../clock.ts";
import type { TextFunction } from "../../texts/index.ts";
import { getLocale } from "./time.ts";

/** Says by when operators answer, with the day unless it is today, or that they are late. */
export function formatPromise(
  { until, late }: NonNullable<WidgetChat["promise"]>,
  words: TextFunction,
  now = browserClock.now(),
): string {
  if (late) return words("promiseLate");
  const day = new Date(until);
  const isToday = day.toDateString() === new Date(now).toDateString();
  const time = new Intl.DateTimeFormat(getLocale(words), {
    weekday: isToday ? undefined : "short",
    day: isToday ? undefined : "numeric",
    month: isToday ? undefined : "short",
    hour: "numeric",
    minute: "2-digit",
  }).format(day);
  return words("promised", { time });
}
