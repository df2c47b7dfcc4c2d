import { browserClock } from "../../../../state/clock.ts";
import { i18n } from "../../../../text/index.ts";

/** Formats a time as "10:05:12" within the last 24 hours, otherwise as a day. */
export function formatTime(at: string): string {
  const date = new Date(at);
  if (browserClock.now() - date.getTime() > 86_400_000)
    return i18n.date(date, { day: "numeric", month: "short" });
  return i18n.date(date, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
}
