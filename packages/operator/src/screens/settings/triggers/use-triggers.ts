import type { Trigger, TriggerDryRunResult, PagesWithOwnRules } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/rules";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";

export const useTriggers = () =>
  useQuery({ queryKey: ["triggers"], queryFn: () => api.list<Trigger>("/triggers") });
export const useTrigger = (id: number) =>
  useQuery({ queryKey: ["triggers", id], queryFn: () => api.get<Trigger>(`/triggers/${id}`) });
/** Loads the pages that replace triggers with their own rules (setRules). */
export const usePagesWithOwnRules = () =>
  useQuery({
    queryKey: ["triggers", "replaced"],
    queryFn: () => api.get<PagesWithOwnRules>("/triggers/replaced"),
  });
export const runDryRun = (condition: Condition | null, channels: readonly number[] | null) =>
  api.post<TriggerDryRunResult>("/triggers/dry-run", { if: condition, channels });
