import type { Trigger } from "@parlour/protocol/api";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { announce } from "../../../ui/live-region.tsx";
import { invalidate } from "../queries.ts";
import { t } from "./text.ts";

export interface TriggerActions {
  /** Error of the last change. null: none. */
  readonly failure: unknown;
  readonly move: (triggers: readonly Trigger[], n: number, offset: -1 | 1) => void;
  readonly toggle: (triggers: readonly Trigger[], trigger: Trigger) => void;
}

/**
 * Orders, enables and disables triggers (API-313). Changes appear at once, and the list is reloaded
 * after the server's response.
 */
export function useTriggerActions(): TriggerActions {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const update = (next: readonly Trigger[], send: Promise<unknown>): void => {
    setFailure(null);
    queries.setQueryData(["triggers"], next);
    send.catch(setFailure).finally(() => invalidate("triggers"));
  };
  return {
    failure,
    move(triggers, n, offset) {
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
    toggle(triggers, trigger) {
      const enabled = !trigger.enabled;
      update(
        triggers.map((item) => (item.id === trigger.id ? { ...item, enabled } : item)),
        api.patch(`/triggers/${trigger.id}`, { enabled }),
      );
    },
  };
}
