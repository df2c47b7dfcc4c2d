import type { QueryClient } from "@tanstack/react-query";
import { isRejection } from "../live-state.ts";

/**
 * Refetches queries after a reconnect (CORE-045). By default only those that failed without an
 * answer. A rejection by the server stays. `all`: the journal no longer reaches back (API-103), so
 * any data may be outdated. Resolves when all is loaded.
 */
export async function refetchFailedQueries(queryClient: QueryClient, all: boolean): Promise<void> {
  const underWay = queryClient.getQueryCache().findAll({ fetchStatus: "fetching" });
  const refetchFailed = () =>
    queryClient.invalidateQueries(
      { predicate: ({ state }) => state.status === "error" && !isRejection(state.error) },
      { cancelRefetch: false },
    );
  await Promise.all([
    all ? queryClient.invalidateQueries() : refetchFailed(),
    Promise.allSettled(underWay.flatMap((query) => query.promise ?? [])),
  ]);
  // Started before the connection was back, and failed after.
  await refetchFailed();
}
