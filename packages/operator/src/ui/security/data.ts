import type { MySecurity } from "@parlour/protocol/api/people/session";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";

const securityQueryKey = ["me", "security"];
export const applicationsQueryKey = ["me", "applications"];

export const useSecurity = () =>
  useQuery({
    queryKey: securityQueryKey,
    queryFn: ({ signal }) => api.get<MySecurity>("/me/security", { signal }),
  });
/** Caches the response to a change as the current state. */
export const cacheSecurity = (security: MySecurity): void =>
  void queryClient.setQueryData(securityQueryKey, security);
