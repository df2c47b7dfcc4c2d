import type { VisitorWithActivity } from "@parlour/protocol/api";

interface ListRow {
  readonly number: number;
}
/** Counts the rows of `next` that are new, moved or changed since `shown`. */
export function countChanges(shown: readonly ListRow[], next: readonly ListRow[]): number {
  const positions = new Map(shown.map((row, position) => [row.number, { row, position }]));
  let changes = 0;
  // Rows that were only pushed down by a row that moved up do not count as changed.
  let last = -1;
  for (const row of next) {
    const before = positions.get(row.number);
    if (
      before === undefined ||
      before.position < last ||
      JSON.stringify(before.row) !== JSON.stringify(row)
    )
      changes += 1;
    else last = before.position;
  }
  return changes;
}

/** Appends the rows that are new at the end of `next`. No other row moves. */
export function appendNewRows<R extends ListRow>(
  shown: readonly R[],
  next: readonly R[],
): readonly R[] {
  const shownNumbers = new Set(shown.map((row) => row.number));
  const last = next.findLastIndex((row) => shownNumbers.has(row.number));
  return [...shown, ...next.slice(last + 1)];
}

/** Merges the current first page with the older rows. Each visitor occurs once. */
export function mergePages(
  head: readonly VisitorWithActivity[],
  older: readonly VisitorWithActivity[],
): readonly VisitorWithActivity[] {
  const numbers = new Set(head.map((row) => row.number));
  return [...head, ...older.filter((row) => !numbers.has(row.number))];
}
