import type { Delivery } from "@parlour/protocol";

/** Of several readings of one delivery the one that changed last; of equal ones the first that has its last attempt, which events lack. */
export function newestOf(...readings: readonly [Delivery, ...(Delivery | undefined)[]]): Delivery {
  let newest = readings[0];
  for (const reading of readings) if (reading && isNewer(reading, newest)) newest = reading;
  return newest;
}

function isNewer(reading: Delivery, than: Delivery): boolean {
  if (reading.updated_at !== than.updated_at) return reading.updated_at > than.updated_at;
  return than.last_attempt === undefined && reading.last_attempt !== undefined;
}

/** Rows of one reading of the ledger. */
export const pageSize = 50;

/**
 * The rows of the newest reading that are not listed yet. A gap: as many as one reading holds, so there may be more between
 * them and what is listed (`loaded` rows of it came by pages); the list then begins anew.
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
