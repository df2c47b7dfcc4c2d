import { useState } from "react";
import { useApiMutation } from "../mutation.ts";

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
/** Sort key of a row: latest time first, then greater id. */
type SortKey = readonly [at: string, id: number];

/**
 * Loads the pages after the first one, one page per press. Starts again when `key` (the query)
 * changes. When the first page is reloaded, newer rows push its last rows off the page. `items`
 * begins with these rows.
 */
export function useOlderPages<Item>(
  key: string,
  first: Page<Item> | undefined,
  read: (cursor: string) => Promise<Page<Item>>,
  toSortKey: (item: Item) => SortKey,
) {
  const [state, setState] = useState<OlderPages<Item>>({ key, base: [], pages: [] });
  const { busy, failure, run } = useApiMutation();
  const { base, pages } = state.key === key ? state : { base: [], pages: [] };
  const cursor = (pages.at(-1) ?? first)?.next_cursor ?? null;
  const next = async (from: string) => {
    const page = await read(from);
    setState({
      key,
      base: pages.length === 0 ? (first?.items ?? []) : base,
      pages: [...pages, page],
    });
  };
  return {
    items: [
      ...getRowsAfterFirstPage(base, first, toSortKey),
      ...pages.flatMap((page) => page.items),
    ],
    /** Null if there are no more rows. */
    more: cursor === null ? null : () => void run(() => next(cursor)),
    busy,
    failure,
  };
}
interface OlderPages<Item> {
  readonly key: string;
  /** The first page at the time when older pages were loaded. The older pages follow this page. */
  readonly base: readonly Item[];
  readonly pages: readonly Page<Item>[];
}

/** Returns rows of `base` that no longer fit on the current first page. */
export function getRowsAfterFirstPage<Item>(
  base: readonly Item[],
  first: Page<Item> | undefined,
  toSortKey: (item: Item) => SortKey,
): readonly Item[] {
  const last = first?.items.at(-1);
  if (last === undefined || first?.next_cursor === null) return [];
  const [lastAt, lastId] = toSortKey(last);
  return base.filter((row) => {
    const [at, id] = toSortKey(row);
    return at < lastAt || (at === lastAt && id < lastId);
  });
}
