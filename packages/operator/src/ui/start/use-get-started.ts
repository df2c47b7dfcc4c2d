import type { GetStarted } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";

/** Loads what is done and missing before visitors can be served (API-160). */
export function useGetStarted({
  pollIntervalMs = false,
  isNeeded = true,
  channel,
}: {
  pollIntervalMs?: number | false;
  isNeeded?: boolean;
  /** A widget. Absent: the one that a page loaded last. */
  channel?: number;
} = {}) {
  const query = channel === undefined ? "" : `?channel=${channel}`;
  return useQuery({
    queryKey: ["get-started", query],
    enabled: isNeeded,
    queryFn: ({ signal }) => api.get<GetStarted>(`/get-started${query}`, { signal }),
    refetchInterval: pollIntervalMs,
  });
}
