import type { GetStarted } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";

/** Loads what is done and missing before visitors can be served (API-160). */
export function useGetStarted({
  pollIntervalMs = false,
  isNeeded = true,
}: { pollIntervalMs?: number | false; isNeeded?: boolean } = {}) {
  return useQuery({
    queryKey: ["get-started"],
    enabled: isNeeded,
    queryFn: ({ signal }) => api.get<GetStarted>("/get-started", { signal }),
    refetchInterval: pollIntervalMs,
  });
}
