import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call, CallStatus } from "../entity.ts";
import type { CallsConfig } from "../command.ts";
import { getBillableMinutes } from "./cost.ts";
import { defaultCalls } from "./defaults.ts";
import { nextCallTimeout } from "./timeout.ts";

const startMs = Date.UTC(2026, 0, 5, 9);
const timeAt = (s: number): string => new Date(startMs + s * 1000).toISOString();
const createCall = (more: Partial<Call> = {}): Call => ({
  id: 1,
  type: "callback",
  phone: "+4930111222",
  chat_id: 2,
  status: "start",
  operator: null,
  reason: null,
  record_url: null,
  created_at: timeAt(0),
  updated_at: timeAt(0),
  ...more,
});
const operator = { id: 2, name: "Ivan" };
const httpSettings: CallsConfig = { ...defaultCalls, driver: "http" };

describe("what ends a call by time", () => {
  it("[CORE-102] nobody takes it, nobody answers, nobody says that it is over", () => {
    expect(nextCallTimeout(createCall(), defaultCalls)).toEqual({
      at: startMs + 60_000,
      to: "error",
      reason: "no_answer_agent",
    });
    const takenCall = createCall({ operator, updated_at: timeAt(20) });
    expect(nextCallTimeout(takenCall, defaultCalls)).toEqual({
      at: startMs + 140_000,
      to: "error",
      reason: "no_answer_client",
    });
    const talking = createCall({
      operator,
      status: "client_connected",
      client_connected_at: timeAt(50),
      updated_at: timeAt(50),
    });
    expect(nextCallTimeout(talking, defaultCalls)).toEqual({
      at: startMs + 50_000 + 4 * 3_600_000,
      to: "end",
    });
    for (const status of ["end", "error"] as const)
      expect(nextCallTimeout(createCall({ status }), defaultCalls)).toBeNull();
  });
  it("[CORE-102] with a telephony server the operator's side is there when it says so", () => {
    expect(
      nextCallTimeout(createCall({ operator, updated_at: timeAt(20) }), httpSettings),
    ).toMatchObject({
      at: startMs + 60_000,
      reason: "no_answer_agent",
    });
    const answered = createCall({
      status: "agent_connected",
      agent_connected_at: timeAt(9),
      updated_at: timeAt(9),
    });
    expect(nextCallTimeout(answered, httpSettings)).toMatchObject({
      at: startMs + 129_000,
      reason: "no_answer_client",
    });
  });
  it("[CORE-102] both waits are the account's", () => {
    const accountCalls: CallsConfig = {
      ...defaultCalls,
      noAnswerAgentMs: 90_000,
      noAnswerClientMs: 30_000,
    };
    expect(nextCallTimeout(createCall(), accountCalls)).toMatchObject({
      at: startMs + 90_000,
      reason: "no_answer_agent",
    });
    expect(
      nextCallTimeout(createCall({ operator, updated_at: timeAt(20) }), accountCalls),
    ).toMatchObject({
      at: startMs + 50_000,
      reason: "no_answer_client",
    });
  });
  it("[CORE-102] every running call ends some time", () => {
    const arbitraryCall = fc.record({
      status: fc.constantFrom<CallStatus>("start", "agent_connected", "client_connected"),
      operator: fc.constantFrom(null, operator),
      agent: fc.boolean(),
      client: fc.boolean(),
      driver: fc.constantFrom<CallsConfig["driver"]>("desk", "http"),
    });
    fc.assert(
      fc.property(arbitraryCall, ({ status, operator: callOperator, agent, client, driver }) => {
        const candidate = createCall({
          status,
          operator: callOperator,
          ...(agent ? { agent_connected_at: timeAt(5) } : {}),
          ...(client ? { client_connected_at: timeAt(6) } : {}),
        });
        expect(nextCallTimeout(candidate, { ...defaultCalls, driver })?.at).toBeGreaterThan(
          startMs,
        );
      }),
      { numRuns: 100, seed: 102 },
    );
  });
  it.each([
    [undefined, 0, 0],
    [10, 10, 1],
    [10, 70, 1],
    [10, 71, 2],
    [10, 131, 3],
  ])(
    "[CORE-105] connected at %s s and over at %s s costs %s minutes",
    (connected, over, minutes) => {
      const candidate = createCall({
        updated_at: timeAt(over),
        ...(connected === undefined ? {} : { client_connected_at: timeAt(connected) }),
      });
      expect(getBillableMinutes(candidate)).toBe(minutes);
    },
  );
});
