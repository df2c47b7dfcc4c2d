import type { Delivery } from "@parlour/protocol";

/**
 * Returns the latest version of a delivery. If several are equally new, returns the first with a
 * last attempt, which events do not contain.
 */
export function newestOf(...readings: readonly [Delivery, ...(Delivery | undefined)[]]): Delivery {
  let newest = readings[0];
  for (const reading of readings) if (reading && isNewer(reading, newest)) newest = reading;
  return newest;
}

function isNewer(reading: Delivery, than: Delivery): boolean {
  if (reading.updated_at !== than.updated_at) return reading.updated_at > than.updated_at;
  return than.last_attempt === undefined && reading.last_attempt !== undefined;
}

/** Rows per page of the delivery log. */
export const pageSize = 50;

/**
 * Returns the rows of the first page that are not listed yet. `isGap`: the whole page is new, so
 * rows may be missing between it and the listed ones. Then the list must restart. `loaded`: number
 * of rows that were loaded in pages.
 */
export function newerOf(
  listed: readonly Delivery[],
  loaded: number,
  head: readonly Delivery[] | undefined,
): { readonly newer: readonly Delivery[]; readonly isGap: boolean } {
  const known = new Set(listed.map((row) => row.id));
  const newer = head?.filter((row) => !known.has(row.id)) ?? [];
  return { newer, isGap: loaded > 0 && newer.length >= pageSize && newer.length === head?.length };
}
