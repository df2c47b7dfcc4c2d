import type { ParallelChats, ParallelRun, ParallelRunState } from "@parlour/protocol/api";
import { api, queryClient } from "../../../state/api/api.ts";
import { useComparedChats, useComparison } from "./use-comparison.ts";

const path = "/imports/parallel";
const key = "parallel-run";

/** Loads the run in parallel. `run` null: the account receives no events. */
export const useParallelRun = () => useComparison<ParallelRunState>(key, path);
export const useParallelChats = () => useComparedChats<ParallelChats>(key, path);

export async function startParallelRun(): Promise<void> {
  await api.post<ParallelRun>(path, { system: "jivochat" });
  await queryClient.invalidateQueries({ queryKey: [key] });
}
export async function endParallelRun(): Promise<void> {
  await api.delete(path);
  await queryClient.invalidateQueries({ queryKey: [key] });
}
