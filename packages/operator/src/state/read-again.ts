import type { QueryClient } from "@tanstack/react-query";
import { isAnswer } from "./live-state.ts";

/**
 * The connection is back (CORE-045): lists that failed while the server was out of reach are read again; a refusal is an answer and stays.
 * `all`: the journal did not reach back (API-103), so anything may be another than it was read. Resolves when that is read.
 */
export async function readAgain(queries: QueryClient, all: boolean): Promise<void> {
  const underWay = queries.getQueryCache().findAll({ fetchStatus: "fetching" });
  const again = () =>
    queries.invalidateQueries({ predicate: ({ state }) => state.status === "error" && !isAnswer(state.error) }, { cancelRefetch: false });
  await Promise.all([all ? queries.invalidateQueries() : again(), Promise.allSettled(underWay.flatMap((query) => query.promise ?? []))]);
  // Asked before the connection was there, and failed after.
  await again();
}
