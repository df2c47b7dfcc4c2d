import type { ForwardedChats, ForwardingSettings, ForwardingState } from "@parlour/protocol/api";
import { accountKey } from "../../../state/account.ts";
import { api, queryClient } from "../../../state/api/api.ts";
import { useComparedChats, useComparison } from "./use-comparison.ts";

const path = "/imports/parallel/forwarding";
const key = "forwarding";

/** Loads the forwarding to the old system. `forwarding` null: there is none. */
export const useForwarding = () => useComparison<ForwardingState>(key, path);
export const useForwardedChats = () => useComparedChats<ForwardedChats>(key, path);

const reload = () =>
  Promise.all(
    [[key], accountKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey: [...queryKey] }),
    ),
  );
export async function saveForwarding(settings: ForwardingSettings): Promise<void> {
  await api.put(path, settings);
  await reload();
}
export async function endForwarding(): Promise<void> {
  await api.delete(path);
  await reload();
}
