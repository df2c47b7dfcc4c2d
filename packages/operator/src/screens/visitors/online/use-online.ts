import type { VisitorOnline, VisitorsOnline } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { countChanges, appendNewRows } from "../paused-list.ts";
import { filterVisitors, type OnlineFilter } from "./filter-visitors.ts";

/** Poll interval of product.md 2. */
const pollIntervalMs = 2000;

/** Loads the visitors with an open page. `isEnabled`: the account has widgets. */
export const useOnline = (isEnabled: boolean) =>
  useQuery({
    queryKey: ["visitors", "online"],
    enabled: isEnabled,
    refetchInterval: pollIntervalMs,
    queryFn: ({ signal }) => api.get<VisitorsOnline>("/visitors/online", { signal }),
  });

/**
 * Returns the rows to show. While `isPaused` no row moves, and new rows are appended. Other changes
 * are counted in `changes` and wait until `show` or until the operator leaves the list.
 */
export function usePausedRows(
  fresh: readonly VisitorOnline[] | undefined,
  options: { readonly q: string; readonly filter: OnlineFilter; readonly newest: boolean },
  isPaused: boolean,
): {
  readonly rows: readonly VisitorOnline[] | undefined;
  readonly changes: number;
  readonly show: () => void;
} {
  const [shown, setShown] = useState(fresh);
  if (fresh !== shown && (!isPaused || shown === undefined)) setShown(fresh);
  const next = fresh && filterVisitors(fresh, options);
  const shownRows = shown && filterVisitors(shown, options);
  const rows =
    shownRows !== undefined && next !== undefined ? appendNewRows(shownRows, next) : shownRows;
  return {
    rows,
    changes: isPaused && rows !== undefined && next !== undefined ? countChanges(rows, next) : 0,
    show: () => setShown(fresh),
  };
}
