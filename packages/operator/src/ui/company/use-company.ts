import type { Companies } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";

/** Loads the numbers of a company (CO-010). null: no visitor in sight has it. */
export const useCompany = (name: string) =>
  useQuery({
    queryKey: ["companies", "named", name],
    queryFn: async ({ signal }) => {
      const query = { name, limit: 1 };
      return (await api.get<Companies>("/companies", { query, signal })).items[0] ?? null;
    },
    staleTime: 60_000,
  });
