import type { VisitorSeen } from "@parlour/protocol/api";

interface Row {
  readonly number: number;
}
/** Counts the rows of `next` that are new, moved or changed since `shown`. */
export function changesOf(shown: readonly Row[], next: readonly Row[]): number {
  const places = new Map(shown.map((row, place) => [row.number, { row, place }]));
  let changes = 0;
  // A row that moves to the top pushes the others down. Those do not count as changed.
  let last = -1;
  for (const row of next) {
    const before = places.get(row.number);
    if (before === undefined || before.place < last || JSON.stringify(before.row) !== JSON.stringify(row)) changes += 1;
    else last = before.place;
  }
  return changes;
}

/** Appends rows that are new at the end of `next`, because they move no other row. */
export function withNewTail<R extends Row>(shown: readonly R[], next: readonly R[]): readonly R[] {
  const known = new Set(shown.map((row) => row.number));
  const last = next.findLastIndex((row) => known.has(row.number));
  return [...shown, ...next.slice(last + 1)];
}

/** Merges the newest first page with the older rows, each visitor once. */
export function joined(head: readonly VisitorSeen[], older: readonly VisitorSeen[]): readonly VisitorSeen[] {
  const numbers = new Set(head.map((row) => row.number));
  return [...head, ...older.filter((row) => !numbers.has(row.number))];
}
