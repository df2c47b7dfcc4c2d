/** Returns the query of the provider exactly as sent. The router would convert numbers. */
export function readReturnQuery(): string {
  const [entry] = performance.getEntriesByType("navigation");
  return new URL(entry?.name ?? location.href, location.href).search;
}
