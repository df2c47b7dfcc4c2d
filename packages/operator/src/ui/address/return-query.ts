/**
 * Returns the query with which a provider sent the browser back, exactly as it was sent. The router
 * would convert values that look like numbers.
 */
export function readReturnQuery(): string {
  const [entry] = performance.getEntriesByType("navigation");
  return new URL(entry?.name ?? location.href, location.href).search;
}
