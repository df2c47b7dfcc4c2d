import { offsetAt } from "../core/hours/local.ts";

/** `22:00` to `07:00` in a zone; one that ends before it begins passes midnight. */
export interface Quiet {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

/** Whether it is quiet at `at` (ms since 1970). From and to the same: never. Unknown zones throw RangeError. */
export function isQuiet({ from, to, timezone }: Quiet, at: number): boolean {
  const minute = Math.floor((at + offsetAt(timezone, at)) / 60_000) % 1_440;
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end;
}
function minuteOf(text: string): number {
  const [hour = "0", minute = "0"] = text.split(":");
  return Number(hour) * 60 + Number(minute);
}
