import type { Trigger, TriggerDryRunResult, PagesWithOwnRules } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/rules";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { useState } from "react";
import { announce } from "../../../ui/live-region.tsx";
import { invalidateLists } from "../queries.ts";
import { t } from "./text.ts";

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
  readonly move: (n: number, offset: -1 | 1) => void;
  readonly toggle: (trigger: Trigger) => void;
}

/**
 * Orders, enables and disables triggers (API-313). The list shows a change before the server
 * responds, and is reloaded afterwards.
 */
export function useTriggerActions(triggers: readonly Trigger[]): TriggerActions {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const update = (next: readonly Trigger[], send: Promise<unknown>): void => {
    setFailure(null);
    queries.setQueryData(["triggers"], next);
    send.catch(setFailure).finally(() => invalidateLists("triggers"));
  };
  return {
    failure,
    move(n, offset) {
      const next = [...triggers];
      const [item] = next.splice(n, 1);
      if (item === undefined) return;
      next.splice(n + offset, 0, item);
      update(
        next,
        api.put("/triggers/order", {
          ids: next.filter(({ managed }) => !managed).map(({ id }) => id),
        }),
      );
      announce(t("order.moved", { name: item.name, n: n + offset + 1 }));
    },
    toggle(trigger) {
      const enabled = !trigger.enabled;
      update(
        triggers.map((item) => (item.id === trigger.id ? { ...item, enabled } : item)),
        api.patch(`/triggers/${trigger.id}`, { enabled }),
      );
    },
  };
}
