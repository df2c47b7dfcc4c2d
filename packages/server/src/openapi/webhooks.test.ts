import { readFileSync } from "node:fs";
import { webhookBodies, webhookEvents } from "@parlour/protocol/webhook";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { createSampleEvent } from "../edges/webhook/sample-events.ts";
import { renderWebhookApi } from "./webhooks.ts";

test("[CORE-134] docs/api/webhook.json is what the schemas of interface C say", () => {
  expect(readFileSync(new URL("../../../../docs/api/webhook.json", import.meta.url), "utf8")).toBe(renderWebhookApi());
});

test.each(webhookEvents)("[WH-070] the sample of %s has the published shape", (event) => {
  expect(Check(webhookBodies[event], createSampleEvent(event, 1_763_620_800))).toBe(true);
});
