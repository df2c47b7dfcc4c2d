import { webhookBodies, webhookEvents } from "@parlour/protocol/webhook";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { createSampleEvent } from "../edges/webhook/sample-events.ts";

test.each(webhookEvents)("[WH-070] the sample of %s has the published shape", (event) => {
  expect(Check(webhookBodies[event], createSampleEvent(event, 1_763_620_800))).toBe(true);
});
