import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApps } from "./build.js";
import { requireChromium } from "./chromium.js";
import { environment, inRoot, root, say } from "./shared.js";

/**
 * All checks: types, lint, format, our own tools, unused code, two at a time; then build and tests. Each is run even when one before it
 * failed; without Chromium all but the browser tests are run, and the whole fails. The last line is `N passed, N failed`: the tests of vitest plus the steps.
 */
export async function runTests(node, args) {
  const total = { passed: 0, failed: 0 };
  /** What a step prints comes with its result, because several run at once. */
  const step = ({ name, list }) =>
    new Promise((resolve) => {
      const begun = Date.now();
      const child = spawn(node, list, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: environment(node) });
      const printed = [];
      child.stdout.on("data", (data) => printed.push(data));
      child.stderr.on("data", (data) => printed.push(data));
      child.on("error", (error) => printed.push(Buffer.from(`${error.message}\n`)));
      child.on("close", (code) => {
        process.stderr.write(Buffer.concat(printed));
        report(name, begun, code === 0);
        resolve();
      });
    });
  const report = (name, begun, good) => {
    total[good ? "passed" : "failed"] += 1;
    say(`${good ? "ok    " : "FAILED"} ${name} ${((Date.now() - begun) / 1000).toFixed(1)}s`);
  };

  // With arguments (`npm test -- chat`) only the tests they name are run.
  if (args.length === 0) {
    const waiting = checks();
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await step(next);
    };
    await Promise.all([worker(), worker()]);
  }
  let begun = Date.now();
  report("build", begun, buildApps(node));
  begun = Date.now();
  const chromium = requireChromium();
  report("chromium", begun, chromium !== null);

  const counted = vitest(node, args, chromium);
  total.passed += counted.passed;
  total.failed += counted.failed;
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function checks() {
  const list = [
    // Each checker reads the libraries' types again: one for each of two projects at once takes half the time of the usual four.
    { name: "types", list: [inRoot("node_modules/typescript/bin/tsc"), "-b", "--checkers", "1", "--builders", "2"] },
    { name: "lint", list: [inRoot("node_modules/oxlint/bin/oxlint"), "--deny-warnings"] },
    { name: "format", list: [inRoot("node_modules/oxfmt/bin/oxfmt"), "--check"] },
  ];
  const tools = existsSync(inRoot("tools")) ? readdirSync(inRoot("tools")) : [];
  for (const tool of tools.filter((f) => /^check-.*\.ts$/.test(f) && !f.endsWith(".test.ts")).sort()) {
    list.push({ name: tool.replace(/^check-|\.ts$/g, ""), list: [inRoot(`tools/${tool}`)] });
  }
  if (["knip.json", "knip.jsonc", "knip.ts"].some((f) => existsSync(inRoot(f)))) {
    list.push({ name: "unused code", list: [inRoot("node_modules/knip/bin/knip.js"), "--no-progress"] });
  }
  return list;
}

/** Runs the tests; a run that ends without its report, or with errors outside the tests, counts as one failure. */
function vitest(node, args, chromium) {
  const begun = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "parlour-test-"));
  const file = join(folder, "report.json");
  const done = spawnSync(
    node,
    [inRoot("node_modules/vitest/vitest.mjs"), "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...args],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
      env: environment(node, chromium === null ? { WITHOUT_BROWSER: "1" } : {}),
    },
  );
  const counted = count(existsSync(file) ? readFileSync(file, "utf8") : "", done.status ?? 1);
  rmSync(folder, { recursive: true, force: true });
  say(`${counted.failed === 0 ? "ok    " : "FAILED"} tests ${((Date.now() - begun) / 1000).toFixed(1)}s`);
  return counted;
}

/** Numbers of a vitest JSON report. Its exit code must agree: a failure outside a test, or no test at all, is one failure more. */
export function count(report, status) {
  let passed = 0;
  let failed = 0;
  if (report !== "") {
    const { numPassedTests, numFailedTests, testResults = [] } = JSON.parse(report);
    passed = numPassedTests;
    failed =
      numFailedTests +
      testResults.filter((file) => file.status === "failed" && file.assertionResults.every((t) => t.status !== "failed")).length;
  }
  if (failed === 0 && (status !== 0 || passed === 0)) failed = 1;
  return { passed, failed };
}
