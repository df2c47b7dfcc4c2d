import type { Endpoint } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api/api.ts";

/** Health and queues change without an event, so they are polled. */
const pollIntervalMs = 5000;
const lowFrequencyPollIntervalMs = 60_000;

/**
 * Loads every endpoint of the account, those with problems first. `seldom`: polls once a minute,
 * enough for a badge in the navigation.
 */
export function useEndpoints({ seldom: isLowFrequency = false, enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: ["endpoints"],
    queryFn: async () => sortByProblem(await api.list<Endpoint>("/endpoints")),
    refetchInterval: isLowFrequency ? lowFrequencyPollIntervalMs : pollIntervalMs,
  });
}

export type EndpointProblem = "off" | "failing" | "paused" | "waiting" | null;

/**
 * Returns the worst problem of an endpoint, or null. An endpoint disabled in the settings has no
 * problem.
 */
export function getEndpointProblem(endpoint: Endpoint): EndpointProblem {
  if (endpoint.state === "off") return endpoint.reason === "disabled" ? null : "off";
  if (endpoint.failing_since !== null) return "failing";
  if (endpoint.state === "paused") return "paused";
  return endpoint.waiting.lanes > 0 ? "waiting" : null;
}

/** Shorter failures often recover without help, so they show no banner. */
const unhealthyAfterMs = 60_000;

/**
 * Returns endpoints that need attention: switched off because of their responses, or failing for
 * more than a minute.
 */
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

export function sortByProblem(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.toSorted(
    (a, b) =>
      problemOrder.indexOf(getEndpointProblem(a)) - problemOrder.indexOf(getEndpointProblem(b)) ||
      a.id - b.id,
  );
}
