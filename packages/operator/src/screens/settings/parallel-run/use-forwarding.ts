import type { ForwardedChats, Forwarding, ForwardingSettings } from "@parlour/protocol/api";
import { ApiError } from "@parlour/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { accountKey } from "../../../state/account.ts";
import { api, queryClient } from "../../../state/api/api.ts";

const refreshMs = 5_000;
const path = "/imports/parallel/forwarding";
const key = ["forwarding"];

/** Loads the forwarding to the old system. `forwarding` null: there is none. */
export const useForwarding = () =>
  useQuery({
    queryKey: key,
    queryFn: async (): Promise<{ readonly forwarding: Forwarding | null }> => {
      try {
        return { forwarding: await api.get<Forwarding>(path) };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { forwarding: null };
        throw error;
      }
    },
    refetchInterval: refreshMs,
  });

export const useForwardedChats = () =>
  useInfiniteQuery({
    queryKey: [...key, "chats"],
    queryFn: ({ pageParam }) =>
      api.get<ForwardedChats>(`${path}/chats`, { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: refreshMs,
  });

const reload = () =>
  Promise.all(
    [key, accountKey].map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] })),
  );
export async function saveForwarding(settings: ForwardingSettings): Promise<void> {
  await api.put<Forwarding>(path, settings);
  await reload();
}
export async function endForwarding(): Promise<void> {
  await api.delete(path);
  await reload();
}
