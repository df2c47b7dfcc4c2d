/**
 * Formats a time for a datetime field in the device's time zone, for example `2026-11-20T14:30`.
 * `parseFieldTime` is the inverse.
 */
export function toFieldTime(at: number): string {
  const pad = (n: number): string => String(n).padStart(2, "0");
  const day = new Date(at);
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}T${pad(day.getHours())}:${pad(day.getMinutes())}`;
}
/** Returns the time of a datetime field, or null if it is incomplete. */
export function parseFieldTime(field: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(field) ? new Date(field).getTime() : NaN;
  return Number.isNaN(at) ? null : at;
}
