/** Sorts the keys of a value at every depth, because jsonb of the database has its own order. */
export function sortKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => sortKeys(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, part]: [string, unknown]) => [key, sortKeys(part)] as const,
  );
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) as T;
}
