import { i18n } from "../../text/index.ts";
import { formatDayTime } from "../time.ts";

/** Formats a time as "12 seconds ago" or "3 minutes ago", after an hour as the time of day. */
export function formatTimeAgo(at: string, now: number): string {
  const seconds = Math.max(1, Math.round((now - new Date(at).getTime()) / 1_000));
  if (seconds >= 3_600) return formatDayTime(at, now);
  const format = new Intl.RelativeTimeFormat(i18n.locale);
  return seconds < 60
    ? format.format(-seconds, "second")
    : format.format(-Math.floor(seconds / 60), "minute");
}
