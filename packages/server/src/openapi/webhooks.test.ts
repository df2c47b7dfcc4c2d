import { createSampleEvent, webhookBodies, webhookEvents } from "@parlour/protocol/webhook";
import { Check } from "typebox/value";
import { expect, test } from "vitest";

test.each(webhookEvents)("[WH-070] the sample of %s has the published shape", (event) => {
  expect(Check(webhookBodies[event], createSampleEvent(event, 1_763_620_800))).toBe(true);
});
