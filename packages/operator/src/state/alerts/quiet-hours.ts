import type { Preferences } from "../browser/preferences.ts";

/**
 * Returns true if quiet hours apply now, according to this device's clock. If the end is before the
 * beginning, the quiet hours include midnight.
 */
export function isQuietTime({ on, from, to }: Preferences["quiet"], now: Date): boolean {
  if (!on) return false;
  const minute = now.getHours() * 60 + now.getMinutes();
  const [begin, end] = [parseMinutes(from), parseMinutes(to)];
  return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end;
}
function parseMinutes(text: string): number {
  const [hour = "0", minute = "0"] = text.split(":");
  return Number(hour) * 60 + Number(minute);
}
