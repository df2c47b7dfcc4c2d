import type { Trigger } from "@parlour/protocol/api";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { announce } from "../../../ui/announcer.tsx";
import { stale } from "../data.ts";
import { t } from "./text.ts";

export interface TriggerDeeds {
  /** Error of the last change. null: none. */
  readonly failure: unknown;
  readonly move: (things: readonly Trigger[], n: number, by: -1 | 1) => void;
  readonly turn: (things: readonly Trigger[], trigger: Trigger) => void;
}

/**
 * Orders, enables and disables triggers (API-041). Changes appear at once, and the list is reloaded
 * after the server's response.
 */
export function useTriggerDeeds(): TriggerDeeds {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const put = (next: readonly Trigger[], send: Promise<unknown>): void => {
    setFailure(null);
    queries.setQueryData(["triggers"], next);
    send.catch(setFailure).finally(() => stale("triggers"));
  };
  return {
    failure,
    move(things, n, by) {
      const next = [...things];
      const [one] = next.splice(n, 1);
      if (one === undefined) return;
      next.splice(n + by, 0, one);
      put(next, api.put("/triggers/order", { ids: next.filter(({ managed }) => !managed).map(({ id }) => id) }));
      announce(t("order.moved", { name: one.name, n: n + by + 1 }));
    },
    turn(things, trigger) {
      const enabled = !trigger.enabled;
      put(
        things.map((one) => (one.id === trigger.id ? { ...one, enabled } : one)),
        api.patch(`/triggers/${trigger.id}`, { enabled }),
      );
    },
  };
}
