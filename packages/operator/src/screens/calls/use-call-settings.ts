import type { CallSettings } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";

/** Loads the settings of calls of the account. */
export const useCallSettings = () =>
  useQuery({
    queryKey: ["call-settings"],
    queryFn: ({ signal }) => api.get<CallSettings>("/call-settings", { signal }),
  });
