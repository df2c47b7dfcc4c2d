import { expect, test } from "vitest";
import { compareReply } from "./compare-reply.ts";

const reply =
  "Your parcel arrives within three days.\n\nSources: Delivery [EU]: https://shop.example/help/en/delivery";

test.each([
  ["as it was", "Your parcel arrives within three days.", "same"],
  [
    "with its sources",
    "Your parcel arrives within three days.\n\nSources: Delivery [EU]: https://shop.example/help/en/delivery",
    "same",
  ],
  ["in another case", "your parcel arrives, within THREE days!", "same"],
  ["changed", "Hi Ada, your parcel arrives within five days. Best, Olga", "changed"],
  ["in own words", "We ship tomorrow", "other"],
  ["empty", "", "other"],
] as const)("[AGENT-053] a reply that was sent %s", (_, sent, expected) => {
  expect(compareReply(reply, sent)).toBe(expected);
});

test("[AGENT-053] a reply without words is never changed into another one", () => {
  expect([compareReply("…", "Hello"), compareReply("返品は三日以内", "返品は三日以内")]).toEqual([
    "other",
    "same",
  ]);
});
