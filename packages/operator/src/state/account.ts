import { defaultUploadMib } from "@parlour/client";
import type { Account } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "./api/api.ts";

export const accountKey = ["account"] as const;

/** Loads the account of the signed-in operator. Every role may read its account. */
export const useAccount = () =>
  useQuery({ queryKey: accountKey, queryFn: () => api.get<Account>("/account") });

/** Returns the maximum size of an uploaded file in MiB, or the default until it is loaded. */
export const getMaxUploadMib = (): number =>
  queryClient.getQueryData<Account>(accountKey)?.upload_mib ?? defaultUploadMib;
