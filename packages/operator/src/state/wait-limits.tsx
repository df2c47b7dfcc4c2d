import type { Routing } from "@parlour/protocol/api";
import { defaultRouting } from "@parlour/protocol/settings/default-routing";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, type ReactNode } from "react";
import { api } from "./api/api.ts";
import { useLiveClient } from "./live-context.tsx";

/** When the timer of a waiting chat turns amber and red, in milliseconds. 0: never (API-296). */
export interface WaitLimits {
  readonly warnMs: number;
  readonly overdueMs: number;
}

const defaultLimits: WaitLimits = {
  warnMs: defaultRouting.warn_s * 1000,
  overdueMs: defaultRouting.overdue_s * 1000,
};
const WaitLimitsContext = createContext<WaitLimits>(defaultLimits);

/**
 * Loads the account's limits and the order of ringing chats once. Gives the defaults until then.
 */
export function WaitLimitsProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ queryKey: ["routing"], queryFn: () => api.get<Routing>("/routing") });
  const { warn_s, overdue_s, ring_order } = data ?? defaultRouting;
  const live = useLiveClient();
  useEffect(() => live.setRingOrder(ring_order), [live, ring_order]);
  const limits = useMemo(
    () => ({ warnMs: warn_s * 1000, overdueMs: overdue_s * 1000 }),
    [warn_s, overdue_s],
  );
  return <WaitLimitsContext value={limits}>{children}</WaitLimitsContext>;
}

export function useWaitLimits(): WaitLimits {
  return useContext(WaitLimitsContext);
}

/** Returns the severity of a wait of `waitedMs`. Empty for none. */
export function getWaitSeverity(
  waitedMs: number,
  { warnMs, overdueMs }: WaitLimits,
): "" | "warn" | "bad" {
  if (overdueMs > 0 && waitedMs >= overdueMs) return "bad";
  return warnMs > 0 && waitedMs >= warnMs ? "warn" : "";
}
