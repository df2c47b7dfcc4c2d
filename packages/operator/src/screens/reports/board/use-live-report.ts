import type { LiveReport } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { useLiveClient } from "../../../state/live-context.tsx";

const queryKey = ["reports", "live"] as const;

/** Loads the live board once. The server then sends each change (BOARD-003). */
export function useLiveReport() {
  const live = useLiveClient();
  useEffect(
    () => live.onReport((report) => void queryClient.setQueryData(queryKey, report)),
    [live],
  );
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<LiveReport>("/reports/live", { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
}
