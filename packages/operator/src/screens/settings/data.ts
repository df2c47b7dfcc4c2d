import type { Account, ApiKey, Channel, Operator, Presence } from "@parlour/protocol";
import type { Instance } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queries } from "../../state/api.ts";
import { useLive } from "../../state/live-context.tsx";

/** What the settings pages read. `settings_changed` makes all of it stale (state/live-context.tsx). */

/** Status and times of a channel change without a change of settings, so they are asked again. */
const statusEveryMs = 5000;

export const useChannels = () =>
  useQuery({
    queryKey: ["channels"],
    queryFn: async () => (await api.list<Channel>("/channels")).filter((channel) => channel.kind === "api"),
    refetchInterval: statusEveryMs,
  });
export const useChannel = (id: number) =>
  useQuery({ queryKey: ["channels", id], queryFn: () => api.get<Channel>(`/channels/${id}`), refetchInterval: statusEveryMs });
export const useOperators = () => useQuery({ queryKey: ["operators"], queryFn: () => api.list<Operator>("/operators") });
export const useKeys = () => useQuery({ queryKey: ["api-keys"], queryFn: () => api.list<ApiKey>("/api-keys") });
export const useAccount = () => useQuery({ queryKey: ["account"], queryFn: () => api.get<Account>("/account") });
export const useInstance = () => useQuery({ queryKey: ["instance"], queryFn: () => api.get<Instance>("/instance") });

/** Reads these lists again after a change of one's own, without waiting for the socket. */
export function stale(...keys: string[]): void {
  for (const key of keys) void queries.invalidateQueries({ queryKey: [key] });
}

/** Present status of an operator: live from the socket, before that as read. */
export function usePresenceOf(): (operator: Pick<Operator, "id" | "presence">) => Presence {
  const live = useLive((state) => state.snapshot.presence);
  const known = useLive((state) => state.snapshot.epoch !== null);
  return (operator) => live.get(operator.id) ?? (known ? "offline" : operator.presence);
}
