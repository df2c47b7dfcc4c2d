import type { Inspected } from "@parlour/protocol/api";
import { describe, expect, it } from "vitest";
import { markOf, unusableCodes } from "@parlour/protocol/answer-mark";
import { i18n } from "../../text/index.ts";
import { stateOf } from "./delivery-state.ts";
import { allItems, faultLine, isShown, markOfItem, mostKept, withItems } from "./tail.ts";

const item = (id: number, more: Partial<Inspected> = {}): Inspected => ({
  id,
  at: "2026-11-20T10:00:00.000Z",
  direction: "in",
  kind: "channel",
  owner_id: 1,
  endpoint_id: null,
  method: "POST",
  url: "/channel/…4x2Q/Qm4nZ8sT1k",
  request: { headers: {}, body: '{"sender":{}}', cut: false },
  status: 200,
  reply: null,
  duration_ms: 3,
  outcome: null,
  fault: null,
  request_id: null,
  delivery_id: null,
  event: null,
  chat_id: null,
  ...more,
});
const fault = { code: "invalid_request", message: "sender.id is empty", field: "sender.id", rule: "CH-040" };

describe("inspector", () => {
  it("[CORE-053] shows each request once, the newest first, and keeps no more than it may", () => {
    const known = withItems([], [item(1), item(3)]);
    expect(withItems(known, [item(3), item(2)]).map((one) => one.id)).toEqual([3, 2, 1]);
    expect(withItems(known, [item(1)])).toBe(known);
    const many = withItems(
      [],
      Array.from({ length: mostKept + 5 }, (_, n) => item(n + 1)),
    );
    expect([many.length, many[0]?.id, many.at(-1)?.id]).toEqual([mostKept, mostKept + 5, 6]);
  });
  it("[CORE-053] filters by kind, direction, fault and any word of the request", () => {
    const wrong = item(2, { fault, status: 400 });
    expect([isShown(wrong, { ...allItems, faults: true }), isShown(item(1), { ...allItems, faults: true })]).toEqual([true, false]);
    expect([isShown(wrong, { ...allItems, kind: "bot" }), isShown(wrong, { ...allItems, direction: "out" })]).toEqual([false, false]);
    expect(["ch-040", "qm4nz8", "sender", " 400 ", "nothing"].map((q) => isShown(wrong, { ...allItems, q }))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
  it("[CORE-053] a fault names its field once, and its rule", () => {
    expect(faultLine(fault)).toBe("sender.id is empty (CH-040)");
    expect(faultLine({ code: "too_long", message: "Too long", field: "message.text", rule: null })).toBe("message.text: Too long");
    expect(faultLine({ code: "timeout", message: null, field: null, rule: "CH-081" })).toBe("timeout (CH-081)");
  });
});

describe("the mark of an answer", () => {
  const sent = (code: string | null, outcome: "delivered" | "timeout" = "delivered") =>
    item(1, {
      direction: "out",
      kind: "webhook",
      outcome,
      fault: code === null ? null : { code, message: "why", field: null, rule: null },
    });

  it("[API-150] an answer that Parlour could not use is marked alike in the inspector, at a try and in the delivery log", () => {
    i18n.activate("en", "en-GB");
    for (const code of unusableCodes) {
      const error = { code, message: "why" };
      expect([markOfItem(sent(code)), markOf("delivered", code)]).toEqual(["not_usable", "not_usable"]);
      expect(stateOf({ state: "delivered", attempts: 1, error })).toMatchObject({ label: "Not usable", tone: "warning" });
      expect(stateOf({ state: "pending", attempts: 1, error })).toMatchObject({ label: "Retrying" });
    }
  });
  it("[API-150] a note alone, or a failure, is none", () => {
    expect([null, "late", "fields_dropped", "answered_by_post"].map((code) => markOfItem(sent(code)))).toEqual([
      "good",
      "noted",
      "noted",
      "noted",
    ]);
    expect(stateOf({ state: "delivered", attempts: 1, error: { code: "late", message: "late" } }).label).toBe("Delivered");
    expect(markOfItem(sent("timeout", "timeout"))).toBe("failed");
    expect([markOfItem(item(1, { fault })), markOfItem(item(1, { fault, status: 400 })), markOfItem(item(1))]).toEqual([
      "noted",
      "failed",
      "good",
    ]);
  });
});
