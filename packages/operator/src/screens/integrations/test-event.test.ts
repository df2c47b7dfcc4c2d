import { describe, expect, it } from "vitest";
import { changedFields, keepSample, keptSample, sampleOf } from "./test-event.ts";

describe("test events", () => {
  it("[WH-070] an edited sample is a JSON object, anything else is named", () => {
    expect(sampleOf('{"visitor":{"name":"Ann"}}')).toEqual({ sample: { visitor: { name: "Ann" } } });
    expect([sampleOf("{"), sampleOf(""), sampleOf("[]"), sampleOf("null"), sampleOf('"x"')]).toEqual([
      { wrong: "json" },
      { wrong: "json" },
      { wrong: "object" },
      { wrong: "object" },
      { wrong: "object" },
    ]);
  });
  it("[API-053] what was once sent becomes the sample of its own target and event only", () => {
    keepSample({ kind: "webhook", id: 7 }, "chat_accepted", { a: 1 });
    const of = (kind: "webhook" | "bot", id: number, event: string) => keptSample({ kind, id }, event);
    expect(of("webhook", 7, "chat_accepted")).toEqual({ a: 1 });
    expect([of("bot", 7, "chat_accepted"), of("webhook", 8, "chat_accepted"), of("webhook", 7, "chat_updated")]).toEqual([
      null,
      null,
      null,
    ]);
  });
  it("[WH-070] [BOT-087] only what was changed is sent, so that times stay those of the test", () => {
    const sample = { event_name: "chat_accepted", event_timestamp: 7, visitor: { name: "Nadia" } };
    expect(changedFields({ ...sample }, sample)).toBeNull();
    expect(changedFields({ ...sample, visitor: { name: "Ann" }, extra: 1 }, sample)).toEqual({ visitor: { name: "Ann" }, extra: 1 });
  });
});
