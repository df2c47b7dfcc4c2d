import { usualUploadMib } from "@parlour/client";
import type { Account } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { api, queries } from "./api.ts";

const key = ["account"] as const;

/** The account of the signed-in operator; everybody may read it. */
export const useAccount = () => useQuery({ queryKey: key, queryFn: () => api.get<Account>("/account") });

/** MiB of one file, as far as the account was read. */
export const mostUploadMib = (): number => queries.getQueryData<Account>(key)?.upload_mib ?? usualUploadMib;
