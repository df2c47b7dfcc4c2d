import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, queryClient } from "../api/api.ts";
import { useLiveClient } from "../live-context.tsx";

const key = ["desk-counts"];

/**
 * Returns how many offline messages and calls wait for an operator (API-029). Reloads when one of
 * them changes. 0 until loaded.
 */
export function useWaitingCounts(): { readonly offline: number; readonly calls: number } {
  const live = useLiveClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.get<{ views: { offline: number; calls: number } }>("/chats/counters", { signal }),
  });
  useEffect(() => {
    const stale = () => void queryClient.invalidateQueries({ queryKey: key });
    const unsubscribes = [live.onOffline(stale), live.onCall(stale)];
    return () => unsubscribes.forEach((stop) => stop());
  }, [live]);
  return { offline: data?.views.offline ?? 0, calls: data?.views.calls ?? 0 };
}
