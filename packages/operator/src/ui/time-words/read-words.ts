import { i18n } from "../../text/index.ts";
import { parseTimeWords } from "./parse-time-words.ts";
import { listTimePresets, maxAheadMs, type TimePreset } from "./presets.ts";
import { t } from "./text.ts";

/** A time to choose: what the operator typed, or one that is often used. */
export interface TimeOption {
  readonly id: "open" | "present" | "typed" | TimePreset;
  /** Unix milliseconds. Infinity: no time. */
  readonly at: number;
}

/** What else a field for a time takes. Times in Unix milliseconds. */
export interface TimeLimits {
  /** Returns why a time cannot be chosen here, or null. */
  readonly check?: ((at: number) => string | null) | undefined;
  /** The present time, which can stay while it has not passed. */
  readonly present?: number | undefined;
  /** Label of the first choice, which has no time. */
  readonly openEnd?: string | undefined;
}

/** Returns the times to choose from, the typed one first, or the `problem` of the words. */
export function readWords(
  words: string,
  now: number,
  { check = () => null, present = 0, openEnd }: TimeLimits,
): { readonly options: readonly TimeOption[]; readonly problem: string | null } {
  const usual: readonly TimeOption[] = [
    ...(openEnd === undefined ? [] : [{ id: "open", at: Infinity } as const]),
    ...(present > now ? [{ id: "present", at: present } as const] : []),
    ...listTimePresets(now),
  ];
  const presets = usual.filter(({ at }) => check(at) === null);
  if (words.trim() === "") return { options: presets, problem: null };
  const at = parseTimeWords(words, now);
  const problem =
    at === null
      ? `${t("time.unknown", { words: words.trim() })}. ${t("time.unknown.hint")}`
      : at <= now
        ? t("time.past", { time: formatDay(at) })
        : at > now + maxAheadMs
          ? t("time.far")
          : check(at);
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
