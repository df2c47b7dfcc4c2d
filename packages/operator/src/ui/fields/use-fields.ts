import type { Field } from "@parlour/protocol/api";
import { localizeField } from "@parlour/protocol/localized-field";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";
import { i18n } from "../../text/index.ts";

const getQueryKey = () => ["fields", "in", i18n.locale];

/** Loads the fields of the account, oldest first, in the operator's language (FLD-001). */
export const useFields = () =>
  useQuery({
    queryKey: getQueryKey(),
    queryFn: async () =>
      (await api.list<Field>("/fields")).map((field) => localizeField(field, i18n.locale)),
    staleTime: 60_000,
  });

/** Returns the fields that are loaded. */
export const getLoadedFields = (): readonly Field[] =>
  queryClient.getQueryData<readonly Field[]>(getQueryKey()) ?? [];
