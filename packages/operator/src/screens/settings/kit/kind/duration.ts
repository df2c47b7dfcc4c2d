import { t } from "../../text.ts";

const secondsByUnit: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  с: 1,
  сек: 1,
  m: 60,
  min: 60,
  м: 60,
  мин: 60,
  h: 3600,
  ч: 3600,
  d: 86_400,
  д: 86_400,
};

/**
 * Parses a duration and returns it in seconds. Accepts "30", "30 s", "2 min", "1 h 30 min". "0" and
 * an empty text mean off and return 0. Null if the text is not a duration.
 */
export function parseDuration(text: string): number | null {
  const input = text.trim().toLocaleLowerCase();
  if (input === "") return 0;
  if (/^\d{1,9}$/.test(input)) return Number(input);
  const parts = [...input.matchAll(/(\d{1,9})\s*([a-zа-я]+)\.?\s*/gy)];
  if (parts.map(([part]) => part).join("") !== input) return null;
  let sum = 0;
  for (const [, count, unit] of parts) {
    const unitSeconds = Object.hasOwn(secondsByUnit, unit ?? "")
      ? secondsByUnit[unit ?? ""]
      : undefined;
    if (unitSeconds === undefined) return null;
    sum += Number(count) * unitSeconds;
  }
  return sum;
}

/**
 * Formats a duration in the largest units that express it exactly. For example, 90 seconds become
 * "1 min 30 s". `parseDuration` reads the same format.
 */
export function durationText(seconds: number): string {
  const parts: string[] = [];
  let remaining = seconds;
  for (const [name, size] of [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const) {
    const n = Math.floor(remaining / size);
    // Formats one day as "24 h". Uses days only for two or more.
    if (n === 0 || (name === "d" && n < 2)) continue;
    parts.push(t(`time.${name}`, { n }));
    remaining -= n * size;
  }
  return parts.length === 0 ? t("time.s", { n: 0 }) : parts.join(" ");
}
