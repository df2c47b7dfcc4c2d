import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readInitialFiles, maxInitialBytes } from "../../tools/bundle-size.ts";

test("the JavaScript of a first visit to the inbox stays within 240 KB compressed and 8 files", () => {
  const sizes = readInitialFiles(
    fileURLToPath(new URL("../../packages/operator/dist", import.meta.url)),
  );
  const sum = [...sizes.values()].reduce((all, one) => all + one, 0);
  expect(sizes.size).toBeGreaterThan(2);
  expect(sizes.size).toBeLessThanOrEqual(8);
  expect(sum, [...sizes].map(([name, bytes]) => `${name} ${bytes}`).join("\n")).toBeLessThanOrEqual(
    maxInitialBytes,
  );
});

/**
 * Maximum compressed bytes of the widget's script without settings (WG-002: 6 KB; PERF-11 aims at
 * 1). widget-weight.test.ts measures all loads until the window is usable.
 */
const maxLoaderBytes = 6_000;
test("[WG-002] [P20] [WG-201] the widget's script stays within 6 KB compressed", () => {
  const loader = readFileSync(new URL("../../packages/widget/dist/loader.js", import.meta.url));
  expect(gzipSync(loader, { level: 9 }).length).toBeLessThanOrEqual(maxLoaderBytes);
});
