import type { Visits } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";

const maxVisits = 20;

/** Loads the latest visits of a visitor (API-266), once the details stay open. */
export const useVisits = (number: number, isEnabled = true) =>
  useQuery({
    queryKey: ["visitor", number, "visits"],
    enabled: isEnabled,
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      api.get<Visits>(`/visitors/${number}/visits`, { query: { limit: maxVisits }, signal }),
  });
