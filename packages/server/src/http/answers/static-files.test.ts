import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { readRemainingFiles, readStaticFiles } from "./static-files.ts";

const dir = mkdtempSync(join(tmpdir(), "parlour-files-"));
const script = "export const greeting = 'Hello';\n".repeat(50);
writeFileSync(join(dir, "packed.js"), script);
writeFileSync(join(dir, "packed.js.br"), brotliCompressSync(script));
writeFileSync(join(dir, "plain.txt"), "plain");
const files = readStaticFiles(dir);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

it("[PERF-13] a file with a Brotli copy is read as that copy only, and served in both forms", () => {
  // The copy alone is enough for both forms.
  rmSync(join(dir, "packed.js"));
  const packed = files?.get("/packed.js");
  expect(packed?.body.toString()).toBe(script);
  expect(packed?.brotli?.equals(brotliCompressSync(script))).toBe(true);
  expect(packed?.gzip?.length).toBeLessThan(script.length);
  expect(files?.has("/packed.js.br")).toBe(false);
});

it("[PERF-12] files that were not used are read after the start, before an update removes them", async () => {
  await readRemainingFiles();
  rmSync(join(dir, "plain.txt"));
  expect(files?.get("/plain.txt")?.body.toString()).toBe("plain");
  expect(files?.get("/plain.txt")?.brotli).toBeNull();
});
