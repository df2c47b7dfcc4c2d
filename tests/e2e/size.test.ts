import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { initialFiles, mostInitialBytes } from "../../tools/size.ts";

test("the JavaScript of a first visit to the inbox stays within 250 KB compressed", () => {
  const sizes = initialFiles(fileURLToPath(new URL("../../packages/operator/dist", import.meta.url)));
  const sum = [...sizes.values()].reduce((all, one) => all + one, 0);
  expect(sizes.size).toBeGreaterThan(2);
  expect(sum, [...sizes].map(([name, bytes]) => `${name} ${bytes}`).join("\n")).toBeLessThanOrEqual(mostInitialBytes);
});
