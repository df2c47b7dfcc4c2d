import { useMemo } from "react";
import type { useSearch } from "./use-search.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";

/** Returns the names of the listed visitors by number, for filters by visitor. */
export function useVisitorNames({
  items,
  people,
}: ReturnType<typeof useSearch>): ReadonlyMap<number, string> {
  return useMemo(() => {
    const sources = [...items.map(({ chat }) => chat), ...people.items];
    return new Map(sources.map((one) => [one.visitor.number, getVisitorName(one)]));
  }, [items, people]);
}
