import { expect, test } from "vitest";
import { toPreview } from "./preview.ts";

test("[CORE-046] the preview of an email of 50,000 characters is its beginning on one line", () => {
  expect(toPreview("Dear shop,\n\n the kettle")).toBe("Dear shop, the kettle");
  expect(toPreview("word ".repeat(10_000))).toBe("word ".repeat(40));
});
