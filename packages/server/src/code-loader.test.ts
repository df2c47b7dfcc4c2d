import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readyChannel, runBuiltEntry } from "./code-loader.ts";

const loader = pathToFileURL(join(import.meta.dirname, "code-loader.ts")).href;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parlour-code-"));
  // Unused functions are not compiled, so only a start that calls them stores their code.
  const functions = Array.from(
    { length: 500 },
    (_, n) => `exports.f${n} = function (list) { return list.map((item) => item * ${n} + 1); };`,
  );
  writeFileSync(join(folder, "part.cjs"), functions.join("\n"));
  writeFileSync(
    join(folder, "entry.cjs"),
    `const part = require("./part.cjs");
if (require("./part.cjs") !== part) throw new Error("loaded twice");
if (process.env.CALLS) for (const name in part) part[name]([1, 2]);
const { channel } = require("node:diagnostics_channel");
Promise.resolve().then(() => require("node:path")).then(({ basename }) => {
  console.log(basename(__filename), (function () { return this; })() === undefined);
  if (process.env.READY) channel("${readyChannel}").publish(null);
});`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (env: Record<string, string>, cache = "cache"): string => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { ${runBuiltEntry.name} } from ${JSON.stringify(loader)};
${runBuiltEntry.name}(${JSON.stringify(join(folder, "entry.cjs"))});`,
    ],
    { env: { ...env, NODE_COMPILE_CACHE: join(folder, cache) }, encoding: "utf8" },
  );
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
};
function findStoredCode(cache = "cache"): string {
  const versions = join(folder, cache);
  const [version = ""] = readdirSync(versions);
  const names = readdirSync(join(versions, version));
  return join(versions, version, names.find((name) => name.startsWith("part.cjs-")) ?? "missing");
}
const readSize = (cache: string): number => readFileSync(findStoredCode(cache)).length;

describe("[PERF-12] a built file runs", () => {
  it("with the code of functions that an earlier start called, and stores it once", () => {
    expect(run({ READY: "1" }, "idle")).toBe("entry.cjs true\n");
    run({ READY: "1", CALLS: "1" }, "called");
    expect(readSize("called")).toBeGreaterThan(1.5 * readSize("idle"));
    const stored = readFileSync(findStoredCode("idle"));
    run({ READY: "1", CALLS: "1" }, "idle");
    expect(readFileSync(findStoredCode("idle"))).toEqual(stored);
  });

  it("without the code of a process that was never ready", () => {
    run({ CALLS: "1" });
    expect(existsSync(findStoredCode())).toBe(false);
  });

  it("although its stored code is damaged, and stores it again", () => {
    run({ READY: "1", CALLS: "1" });
    const path = findStoredCode();
    const stored = readFileSync(path);
    const damaged = Buffer.from(stored);
    damaged.fill(0, stored.length >> 1, (stored.length >> 1) + 64);
    for (const content of [damaged, stored.subarray(0, 1_000), Buffer.alloc(0)]) {
      writeFileSync(path, content);
      expect(run({ READY: "1", CALLS: "1" })).toBe("entry.cjs true\n");
      expect(readFileSync(path)).toHaveLength(stored.length);
    }
  });

  it("with the lines and columns of the file in its stack traces", () => {
    writeFileSync(join(folder, "entry.cjs"), `console.log(new Error("trace").stack);`);
    expect(run({})).toContain(`${join(folder, "entry.cjs")}:1:13`);
  });
});
