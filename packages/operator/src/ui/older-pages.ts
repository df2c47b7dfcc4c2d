import { useState } from "react";
import { useDeed } from "./deed.ts";

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** Pages behind the first, one for each press. With another `key` (what was asked for) they begin anew. */
export function useOlderPages<Item>(key: string, first: Page<Item> | undefined, read: (cursor: string) => Promise<Page<Item>>) {
  const [older, setOlder] = useState<{ key: string; pages: readonly Page<Item>[] }>({ key, pages: [] });
  const { busy, failure, run } = useDeed();
  const pages = older.key === key ? older.pages : [];
  const cursor = (pages.at(-1) ?? first)?.next_cursor ?? null;
  const next = async (from: string) => {
    const page = await read(from);
    setOlder({ key, pages: [...pages, page] });
  };
  return {
    items: pages.flatMap((page) => page.items),
    /** Null: there is nothing behind. */
    more: cursor === null ? null : () => void run(() => next(cursor)),
    busy,
    failure,
  };
}
