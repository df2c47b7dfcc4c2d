import type { QueryClient } from "@tanstack/react-query";
import { isAnswer } from "./live-state.ts";

/**
 * Refetches queries after a reconnect (CORE-045). By default only those that failed without an
 * answer. A rejection by the server stays. `all`: the journal no longer reaches back (API-103), so
 * any data may be outdated. Resolves when all is loaded.
 */
export async function readAgain(queries: QueryClient, all: boolean): Promise<void> {
  const underWay = queries.getQueryCache().findAll({ fetchStatus: "fetching" });
  const again = () =>
    queries.invalidateQueries({ predicate: ({ state }) => state.status === "error" && !isAnswer(state.error) }, { cancelRefetch: false });
  await Promise.all([all ? queries.invalidateQueries() : again(), Promise.allSettled(underWay.flatMap((query) => query.promise ?? []))]);
  // Started before the connection was back, and failed after.
  await again();
}
