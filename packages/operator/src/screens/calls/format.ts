import type { CallWithVisitor } from "@parlour/protocol/api";
import { browserClock } from "../../state/clock.ts";
import { i18n } from "../../text/index.ts";
import { formatClock, formatDayTime, formatDuration } from "../../ui/time.ts";
import { t } from "../../ui/calls/text.ts";

const knownReasons = [
  "no_answer_agent",
  "no_answer_client",
  "busy",
  "wrong_number",
  "balance",
  "provider_error",
  "cancelled",
] as const;

export const isFinished = (call: CallWithVisitor): boolean =>
  call.status === "end" || call.status === "error";

interface CallPhase {
  readonly kind: "waited" | "calling" | "talking" | "lasted" | "later";
  readonly ms: number;
}

/**
 * Returns the current phase of a call and its duration. For a postponed call the duration is the
 * time until it is due.
 */
export function getCallPhase(call: CallWithVisitor, now: number): CallPhase {
  const connectedMs =
    call.client_connected_at === undefined ? null : Date.parse(call.client_connected_at);
  if (isFinished(call))
    return {
      kind: "lasted",
      ms: Math.max(0, Date.parse(call.updated_at) - (connectedMs ?? Date.parse(call.updated_at))),
    };
  if (connectedMs !== null) return { kind: "talking", ms: Math.max(0, now - connectedMs) };
  if (call.operator !== null)
    return { kind: "calling", ms: Math.max(0, now - Date.parse(call.taken_at ?? call.updated_at)) };
  if (call.due_at !== undefined)
    return { kind: "later", ms: Math.max(0, Date.parse(call.due_at) - now) };
  return {
    kind: "waited",
    ms: Math.max(0, now - Date.parse(call.waiting_since ?? call.created_at)),
  };
}

/** Returns the result of a finished call as text. */
export function outcomeText(call: CallWithVisitor): string {
  if (call.status === "error") {
    const reason = knownReasons.find((one) => one === call.reason);
    return reason === undefined ? (call.reason ?? "") : t(`call.reason.${reason}`);
  }
  if (call.client_connected_at === undefined) return t("call.outcome.unconnected");
  return t("call.outcome.end", { time: formatDuration(getCallPhase(call, 0).ms) });
}

/** Formats a time as "10:03:02" if it is today, otherwise as "21 Nov, 10:03". */
export function formatSecondTime(at: string, now: number): string {
  if (new Date(at).toDateString() !== new Date(now).toDateString()) return formatDayTime(at, now);
  return i18n.date(new Date(at), {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
}
/** Formats a day as "2 Nov". Adds the year if it is not the current one. */
export function formatCallDay(at: string): string {
  const day = new Date(at);
  const isThisYear = day.getFullYear() === new Date(browserClock.now()).getFullYear();
  return i18n.date(day, {
    day: "numeric",
    month: "short",
    year: isThisYear ? undefined : "numeric",
  });
}
/** Formats a future time as "in 1 h 22 min" or "in 12 min", from one day as date and time. */
export function formatDueTime(at: string, now: number): string {
  const minutes = Math.ceil((Date.parse(at) - now) / 60_000);
  if (minutes >= 24 * 60) return formatDayTime(at, now);
  const h = Math.floor(minutes / 60);
  const min = minutes % 60;
  if (minutes <= 0) return formatClock(at);
  return h === 0 ? t("call.due.min", { min }) : t("call.due.h", { h, min });
}
/** Converts "09:00" to "9:00". */
export const stripLeadingZero = (time: string): string => time.replace(/^0/u, "");
/** Converts "09:00-18:00" to "9:00 – 18:00". */
export const formatInterval = (interval: string): string =>
  interval.split("-").map(stripLeadingZero).join(" – ");
/** Converts "2026-11-29" to "Sunday". */
export const formatWeekday = (date: string, width: "long" | "short"): string =>
  i18n.date(new Date(`${date}T12:00:00Z`), { weekday: width, timeZone: "UTC" });
