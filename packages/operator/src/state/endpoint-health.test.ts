import type { Endpoint } from "@parlour/protocol/api";
import { createEndpoint } from "../../tests/deliveries.ts";
import { describe, expect, it } from "vitest";
import {
  sortEndpointsByProblem,
  getEndpointProblem,
  listUnhealthyEndpoints,
} from "./endpoint-health.ts";

const now = Date.parse("2026-11-20T10:00:00.000Z");
const endpoint = (id: number, more: Partial<Endpoint> = {}): Endpoint =>
  createEndpoint(id, { name: "CRM", last_success_at: null, ...more });

describe("endpoints", () => {
  it("[WH-062] [CORE-122] those in trouble stand first, the worst on top", () => {
    const all = [
      endpoint(1),
      endpoint(2, { waiting: { lanes: 3, oldest_at: null } }),
      endpoint(3, { state: "paused" }),
      endpoint(4, { failing_since: "2026-11-20T09:00:00.000Z" }),
      endpoint(5, { state: "off", reason: "gone" }),
      endpoint(6, { state: "off", reason: "disabled" }),
    ];
    expect(
      sortEndpointsByProblem(all).map((endpoint) => [endpoint.id, getEndpointProblem(endpoint)]),
    ).toEqual([
      [5, "off"],
      [4, "failing"],
      [3, "paused"],
      [2, "waiting"],
      [1, null],
      [6, null],
    ]);
  });
  it("[WH-062] a banner is for one that is off or failed for a minute, not for one that is paused meanwhile", () => {
    const since = (at: string, more: Partial<Endpoint> = {}) =>
      listUnhealthyEndpoints([endpoint(1, { failing_since: at, ...more })], now).length;
    expect([since("2026-11-20T09:59:30.000Z"), since("2026-11-20T09:59:00.000Z")]).toEqual([0, 1]);
    expect(since("2026-11-20T09:00:00.000Z", { state: "paused" })).toBe(0);
    expect(
      listUnhealthyEndpoints(
        [
          endpoint(1, { state: "off", reason: "failing" }),
          endpoint(2, { state: "off", reason: "disabled" }),
        ],
        now,
      ),
    ).toHaveLength(1);
  });
});
