import type { Endpoint } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

/** Health and queues change without an event. */
const everyMs = 5000;
const seldomMs = 60_000;

/** Every endpoint of the account, those in trouble first. `seldom`: once a minute is enough, for a mark beside the name of the screen. */
export function useEndpoints({ seldom = false, enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: ["endpoints"],
    queryFn: async () => byTrouble(await api.list<Endpoint>("/endpoints")),
    refetchInterval: seldom ? seldomMs : everyMs,
  });
}

export type Trouble = "off" | "failing" | "paused" | "waiting" | null;

/** What is the matter with an endpoint, the worst first. `disabled` in the settings is nobody's trouble. */
export function troubleOf(endpoint: Endpoint): Trouble {
  if (endpoint.state === "off") return endpoint.reason === "disabled" ? null : "off";
  if (endpoint.failing_since !== null) return "failing";
  if (endpoint.state === "paused") return "paused";
  return endpoint.waiting.lanes > 0 ? "waiting" : null;
}

/** A banner is for what does not mend itself within a minute. */
const unhealthyMs = 60_000;

/** Endpoints that need somebody: switched off by what they answered, or failing for more than a minute. */
export function unhealthy(endpoints: readonly Endpoint[], now: number): Endpoint[] {
  return endpoints.filter((endpoint) => {
    const trouble = troubleOf(endpoint);
    return (
      trouble === "off" ||
      (trouble === "failing" && endpoint.state === "on" && now - Date.parse(endpoint.failing_since ?? "") >= unhealthyMs)
    );
  });
}

const order: readonly Trouble[] = ["off", "failing", "paused", "waiting", null];

export function byTrouble(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.toSorted((a, b) => order.indexOf(troubleOf(a)) - order.indexOf(troubleOf(b)) || a.id - b.id);
}
