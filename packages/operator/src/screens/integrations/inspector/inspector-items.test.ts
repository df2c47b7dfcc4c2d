import type { InspectedRequest } from "@parlour/protocol/api";
import { describe, expect, it } from "vitest";
import { getDeliveryMark, unusableResponseCodes } from "@parlour/protocol/entity/delivery-mark";
import { i18n } from "../../../text/index.ts";
import { getDeliveryState } from "../../../ui/exchange/delivery-state.ts";
import {
  emptyInspectorFilter,
  inspectedErrorText,
  matchesFilter,
  getItemMark,
  maxInspectorItems,
  mergeItems,
} from "./inspector-items.ts";

const createItem = (id: number, fields: Partial<InspectedRequest> = {}): InspectedRequest => ({
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
  ...fields,
});
const fault = {
  code: "invalid_request",
  message: "sender.id is empty",
  field: "sender.id",
  rule: "CH-040",
};

describe("inspector", () => {
  it("[CORE-053] shows each request once, the newest first, and keeps no more than it may", () => {
    const items = mergeItems([], [createItem(1), createItem(3)]);
    expect(mergeItems(items, [createItem(3), createItem(2)]).map((listed) => listed.id)).toEqual([
      3, 2, 1,
    ]);
    expect(mergeItems(items, [createItem(1)])).toBe(items);
    const many = mergeItems(
      [],
      Array.from({ length: maxInspectorItems + 5 }, (_, n) => createItem(n + 1)),
    );
    expect([many.length, many[0]?.id, many.at(-1)?.id]).toEqual([
      maxInspectorItems,
      maxInspectorItems + 5,
      6,
    ]);
  });
  it("[CORE-053] filters by kind, direction, fault and any word of the request", () => {
    const faulty = createItem(2, { fault, status: 400 });
    expect([
      matchesFilter(faulty, { ...emptyInspectorFilter, faults: true }),
      matchesFilter(createItem(1), { ...emptyInspectorFilter, faults: true }),
    ]).toEqual([true, false]);
    expect([
      matchesFilter(faulty, { ...emptyInspectorFilter, kind: "bot" }),
      matchesFilter(faulty, { ...emptyInspectorFilter, direction: "out" }),
    ]).toEqual([false, false]);
    expect(
      ["ch-040", "qm4nz8", "sender", " 400 ", "nothing"].map((q) =>
        matchesFilter(faulty, { ...emptyInspectorFilter, q }),
      ),
    ).toEqual([true, true, true, true, false]);
  });
  it("[CORE-053] a fault names its field once, and its rule", () => {
    expect(inspectedErrorText(fault)).toBe("sender.id is empty (CH-040)");
    expect(
      inspectedErrorText({
        code: "too_long",
        message: "Too long",
        field: "message.text",
        rule: null,
      }),
    ).toBe("message.text: Too long");
    expect(
      inspectedErrorText({ code: "timeout", message: null, field: null, rule: "CH-081" }),
    ).toBe("timeout (CH-081)");
  });
});

describe("the mark of an answer", () => {
  const createSent = (code: string | null, outcome: "delivered" | "timeout" = "delivered") =>
    createItem(1, {
      direction: "out",
      kind: "webhook",
      outcome,
      fault: code === null ? null : { code, message: "why", field: null, rule: null },
    });

  it("[API-150] [API-329] an answer that Parlour could not use is marked alike in the inspector, at a try and in the delivery log", () => {
    i18n.activate("en", "en-GB");
    for (const code of unusableResponseCodes) {
      const error = { code, message: "why" };
      expect([getItemMark(createSent(code)), getDeliveryMark("delivered", code)]).toEqual([
        "not_usable",
        "not_usable",
      ]);
      expect(getDeliveryState({ state: "delivered", attempts: 1, error })).toMatchObject({
        label: "Not usable",
        tone: "warning",
      });
      expect(getDeliveryState({ state: "pending", attempts: 1, error })).toMatchObject({
        label: "Retrying",
      });
    }
  });
  it("[API-150] a note alone, or a failure, is none", () => {
    expect(
      [null, "late", "fields_dropped", "answered_by_post"].map((code) =>
        getItemMark(createSent(code)),
      ),
    ).toEqual(["good", "noted", "noted", "noted"]);
    expect(
      getDeliveryState({
        state: "delivered",
        attempts: 1,
        error: { code: "late", message: "late" },
      }).label,
    ).toBe("Delivered");
    expect(getItemMark(createSent("timeout", "timeout"))).toBe("failed");
    expect([
      getItemMark(createItem(1, { fault })),
      getItemMark(createItem(1, { fault, status: 400 })),
      getItemMark(createItem(1)),
    ]).toEqual(["noted", "failed", "good"]);
  });
});
