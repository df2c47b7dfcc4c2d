import { describe, expect, it } from "vitest";
import {
  listEvents,
  emptyFilter,
  parseFilter,
  hasFilter,
  toDeliveryQuery,
  parseNumberSearch,
} from "./delivery-filter.ts";

describe("filter of the ledger", () => {
  it("[WH-071] [API-050] asks the server for exactly what is chosen", () => {
    const now = Date.parse("2026-11-20T10:00:00.000Z");
    expect(
      toDeliveryQuery(
        {
          ...emptyFilter,
          state: "retrying",
          kind: "webhook",
          event: "chat_finished",
          hours: 24,
          q: " #1042 ",
        },
        now,
      ),
    ).toEqual({
      state: "retrying",
      kind: "webhook",
      endpoint: null,
      event: "chat_finished",
      chat: null,
      seq: null,
      since: "2026-11-19T10:00:00.000Z",
      q: "#1042",
    });
    expect(Object.values(toDeliveryQuery(emptyFilter, now)).every((value) => value === null)).toBe(
      true,
    );
  });
  it("[API-050] searches by number only; anything else is no question to the server", () => {
    expect(
      ["", " ", "7", "#7", "abc", "#0", "1.5", "12345678901234567"].map(parseNumberSearch),
    ).toEqual([null, null, "7", "#7", false, false, false, false]);
    expect(toDeliveryQuery({ ...emptyFilter, q: "abc" }, 0)["q"]).toBeNull();
  });
  it("[API-050] the address chooses all that can be chosen, garbage in it nothing", () => {
    expect(parseFilter({ chat: "1042", endpoint: 9 })).toMatchObject({ chat: 1042, endpoint: 9 });
    expect(parseFilter({ chat: "x", endpoint: -1 })).toEqual(emptyFilter);
    const params = {
      state: "failed",
      kind: "bot",
      endpoint: 9,
      event: "CHAT_CLOSED",
      hours: 24,
      q: 7,
    };
    expect(parseFilter(params)).toEqual({ ...emptyFilter, ...params, q: "7" });
    expect(
      parseFilter({ state: "lost", kind: "pigeon", event: "text ", hours: 5, q: "abc" }),
    ).toEqual(emptyFilter);
    expect([parseFilter({ chat: 7, seq: 3 }).seq, parseFilter({ seq: 3 }).seq]).toEqual([3, null]);
    expect([
      hasFilter(emptyFilter),
      hasFilter({ ...emptyFilter, q: "1" }),
      hasFilter({ ...emptyFilter, hours: 1 }),
    ]).toEqual([false, true, true]);
  });
  it("[CORE-050] events to choose from follow the kind", () => {
    expect(listEvents("bot")).toContain("AGENT_JOINED");
    expect(listEvents("bot")).not.toContain("text");
    expect(listEvents("push")).toEqual([
      "chat_waiting",
      "operator_assigned",
      "chat_notice",
      "chat_taken",
      "call_waiting",
      "call_taken",
    ]);
    expect(listEvents("mail")).toContain("offline_answer");
    // An event that belongs to two kinds is listed once.
    expect(listEvents(null)).toHaveLength(new Set(listEvents(null)).size);
    expect(listEvents(null)).toEqual(
      expect.arrayContaining(["text", "call_event", "chat_taken", "offline_answer"]),
    );
  });
});
