import type { Trigger, TriggerDryRunResult, PagesWithOwnRules } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/rules";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { useState } from "react";
import { invalidateLists } from "../../../state/api/queries.ts";

export const useTriggers = () =>
  useQuery({ queryKey: ["triggers"], queryFn: () => api.list<Trigger>("/triggers") });
/** Loads the pages that replace triggers with their own rules (`setRules`). */
export const usePagesWithOwnRules = () =>
  useQuery({
    queryKey: ["triggers", "replaced"],
    queryFn: () => api.get<PagesWithOwnRules>("/triggers/replaced"),
  });
export const runDryRun = (condition: Condition | null, channels: readonly number[] | null) =>
  api.post<TriggerDryRunResult>("/triggers/dry-run", { if: condition, channels });

export interface TriggerActions {
  /** Error of the last change, or null. */
  readonly failure: unknown;
  readonly toggle: (trigger: Trigger) => void;
}

/**
 * Enables and disables triggers (API-313). The list shows a change before the server
 * responds, and is reloaded afterwards.
 */
export function useTriggerActions(triggers: readonly Trigger[]): TriggerActions {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  return {
    failure,
    toggle(trigger) {
      const enabled = !trigger.enabled;
      setFailure(null);
      queries.setQueryData(
        ["triggers"],
        triggers.map((item) => (item.id === trigger.id ? { ...item, enabled } : item)),
      );
      api
        .patch(`/triggers/${trigger.id}`, { enabled })
        .catch(setFailure)
        .finally(() => invalidateLists("triggers"));
    },
  };
}
