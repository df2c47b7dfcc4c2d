import type { Webhook } from "@parlour/protocol/api";
import { describe, expect, it } from "vitest";
import { checkWebhook, hostOf, isUrl, valuesOf } from "./webhook-form.ts";

describe("webhook form", () => {
  it("[WH-001] [WH-002] takes http and https addresses as they are, no user names and nothing else", () => {
    expect(["http://a", "https://crm.example:8443/x?y=1#z", "HTTPS://CRM.example/%7e"].map(isUrl)).toEqual([true, true, true]);
    expect(["", " https://a", "ftp://a", "https://", "https://u:p@crm.example/", "javascript:alert(1)"].map(isUrl)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });
  it("[WH-001] names every fault at once, and none in a whole form", () => {
    const fault = checkWebhook({ url: "crm", events: [], channels: [], blocks: [] });
    expect(Object.keys(fault)).toEqual(["url", "events", "channels"]);
    expect(checkWebhook({ url: "https://crm.example", events: ["chat_accepted"], channels: null, blocks: [] })).toEqual({});
  });
  it("[WH-001] the order in which the server names events makes no unsaved change", () => {
    const webhook = { url: "u", channels: [9, 2], events: ["offline_message", "chat_accepted"], blocks: [] } as unknown as Webhook;
    expect(valuesOf(webhook)).toEqual({ url: "u", channels: [2, 9], events: ["chat_accepted", "offline_message"], blocks: [] });
  });
  it("[WH-001] a list shows the host, or all when there is none", () => {
    expect([hostOf("https://crm.example:8443/x"), hostOf("garbage")]).toEqual(["crm.example:8443", "garbage"]);
  });
});
