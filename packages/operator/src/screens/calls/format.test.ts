import type { CallWithVisitor } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { outcomeText, getCallPhase } from "./format.ts";

const at = (s: number): string => new Date(1_000_000 + s * 1000).toISOString();
const ms = (s: number): number => 1_000_000 + s * 1000;
const call = (more: Partial<CallWithVisitor>): CallWithVisitor =>
  ({
    status: "start",
    operator: null,
    reason: null,
    created_at: at(0),
    updated_at: at(0),
    ...more,
  }) as CallWithVisitor;

test("[CORE-104] a call counts its present part: waiting, calling, talking, and what it lasted", () => {
  const operator = { id: 2, name: "Ivan" };
  expect(getCallPhase(call({}), ms(35))).toEqual({ kind: "waited", ms: 35_000 });
  expect(getCallPhase(call({ operator, updated_at: at(35) }), ms(41))).toEqual({
    kind: "calling",
    ms: 6_000,
  });
  const talking = {
    operator,
    status: "client_connected",
    client_connected_at: at(50),
    updated_at: at(50),
  } as const;
  expect(getCallPhase(call(talking), ms(60))).toEqual({ kind: "talking", ms: 10_000 });
  expect(getCallPhase(call({ ...talking, status: "end", updated_at: at(110) }), ms(500))).toEqual({
    kind: "lasted",
    ms: 60_000,
  });
  expect(
    getCallPhase(call({ status: "error", reason: "busy", updated_at: at(9) }), ms(500)),
  ).toEqual({ kind: "lasted", ms: 0 });
});

test("[CORE-102] an outcome in words, also of a reason that is not known here", () => {
  expect(outcomeText(call({ status: "error", reason: "busy" }))).toBe("Line busy");
  expect(outcomeText(call({ status: "error", reason: "meteor" }))).toBe("meteor");
  expect(outcomeText(call({ status: "end" }))).toBe("Ended without a connection");
});
