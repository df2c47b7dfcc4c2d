import { describe, expect, it } from "vitest";
import { getChangedFields, storeSample, loadSample, parseSample } from "./test-event.ts";

describe("test events", () => {
  it("[WH-070] an edited sample is a JSON object, anything else is named", () => {
    expect(parseSample('{"visitor":{"name":"Ann"}}')).toEqual({
      sample: { visitor: { name: "Ann" } },
    });
    expect([
      parseSample("{"),
      parseSample(""),
      parseSample("[]"),
      parseSample("null"),
      parseSample('"x"'),
    ]).toEqual([
      { wrong: "json" },
      { wrong: "json" },
      { wrong: "object" },
      { wrong: "object" },
      { wrong: "object" },
    ]);
  });
  it("[API-053] what was once sent becomes the sample of its own target and event only", () => {
    storeSample({ kind: "webhook", id: 7 }, "chat_accepted", { a: 1 });
    const load = (kind: "webhook" | "bot", id: number, event: string) =>
      loadSample({ kind, id }, event);
    expect(load("webhook", 7, "chat_accepted")).toEqual({ a: 1 });
    expect([
      load("bot", 7, "chat_accepted"),
      load("webhook", 8, "chat_accepted"),
      load("webhook", 7, "chat_updated"),
    ]).toEqual([null, null, null]);
  });
  it("[WH-070] [BOT-087] only what was changed is sent, so that times stay those of the test", () => {
    const sample = { event_name: "chat_accepted", event_timestamp: 7, visitor: { name: "Nadia" } };
    expect(getChangedFields({ ...sample }, sample)).toBeNull();
    expect(getChangedFields({ ...sample, visitor: { name: "Ann" }, extra: 1 }, sample)).toEqual({
      visitor: { name: "Ann" },
      extra: 1,
    });
  });
});
