import type { OperatorStatus } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";

/** Loads the statuses of the account. */
export const useStatuses = (isEnabled: boolean): readonly OperatorStatus[] =>
  useQuery({
    queryKey: ["statuses"],
    enabled: isEnabled,
    queryFn: () => api.list<OperatorStatus>("/statuses"),
  }).data ?? [];
