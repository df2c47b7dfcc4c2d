import type { SearchCursor, SearchSort } from "./search-record.ts";

/** A range of journal positions from `low` (inclusive) to `high` (exclusive). */
export interface PositionRange {
  readonly low: number;
  readonly high: number;
}

/** Direction in which a search scans the journal. */
export interface SearchDirection {
  readonly isNewestFirst: boolean;
  /** Direction for `order by` in SQL. */
  readonly order: "" | "desc";
  /** Splits the positions into those of earlier pages and the remaining ones. */
  readonly split: (
    all: PositionRange,
    cursor: SearchCursor | undefined,
  ) => { readonly shown: PositionRange; readonly unread: PositionRange };
  /** Returns the positions after one. */
  readonly beyond: (span: PositionRange, position: number) => PositionRange;
  readonly getStart: (span: PositionRange) => number;
}
const newestFirst: SearchDirection = {
  isNewestFirst: true,
  order: "desc",
  split: ({ low, high }, cursor) => {
    const at = cursor?.of === "messages" ? Math.min(cursor.at, high) : high;
    return { shown: { low: at, high }, unread: { low, high: at } };
  },
  beyond: ({ low }, position) => ({ low, high: position }),
  getStart: ({ high }) => high,
};
const oldestFirst: SearchDirection = {
  isNewestFirst: false,
  order: "",
  split: ({ low, high }, cursor) => {
    const at = cursor?.of === "messages" ? Math.min(Math.max(cursor.at, low), high) : low;
    return { shown: { low, high: at }, unread: { low: at, high } };
  },
  beyond: ({ high }, position) => ({ low: position + 1, high }),
  getStart: ({ low }) => low,
};
export const directionFor = (sort: SearchSort): SearchDirection =>
  sort === "oldest" ? oldestFirst : newestFirst;
