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

/** The shown rows, and behind them those that are new at the end of `next`: a row that is added there moves none. */
export function withNewTail<R extends Row>(shown: readonly R[], next: readonly R[]): readonly R[] {
  const known = new Set(shown.map((row) => row.number));
  const last = next.findLastIndex((row) => known.has(row.number));
  return [...shown, ...next.slice(last + 1)];
}

/** The first page as it was read last, with the older rows behind it, each visitor once. */
export function joined(head: readonly VisitorSeen[], older: readonly VisitorSeen[]): readonly VisitorSeen[] {
  const numbers = new Set(head.map((row) => row.number));
  return [...head, ...older.filter((row) => !numbers.has(row.number))];
}
