import type { SearchCursor, SearchSort } from "./search-record.ts";

/** A range of journal positions from `low` (inclusive) to `high` (exclusive). */
export interface PositionRange {
  readonly low: number;
  readonly high: number;
}

/** Direction in which a search scans the journal. */
export interface SearchDirection {
  readonly source: "search_find" | "search_find_oldest";
  /** Direction for `order by` in SQL. */
  readonly order: "" | "desc";
  /** SQL aggregate that returns the last scanned position. */
  readonly edge: "min" | "max";
  /** Splits the positions into those of earlier pages and the remaining ones. */
  readonly split: (
    all: PositionRange,
    cursor: SearchCursor | undefined,
  ) => { readonly shown: PositionRange; readonly unread: PositionRange };
  readonly beyond: (span: PositionRange, edge: number) => PositionRange;
  readonly getStart: (span: PositionRange) => number;
  /** Returns the range of positions of a chat's messages that starts at this position. */
  readonly from: (position: string) => { readonly low: string; readonly high: string };
}
const newestFirst: SearchDirection = {
  source: "search_find",
  order: "desc",
  edge: "min",
  split: ({ low, high }, cursor) => {
    const at = cursor?.of === "messages" ? Math.min(cursor.at, high) : high;
    return { shown: { low: at, high }, unread: { low, high: at } };
  },
  beyond: ({ low }, edge) => ({ low, high: edge }),
  getStart: ({ high }) => high,
  from: (position) => ({ low: "1", high: `${position} + 1` }),
};
const oldestFirst: SearchDirection = {
  source: "search_find_oldest",
  order: "",
  edge: "max",
  split: ({ low, high }, cursor) => {
    const at = cursor?.of === "messages" ? Math.min(Math.max(cursor.at, low), high) : low;
    return { shown: { low, high: at }, unread: { low: at, high } };
  },
  beyond: ({ high }, edge) => ({ low: edge + 1, high }),
  getStart: ({ low }) => low,
  from: (position) => ({ low: position, high: String(2 ** 53) }),
};
export const directionFor = (sort: SearchSort): SearchDirection =>
  sort === "oldest" ? oldestFirst : newestFirst;
