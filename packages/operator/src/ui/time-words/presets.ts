/** How far ahead a time may be (SNZ-001, REM-002, LATER-002). */
export const maxAheadMs = 366 * 86_400_000;

export type TimePreset = "afternoon" | "tomorrow" | "week";

/** Returns the times that are often used, in the time zone of the browser, as Unix milliseconds. */
export function listTimePresets(
  now: number,
): readonly { readonly id: TimePreset; readonly at: number }[] {
  const today = new Date(now);
  const at = (days: number, hour: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, hour).getTime();
  // Sunday is 0.
  const daysToMonday = (8 - today.getDay()) % 7 || 7;
  const afternoon = { id: "afternoon", at: at(0, 15) } as const;
  return [
    // Soon before 15:00, "this afternoon" is too early.
    ...(afternoon.at - now > 3_600_000 ? [afternoon] : []),
    { id: "tomorrow", at: at(1, 9) },
    { id: "week", at: at(daysToMonday, 9) },
  ];
}
