import type { Delivery } from "@parlour/protocol";

/**
 * Returns the latest version of a delivery. If several are equally new, returns the first with a
 * last attempt, which events do not contain.
 */
export function getLatestVersion(
  ...versions: readonly [Delivery, ...(Delivery | undefined)[]]
): Delivery {
  let latest = versions[0];
  for (const version of versions) if (version && isNewer(version, latest)) latest = version;
  return latest;
}

function isNewer(version: Delivery, other: Delivery): boolean {
  if (version.updated_at !== other.updated_at) return version.updated_at > other.updated_at;
  return other.last_attempt === undefined && version.last_attempt !== undefined;
}

/** Rows per page of the delivery log. */
export const pageSize = 50;

/**
 * Returns the rows of the first page that are not listed yet. `isGap`: the whole page is new, so
 * rows may be missing between it and the listed ones. Then the list must restart. `loaded`: number
 * of rows that were loaded in pages.
 */
export function findNewRows(
  listed: readonly Delivery[],
  loaded: number,
  head: readonly Delivery[] | undefined,
): { readonly newer: readonly Delivery[]; readonly isGap: boolean } {
  const listedIds = new Set(listed.map((row) => row.id));
  const newer = head?.filter((row) => !listedIds.has(row.id)) ?? [];
  return { newer, isGap: loaded > 0 && newer.length >= pageSize && newer.length === head?.length };
}
