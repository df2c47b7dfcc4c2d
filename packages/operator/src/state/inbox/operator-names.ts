import type { Operator } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, queryClient } from "../api/api.ts";

function useOperators(): readonly Operator[] | undefined {
  return useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<Operator>("/operators"),
    staleTime: 5 * 60_000,
    retry: 0,
  }).data;
}

/** Returns the names of operators by id. Empty for roles that may not read operators. */
export function useOperatorNames(): ReadonlyMap<number, string> {
  const data = useOperators();
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

/** Returns the URL of an operator's photo, or an empty text if they have none. */
export function useOperatorPhoto(id: number | null): string {
  return useOperators()?.find((operator) => operator.id === id)?.photo ?? "";
}

/** Returns an operator's name from the cache, outside components. Null if it is not loaded. */
export function cachedOperatorName(id: number): string | null {
  return (
    queryClient
      .getQueryData<readonly Operator[]>(["operators", "names"])
      ?.find((operator) => operator.id === id)?.name ?? null
  );
}
