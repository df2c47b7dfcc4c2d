import type { VisitorOnline, VisitorsOnline } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { changesOf, withNewTail } from "../held.ts";
import { find, type Part } from "./find.ts";

/** product.md 2. */
const everyMs = 2000;

/** Who has a page with a widget open. `on`: there are widgets. */
export const useOnline = (on: boolean) =>
  useQuery({
    queryKey: ["visitors", "online"],
    enabled: on,
    refetchInterval: everyMs,
    queryFn: ({ signal }) => api.get<VisitorsOnline>("/visitors/online", { signal }),
  });

/** The rows as they are shown: while `held` no row moves, new ones appear at the end, and what else changed waits behind `changes` until `show` or until the hand is gone. */
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
