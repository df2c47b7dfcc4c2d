import type { ParallelChats, ParallelRun } from "@parlour/protocol/api";
import { ApiError } from "@parlour/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../state/api/api.ts";

const refreshMs = 5_000;
const key = ["parallel-run"];

/** Loads the run in parallel. `run` null: the account receives no events. */
export const useParallelRun = () =>
  useQuery({
    queryKey: key,
    queryFn: async (): Promise<{ readonly run: ParallelRun | null }> => {
      try {
        return { run: await api.get<ParallelRun>("/imports/parallel") };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { run: null };
        throw error;
      }
    },
    refetchInterval: refreshMs,
  });

export const useParallelChats = () =>
  useInfiniteQuery({
    queryKey: [...key, "chats"],
    queryFn: ({ pageParam }) =>
      api.get<ParallelChats>("/imports/parallel/chats", { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: refreshMs,
  });

export async function startParallelRun(): Promise<void> {
  await api.post<ParallelRun>("/imports/parallel", { system: "jivochat" });
  await queryClient.invalidateQueries({ queryKey: key });
}
export async function endParallelRun(): Promise<void> {
  await api.delete("/imports/parallel");
  await queryClient.invalidateQueries({ queryKey: key });
}
