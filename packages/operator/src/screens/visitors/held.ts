import type { VisitorSeen } from "@parlour/protocol/api";

interface Row {
  readonly number: number;
}
/** Rows of `next` that are new, moved or changed since `shown`: what somebody would see if the list were not held. */
export function changesOf(shown: readonly Row[], next: readonly Row[]): number {
  const places = new Map(shown.map((row, place) => [row.number, { row, place }]));
  let changes = 0;
  // A row that comes to the top pushes the others down; those have not changed.
  let last = -1;
  for (const row of next) {
    const before = places.get(row.number);
    if (before === undefined || before.place < last || JSON.stringify(before.row) !== JSON.stringify(row)) changes += 1;
    else last = before.place;
  }
  return changes;
}

/** The first page as it was read last, with the older rows behind it, each visitor once. */
export function joined(head: readonly VisitorSeen[], older: readonly VisitorSeen[]): readonly VisitorSeen[] {
  const numbers = new Set(head.map((row) => row.number));
  return [...head, ...older.filter((row) => !numbers.has(row.number))];
}
