import { useEffect, useState } from "react";
import { browserClock } from "../state/clock.ts";
import { i18n } from "../text/index.ts";
import { t } from "./text.ts";

/** Returns the current time in milliseconds and updates it every `everyMs`. */
export function useNow(everyMs: number, on = true): number {
  const [now, setNow] = useState(() => browserClock.now());
  useEffect(() => {
    if (!on) return;
    return browserClock.every(everyMs, () => setNow(browserClock.now()));
  }, [everyMs, on]);
  return now;
}

/** Formats a time as "10:04". */
export function formatClock(at: string | number): string {
  return i18n.date(new Date(at), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** Formats a time as "10:04" if it is today, else as "21 Nov, 10:04". */
export function formatDayTime(at: string | number, now: number): string {
  const day = new Date(at);
  if (day.toDateString() === new Date(now).toDateString()) return formatClock(at);
  return i18n.date(day, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

/** Formats a time as "15:00" if it is today, as "Friday, 09:00" within six days, else as a date. */
export function formatUpcoming(
  at: string | number,
  now: number,
  weekday: "long" | "short",
): string {
  const isNear = Math.abs(new Date(at).getTime() - now) < 6 * 86_400_000;
  if (!isNear || new Date(at).toDateString() === new Date(now).toDateString())
    return formatDayTime(at, now);
  return `${i18n.date(new Date(at), { weekday })}, ${formatClock(at)}`;
}

const minuteFormat = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

/** Formats a time as "20 Nov 2026, 10:04", for running text. */
export const formatFullTime = (at: string | number): string =>
  i18n.date(new Date(at), minuteFormat);

/** Formats a time as "20 Nov 2026, 10:04:31", for tooltips, logs and deliveries. */
export const formatExactTime = (at: string | number): string =>
  i18n.date(new Date(at), { ...minuteFormat, second: "2-digit" });

/** Formats an age as "now", "2 min" or "3 h". After one day, returns the date: "20 Nov". */
export function formatAge(at: string | number, now: number): string {
  const ms = now - new Date(at).getTime();
  if (ms < 60_000) return t("ago.now");
  if (ms < 3_600_000) return t("ago.min", { n: Math.floor(ms / 60_000) });
  if (ms < 86_400_000) return t("ago.h", { n: Math.floor(ms / 3_600_000) });
  return i18n.date(new Date(at), { day: "numeric", month: "short" });
}

/** Formats a duration as "3:12", or as "1:03:12" if it is at least one hour. */
export function formatDuration(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const pad = (n: number) => String(n).padStart(2, "0");
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`
    : `${Math.floor(s / 60)}:${pad(s % 60)}`;
}
