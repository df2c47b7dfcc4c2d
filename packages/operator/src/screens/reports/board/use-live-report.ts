import type { LiveReport } from "@parlour/protocol/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { useLiveClient } from "../../../state/live-context.tsx";

const toQueryKey = (department: number | null) => ["reports", "live", department] as const;

/**
 * Loads the live board of a department, or of the account (null), once. The server then sends each
 * change (BOARD-003).
 */
export function useLiveReport(department: number | null) {
  const live = useLiveClient();
  useEffect(
    () =>
      live.onReport(
        department,
        (report) => void queryClient.setQueryData(toQueryKey(report.department), report),
      ),
    [live, department],
  );
  return useQuery({
    queryKey: toQueryKey(department),
    queryFn: ({ signal }) =>
      api.get<LiveReport>("/reports/live", {
        query: { department: department === null ? undefined : String(department) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
}
