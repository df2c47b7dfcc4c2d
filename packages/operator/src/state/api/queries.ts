import type { Account, Channel, Presence } from "@parlour/protocol";
import type {
  AccountHours,
  ArticleSection,
  Bot,
  BotProvider,
  CustomRole,
  Department,
  Instance,
  OperatorEntry,
} from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "./api.ts";
import { useLiveState } from "../live-context.tsx";
import { can, useCurrentOperator } from "../session.tsx";

/**
 * Queries of the settings pages. The event `settings_changed` invalidates all of them
 * (state/start-live-client.ts).
 */

/** Polling interval in ms of status and times, which change without `settings_changed`. */
export const statusPollIntervalMs = 5000;

export const useChannels = () =>
  useQuery({
    queryKey: ["channels"],
    queryFn: async () =>
      (await api.list<Channel>("/channels")).filter((channel) => channel.kind === "api"),
    refetchInterval: statusPollIntervalMs,
  });
/** Loads the channels of mail and messengers. */
export const useConnectors = () =>
  useQuery({
    queryKey: ["channels", "connectors"],
    queryFn: async () =>
      (await api.list<Channel>("/channels")).filter((channel) => channel.settings !== undefined),
  });
const allChannels = ["channels", "all"];
/** Loads channels of every kind. */
export const useAllChannels = (enabled = true) =>
  useQuery({ queryKey: allChannels, queryFn: () => api.list<Channel>("/channels"), enabled });
/** Returns the channels of every kind that are loaded now. */
export const getLoadedChannels = () => queryClient.getQueryData<Channel[]>(allChannels);
export const useChannel = (id: number) =>
  useQuery({
    queryKey: ["channels", id],
    queryFn: () => api.get<Channel>(`/channels/${id}`),
    refetchInterval: statusPollIntervalMs,
  });
export const useOperators = () =>
  useQuery({ queryKey: ["operators"], queryFn: () => api.list<OperatorEntry>("/operators") });
export const useAccount = () =>
  useQuery({ queryKey: ["account"], queryFn: () => api.get<Account>("/account") });
export const useInstallation = () =>
  useQuery({ queryKey: ["instance"], queryFn: () => api.get<Instance>("/instance") });

/** Loads the bots. Pages of other things show none to roles that do not read bots. */
export const useBots = () =>
  useQuery({
    queryKey: ["bots"],
    enabled: can(useCurrentOperator(), "bots.read"),
    queryFn: () => api.list<Bot>("/bots"),
    refetchInterval: statusPollIntervalMs,
  });
export const useBot = (id: number) =>
  useQuery({
    queryKey: ["bots", id],
    queryFn: () => api.get<Bot>(`/bots/${id}`),
    refetchInterval: statusPollIntervalMs,
  });
export const useProviders = () =>
  useQuery({ queryKey: ["bot-providers"], queryFn: () => api.list<BotProvider>("/bot-providers") });
export const useDepartments = () =>
  useQuery({ queryKey: ["departments"], queryFn: () => api.list<Department>("/departments") });
export const useArticleSections = () =>
  useQuery({
    queryKey: ["article-sections"],
    queryFn: () => api.list<ArticleSection>("/article-sections"),
  });
/** Loads the custom roles. */
export const useRoles = () =>
  useQuery({ queryKey: ["roles"], queryFn: () => api.list<CustomRole>("/roles") });
/** Loads the working hours. Polls, because `open_now` changes over time. */
export const useHours = () =>
  useQuery({
    queryKey: ["working-hours"],
    queryFn: () => api.get<AccountHours>("/working-hours"),
    refetchInterval: 60_000,
  });

/** Invalidates these lists after a change in this browser, without waiting for the socket. */
export function invalidateLists(...keys: string[]): void {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
}

/** An operator with the presence that was loaded. */
interface OperatorPresence {
  readonly id: number;
  readonly presence: Presence;
}

/**
 * Returns a function for the presence of an operator: the loaded one until the socket is connected.
 */
export function useOperatorPresence(): (operator: OperatorPresence) => Presence {
  const livePresence = useLiveState((state) => state.snapshot.presence);
  const isConnected = useLiveState((state) => state.snapshot.epoch !== null);
  return (operator) =>
    livePresence.get(operator.id) ?? (isConnected ? "offline" : operator.presence);
}
