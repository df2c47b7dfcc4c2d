import type { CannedReply } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";

/**
 * Loads the quick replies that this operator may use. `settings_changed` makes them stale
 * (state/start-live-client.ts).
 */
export const useReplies = () =>
  useQuery({
    queryKey: ["canned-replies"],
    queryFn: () => api.list<CannedReply>("/canned-replies"),
    staleTime: 60_000,
  });
