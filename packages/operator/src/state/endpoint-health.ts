import type { Endpoint } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api/api.ts";
import { can, useCurrentOperator } from "./session.tsx";

/** Health and queues of endpoints change without an event, so they are polled. */
const pollIntervalsMs = { often: 5000, seldom: 60_000 };

/** Loads all endpoints, those with problems first. Roles without deliveries get none. */
export function useEndpoints(poll: "often" | "seldom" = "often") {
  const me = useCurrentOperator();
  return useQuery({
    enabled: can(me, "deliveries.read"),
    queryKey: ["endpoints"],
    queryFn: async () => sortEndpointsByProblem(await api.list<Endpoint>("/endpoints")),
    refetchInterval: pollIntervalsMs[poll],
  });
}

export type EndpointProblem = "off" | "failing" | "paused" | "waiting" | null;

/** Returns the most serious problem of an endpoint. Disabled in the settings, it has none. */
export function getEndpointProblem(endpoint: Endpoint): EndpointProblem {
  if (endpoint.state === "off") return endpoint.reason === "disabled" ? null : "off";
  if (endpoint.failing_since !== null) return "failing";
  if (endpoint.state === "paused") return "paused";
  return endpoint.waiting.lanes > 0 ? "waiting" : null;
}

/** Shorter failures often end without help, so they do not show a banner. */
const unhealthyAfterMs = 60_000;

/** Returns the endpoints that Parlour switched off, or that have failed for more than a minute. */
export function listUnhealthyEndpoints(endpoints: readonly Endpoint[], now: number): Endpoint[] {
  return endpoints.filter((endpoint) => {
    const problem = getEndpointProblem(endpoint);
    return (
      problem === "off" ||
      (problem === "failing" &&
        endpoint.state === "on" &&
        now - Date.parse(endpoint.failing_since ?? "") >= unhealthyAfterMs)
    );
  });
}

const problemOrder: readonly EndpointProblem[] = ["off", "failing", "paused", "waiting", null];

export function sortEndpointsByProblem(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.toSorted(
    (a, b) =>
      problemOrder.indexOf(getEndpointProblem(a)) - problemOrder.indexOf(getEndpointProblem(b)) ||
      a.id - b.id,
  );
}
