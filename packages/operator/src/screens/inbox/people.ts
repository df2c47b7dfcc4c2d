import type { Operator } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, queries } from "../../state/api.ts";

/** Names of the account's operators by id; empty for roles that may not read them. */
export function useOperatorNames(): ReadonlyMap<number, string> {
  const { data } = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<Operator>("/operators"),
    staleTime: 5 * 60_000,
    retry: 0,
  });
  return useMemo(() => new Map(data?.map((operator) => [operator.id, operator.name])), [data]);
}

/** A name that was read here before, for words outside components; null: not known. */
export function knownName(id: number): string | null {
  return queries.getQueryData<readonly Operator[]>(["operators", "names"])?.find((operator) => operator.id === id)?.name ?? null;
}
