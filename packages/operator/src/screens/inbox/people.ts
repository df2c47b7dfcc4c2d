import type { Operator } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, queries } from "../../state/api.ts";

function useOperators(): readonly Operator[] | undefined {
  return useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<Operator>("/operators"),
    staleTime: 5 * 60_000,
    retry: 0,
  }).data;
}

/** Names of the account's operators by id; empty for roles that may not read them. */
export function useOperatorNames(): ReadonlyMap<number, string> {
  const data = useOperators();
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

/** Address of an operator's photo; "" without one. */
export function useOperatorPhoto(id: number | null): string {
  return useOperators()?.find((operator) => operator.id === id)?.photo ?? "";
}

/** A name that was read here before, for words outside components; null: not known. */
export function knownName(id: number): string | null {
  return queries.getQueryData<readonly Operator[]>(["operators", "names"])?.find((operator) => operator.id === id)?.name ?? null;
}
