import { i18n } from "../../../text/index.ts";
import { parseTimeWords } from "../../../ui/time-words/parse-time-words.ts";
import { listSnoozePresets, maxSnoozeMs, type SnoozePreset } from "./snooze-times.ts";
import { t } from "./text.ts";

/** A time to choose: what the operator typed, or one that is often used. */
export interface TimeOption {
  readonly id: "typed" | SnoozePreset;
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * Returns the times to choose from, the typed one first. There is none if the words are not a time
 * that is possible, and `problem` says why.
 */
export function readWords(
  words: string,
  now: number,
): { readonly options: readonly TimeOption[]; readonly problem: string | null } {
  const presets = listSnoozePresets(now);
  if (words.trim() === "") return { options: presets, problem: null };
  const at = parseTimeWords(words, now);
  const problem =
    at === null
      ? `${t("snooze.unknown", { words: words.trim() })}. ${t("snooze.unknown.hint")}`
      : at <= now
        ? t("snooze.past", { time: formatDay(at) })
        : at > now + maxSnoozeMs
          ? t("snooze.far")
          : null;
  return at === null || problem !== null
    ? { options: [], problem }
    : { options: [{ id: "typed", at }, ...presets], problem: null };
}

/** Formats a time as "Friday 27 November 2026 at 09:00". */
export const formatDay = (at: number): string =>
  i18n.date(new Date(at), {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
