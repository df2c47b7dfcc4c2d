import { getOffset } from "@parlour/protocol/hours/local-time";

/** Quiet hours such as `22:00` to `07:00` in a time zone. They can pass midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

/**
 * Returns whether `at` (milliseconds since 1970) is in the quiet hours. If start and end are equal,
 * there are no quiet hours. Throws RangeError for an unknown time zone.
 */
export function isQuietTime({ from, to, timezone }: QuietHours, at: number): boolean {
  const minute = Math.floor((at + getOffset(timezone, at)) / 60_000) % 1_440;
  const [begin, end] = [parseMinutes(from), parseMinutes(to)];
  return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end;
}
function parseMinutes(text: string): number {
  const [hour = "0", minute = "0"] = text.split(":");
  return Number(hour) * 60 + Number(minute);
}
