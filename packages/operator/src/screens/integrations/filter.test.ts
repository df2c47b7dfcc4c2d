import { describe, expect, it } from "vitest";
import { eventsOf, everything, filterOfSearch, isNarrow, queryOf, searchOf } from "./filter.ts";

describe("filter of the ledger", () => {
  it("[WH-071] [API-050] asks the server for exactly what is chosen", () => {
    const now = Date.parse("2026-11-20T10:00:00.000Z");
    expect(queryOf({ ...everything, state: "retrying", kind: "webhook", event: "chat_finished", hours: 24, q: " #1042 " }, now)).toEqual({
      state: "retrying",
      kind: "webhook",
      endpoint: null,
      event: "chat_finished",
      chat: null,
      seq: null,
      since: "2026-11-19T10:00:00.000Z",
      q: "#1042",
    });
    expect(Object.values(queryOf(everything, now)).every((value) => value === null)).toBe(true);
  });
  it("[API-050] searches by number only; anything else is no question to the server", () => {
    expect(["", " ", "7", "#7", "abc", "#0", "1.5", "12345678901234567"].map(searchOf)).toEqual([
      null,
      null,
      "7",
      "#7",
      false,
      false,
      false,
      false,
    ]);
    expect(queryOf({ ...everything, q: "abc" }, 0)["q"]).toBeNull();
  });
  it("[API-050] the address chooses all that can be chosen, garbage in it nothing", () => {
    expect(filterOfSearch({ chat: "1042", endpoint: 9 })).toMatchObject({ chat: 1042, endpoint: 9 });
    expect(filterOfSearch({ chat: "x", endpoint: -1 })).toEqual(everything);
    const chosen = { state: "failed", kind: "bot", endpoint: 9, event: "CHAT_CLOSED", hours: 24, q: 7 };
    expect(filterOfSearch(chosen)).toEqual({ ...everything, ...chosen, q: "7" });
    expect(filterOfSearch({ state: "lost", kind: "pigeon", event: "text ", hours: 5, q: "abc" })).toEqual(everything);
    expect([filterOfSearch({ chat: 7, seq: 3 }).seq, filterOfSearch({ seq: 3 }).seq]).toEqual([3, null]);
    expect([isNarrow(everything), isNarrow({ ...everything, q: "1" }), isNarrow({ ...everything, hours: 1 })]).toEqual([false, true, true]);
  });
  it("[CORE-050] events to choose from follow the kind", () => {
    expect(eventsOf("bot")).toContain("AGENT_JOINED");
    expect(eventsOf("bot")).not.toContain("text");
    expect(eventsOf("push")).toEqual(["chat_waiting", "chat_taken", "call_waiting", "call_taken"]);
    expect(eventsOf("mail")).toContain("offline_answer");
    // An event of two kinds is listed once.
    expect(eventsOf(null)).toHaveLength(new Set(eventsOf(null)).size);
    expect(eventsOf(null)).toEqual(expect.arrayContaining(["text", "call_event", "chat_taken", "offline_answer"]));
  });
});
