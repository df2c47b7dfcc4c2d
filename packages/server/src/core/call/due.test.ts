import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call, CallStatus } from "../entity.ts";
import type { CallsConfig } from "../ports.ts";
import { minutesOf } from "./cost.ts";
import { defaultCalls } from "./defaults.ts";
import { callDue } from "./due.ts";

const begin = Date.UTC(2026, 0, 5, 9);
const at = (s: number): string => new Date(begin + s * 1000).toISOString();
const call = (more: Partial<Call> = {}): Call => ({
  id: 1,
  type: "callback",
  phone: "+4930111222",
  chat_id: 2,
  status: "start",
  operator: null,
  reason: null,
  record_url: null,
  created_at: at(0),
  updated_at: at(0),
  ...more,
});
const operator = { id: 2, name: "Ivan" };
const http: CallsConfig = { ...defaultCalls, driver: "http" };

describe("what ends a call by time", () => {
  it("[CORE-102] nobody takes it, nobody answers, nobody says that it is over", () => {
    expect(callDue(call(), defaultCalls)).toEqual({ at: begin + 60_000, to: "error", reason: "no_answer_agent" });
    const taken = call({ operator, updated_at: at(20) });
    expect(callDue(taken, defaultCalls)).toEqual({ at: begin + 140_000, to: "error", reason: "no_answer_client" });
    const talking = call({ operator, status: "client_connected", client_connected_at: at(50), updated_at: at(50) });
    expect(callDue(talking, defaultCalls)).toEqual({ at: begin + 50_000 + 4 * 3_600_000, to: "end" });
    for (const status of ["end", "error"] as const) expect(callDue(call({ status }), defaultCalls)).toBeNull();
  });
  it("[CORE-102] with a telephony server the operator's side is there when it says so", () => {
    expect(callDue(call({ operator, updated_at: at(20) }), http)).toMatchObject({ at: begin + 60_000, reason: "no_answer_agent" });
    const answered = call({ status: "agent_connected", agent_connected_at: at(9), updated_at: at(9) });
    expect(callDue(answered, http)).toMatchObject({ at: begin + 129_000, reason: "no_answer_client" });
  });
  it("[CORE-102] both waits are the account's", () => {
    const own: CallsConfig = { ...defaultCalls, noAnswerAgentMs: 90_000, noAnswerClientMs: 30_000 };
    expect(callDue(call(), own)).toMatchObject({ at: begin + 90_000, reason: "no_answer_agent" });
    expect(callDue(call({ operator, updated_at: at(20) }), own)).toMatchObject({ at: begin + 50_000, reason: "no_answer_client" });
  });
  it("[CORE-102] every running call ends some time", () => {
    const some = fc.record({
      status: fc.constantFrom<CallStatus>("start", "agent_connected", "client_connected"),
      operator: fc.constantFrom(null, operator),
      agent: fc.boolean(),
      client: fc.boolean(),
      driver: fc.constantFrom<CallsConfig["driver"]>("desk", "http"),
    });
    fc.assert(
      fc.property(some, ({ status, operator: who, agent, client, driver }) => {
        const one = call({
          status,
          operator: who,
          ...(agent ? { agent_connected_at: at(5) } : {}),
          ...(client ? { client_connected_at: at(6) } : {}),
        });
        expect(callDue(one, { ...defaultCalls, driver })?.at).toBeGreaterThan(begin);
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
  ])("[CORE-105] connected at %s s and over at %s s costs %s minutes", (connected, over, minutes) => {
    const one = call({ updated_at: at(over), ...(connected === undefined ? {} : { client_connected_at: at(connected) }) });
    expect(minutesOf(one)).toBe(minutes);
  });
});
