import { expect, it } from "vitest";
import { getRowsAfterFirstPage } from "./use-older-pages.ts";

interface Row {
  readonly id: number;
  readonly at: string;
}
const row = (id: number, minute = id): Row => ({
  id,
  at: `2026-01-05T10:${String(minute).padStart(2, "0")}:00.000Z`,
});
const toSortKey = ({ at, id }: Row) => [at, id] as const;
const ids = (base: readonly Row[], items: readonly Row[], next: string | null = "on") =>
  getRowsAfterFirstPage(base, { items, next_cursor: next }, toSortKey).map(({ id }) => id);

it("[API-004] what newer rows push off the first page stays between it and the older pages", () => {
  const base = [row(9), row(8), row(7)];
  expect(ids(base, base)).toEqual([]);
  expect(ids(base, [row(10), row(9), row(8)])).toEqual([7]);
  expect(ids(base, [row(14), row(13), row(12)])).toEqual([9, 8, 7]);
  // One row has moved up and one row is new, so the other rows no longer fit on the first page.
  expect(ids(base, [row(7, 20), row(10), row(9)])).toEqual([8, 7]);
});
it("[API-004] what is gone from the middle of the first page, or all there is, is not shown again", () => {
  const base = [row(9), row(8), row(7)];
  expect(ids(base, [row(9), row(7), row(6)])).toEqual([]);
  expect(ids(base, [row(9)], null)).toEqual([]);
  expect(getRowsAfterFirstPage(base, undefined, toSortKey)).toEqual([]);
});
it("[API-004] of rows of one moment the greater id stands first", () => {
  const base = [row(9, 1), row(8, 1), row(7, 1)];
  expect(ids(base, [row(10, 1), row(9, 1), row(8, 1)])).toEqual([7]);
});
