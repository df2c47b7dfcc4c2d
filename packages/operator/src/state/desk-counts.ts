import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, queries } from "./api.ts";
import { useLiveStore } from "./live-context.tsx";

const key = ["desk-counts"];

/**
 * Returns how many offline messages and calls wait for an operator (API-029). Reloads when one of
 * them changes. 0 until loaded.
 */
export function useDeskCounts(): { readonly offline: number; readonly calls: number } {
  const live = useLiveStore();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<{ views: { offline: number; calls: number } }>("/chats/counters", { signal }),
  });
  useEffect(() => {
    const stale = () => void queries.invalidateQueries({ queryKey: key });
    const stops = [live.onOffline(stale), live.onCall(stale)];
    return () => stops.forEach((stop) => stop());
  }, [live]);
  return { offline: data?.views.offline ?? 0, calls: data?.views.calls ?? 0 };
}
