import type { CustomData } from "@parlour/protocol";
import { describe, expect, it } from "vitest";
import { customFields } from "./WebhookFields.tsx";

const field = (
  content: string,
  source: CustomData["source"],
  more: Partial<CustomData> = {},
): CustomData => ({
  title: null,
  key: null,
  link: null,
  endpoint: null,
  content,
  source,
  ...more,
});

describe("custom data", () => {
  it("[WH-043] what a webhook gave stands above what a page said, each in its order", () => {
    const visibleFields = customFields([
      field("p1", "page"),
      field("w1", "webhook"),
      field("p2", "page"),
      field("w2", "webhook"),
    ]);
    expect(visibleFields.map((entry) => entry.content)).toEqual(["w1", "w2", "p1", "p2"]);
  });
  it("[WG-044] an entry without a word is not shown, one with a title alone is", () => {
    expect(
      customFields([field(" ", "page"), field("", "page", { title: "Order" })]).map(
        (entry) => entry.title,
      ),
    ).toEqual(["Order"]);
  });
});
