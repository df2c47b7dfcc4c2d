import type { VisitorOnline, VisitorsOnline } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { changesOf, withNewTail } from "../held.ts";
import { find, type Part } from "./find.ts";

/** Poll interval of product.md 2. */
const everyMs = 2000;

/** Loads the visitors with an open page. `isEnabled`: the account has widgets. */
export const useOnline = (on: boolean) =>
  useQuery({
    queryKey: ["visitors", "online"],
    enabled: on,
    refetchInterval: everyMs,
    queryFn: ({ signal }) => api.get<VisitorsOnline>("/visitors/online", { signal }),
  });

/**
 * Returns the rows to show. While `isPaused` no row moves, and new rows are appended. Other changes
 * are counted in `changes` and wait until `show` or until the operator leaves the list.
 */
export function useHeldRows(
  fresh: readonly VisitorOnline[] | undefined,
  wanted: { readonly q: string; readonly part: Part; readonly newest: boolean },
  held: boolean,
): { readonly rows: readonly VisitorOnline[] | undefined; readonly changes: number; readonly show: () => void } {
  const [shown, setShown] = useState(fresh);
  if (fresh !== shown && (!held || shown === undefined)) setShown(fresh);
  const next = fresh && find(fresh, wanted);
  const before = shown && find(shown, wanted);
  const rows = before !== undefined && next !== undefined ? withNewTail(before, next) : before;
  return {
    rows,
    changes: held && rows !== undefined && next !== undefined ? changesOf(rows, next) : 0,
    show: () => setShown(fresh),
  };
}
