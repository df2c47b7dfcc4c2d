import { useState } from "react";
import { useDeed } from "./deed.ts";

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
/** Where a row stands in its list: the latest time first, then the greater id. */
type Place = readonly [at: string, id: number];

/**
 * Pages behind the first, one for each press. With another `key` (what was asked for) they begin anew. The first page is read again meanwhile: `items` begin
 * with what newer rows pushed off its end since.
 */
export function useOlderPages<Item>(
  key: string,
  first: Page<Item> | undefined,
  read: (cursor: string) => Promise<Page<Item>>,
  placeOf: (item: Item) => Place,
) {
  const [older, setOlder] = useState<Older<Item>>({ key, base: [], pages: [] });
  const { busy, failure, run } = useDeed();
  const { base, pages } = older.key === key ? older : { base: [], pages: [] };
  const cursor = (pages.at(-1) ?? first)?.next_cursor ?? null;
  const next = async (from: string) => {
    const page = await read(from);
    setOlder({ key, base: pages.length === 0 ? (first?.items ?? []) : base, pages: [...pages, page] });
  };
  return {
    items: [...pushedOff(base, first, placeOf), ...pages.flatMap((page) => page.items)],
    /** Null: there is nothing behind. */
    more: cursor === null ? null : () => void run(() => next(cursor)),
    busy,
    failure,
  };
}
interface Older<Item> {
  readonly key: string;
  /** The first page as it stood when older ones were read: they go on behind it. */
  readonly base: readonly Item[];
  readonly pages: readonly Page<Item>[];
}

/** Rows of the page that older ones go on behind which the first page, as it is now, has no room for. */
export function pushedOff<Item>(base: readonly Item[], first: Page<Item> | undefined, placeOf: (item: Item) => Place): readonly Item[] {
  const last = first?.items.at(-1);
  if (last === undefined || first?.next_cursor === null) return [];
  const [lastAt, lastId] = placeOf(last);
  return base.filter((row) => {
    const [at, id] = placeOf(row);
    return at < lastAt || (at === lastAt && id < lastId);
  });
}
