import type { Field } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";

const queryKey = ["fields"];

/** Loads the fields of the account, in the order of their creation (FLD-001). */
export const useFields = () =>
  useQuery({ queryKey, queryFn: () => api.list<Field>("/fields"), staleTime: 60_000 });

/** Returns the fields that are loaded. */
export const getLoadedFields = (): readonly Field[] =>
  queryClient.getQueryData<readonly Field[]>(queryKey) ?? [];
