import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { buildApps } from "./build.js";
import { requireChromium } from "./chromium.js";
import { generateSdks } from "./sdks.js";
import { environment, inRoot, root, say } from "./shared.js";
import { formatTimes, parseTimes, startWatch, timedCommand } from "./step-times.js";
import { describeRun, readKnownSlow, readLoad, recordRun } from "./whole-run.js";

/**
 * `npm test`: installation of Chromium, build and the daily tests (`tests/daily.json`). Beside them
 * run types, lint, format and the project's own checks, two at a time and with a low priority: they
 * get the processor time that tests leave while they wait. All steps run even if an earlier one
 * fails. Without Chromium all but the browser tests run, and the whole run fails. With arguments
 * only the named tests run. A whole run ends with its times and its slowest files. With `ALL=1` it
 * also runs the tests that are not daily, and stores their times for `tools/choose-daily.ts`.
 */
export async function runTests(node, args) {
  const load = readLoad();
  const watch = startWatch();
  const run = openRun(node);
  run.sdks();
  const checked = args.length === 0 ? run.steps(checks(), { niceness: 10 }) : undefined;
  const hasBrowser = await run.chromium();
  run.build();
  const isDaily = args.length === 0 && process.env["ALL"] === undefined;
  const times = await run.tests(args, {
    ...(hasBrowser ? {} : withoutBrowser),
    ...(isDaily && { DAILY: "1" }),
  });
  await checked;
  if (args.length === 0) {
    const whole = { times: watch(), load, ...times };
    if (!isDaily) recordRun(whole);
    for (const line of describeRun({ ...whole, knownSlow: readKnownSlow() })) say(line);
  }
  run.end();
}

/**
 * `npm run check`: all checks that take about a minute, without browser and complete installations.
 * Beside them run the tests without a server, and one of each edge (vitest.config.ts). With
 * arguments only the named tests run, after a build if they need one.
 */
export async function runCheck(node, args) {
  const run = openRun(node);
  run.sdks();
  if (args.length === 0) {
    const checked = run.steps(checks(), { niceness: 10 });
    // The edges serve the existing build, whatever its age.
    run.build({ onlyMissing: true });
    await run.tests([], { SHORT: "1" });
    await checked;
  } else if (args.some((name) => needsBuild(name))) {
    run.build();
    await run.tests(args, (await run.chromium()) ? {} : withoutBrowser);
  } else await run.tests(args, {});
  run.end();
}

const withoutBrowser = { WITHOUT_BROWSER: "1" };

/**
 * Returns whether a test file needs a built application or server: it, or a file of its folder that
 * it imports, names one or a browser. Tests beside sources and tools need none. An argument that is
 * not a file may match a part of any file name.
 */
export function needsBuild(name, seen = new Set()) {
  const file = inRoot(name.replace(/:\d+$/, ""));
  if (seen.has(file) || name.startsWith("-") || /^(?:packages\/[a-z]+\/src|tools)\//.test(name))
    return false;
  seen.add(file);
  if (!existsSync(file) || !statSync(file).isFile()) return true;
  const text = readFileSync(file, "utf8");
  if (/dist\/|product|serverProcess|browser|widget/i.test(text)) return true;
  const folder = relative(root, dirname(file));
  return [...text.matchAll(/ from "(\.\/[^"]+)"/g)].some(([, target]) =>
    needsBuild(join(folder, target), seen),
  );
}

/**
 * Counts steps and tests. `end` prints `N passed, N failed` and sets the exit code, which is 0 only
 * if none failed.
 */
function openRun(node) {
  const total = { passed: 0, failed: 0 };
  const report = (name, times, good) =>
    say(`${good ? "ok    " : "FAILED"} ${name} ${formatTimes(times)}`);
  const record = (name, times, good) => {
    total[good ? "passed" : "failed"] += 1;
    report(name, times, good);
  };
  /** Prints the output of a step with its result, because several steps run at once. */
  const step = ({ name, list }, niceness) =>
    new Promise((resolve) => {
      const watch = startWatch();
      const { command, args } = timedCommand(node, list, niceness);
      const child = spawn(command, args, {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe", "pipe"],
        // The compiler and the linter for types are Go programs that end after seconds. With four
        // times the usual heap they collect garbage less often, and need a fifth less CPU.
        env: environment(node, { GOGC: "400" }),
      });
      const printed = [];
      let cpuTimes = "";
      child.stdio[3].on("data", (data) => (cpuTimes += data));
      child.stdout.on("data", (data) => printed.push(data));
      child.stderr.on("data", (data) => printed.push(data));
      child.on("error", (error) => printed.push(Buffer.from(`${error.message}\n`)));
      child.on("close", (code) => {
        process.stderr.write(Buffer.concat(printed));
        // Two steps run at once, so the CPU time of the machine is not that of this step.
        record(name, { ...watch(), cpuSeconds: parseTimes(cpuTimes) }, code === 0);
        resolve();
      });
    });
  return {
    async steps(waiting, { niceness = 0 } = {}) {
      const worker = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await step(next, niceness);
      };
      await Promise.all([worker(), worker()]);
    },
    /** The modules that the types and tests of the SDKs import. */
    sdks() {
      const watch = startWatch();
      const good = generateSdks(node);
      record("sdks", watch(), good);
    },
    build(options) {
      const watch = startWatch();
      const good = buildApps(node, options);
      record("build", watch(), good);
    },
    /** Whether there is a Chromium. A missing one counts as a failure. */
    async chromium() {
      const watch = startWatch();
      const found = (await requireChromium()) !== null;
      // Checks may run meanwhile.
      record("chromium", { ...watch(), cpuSeconds: null }, found);
      return found;
    },
    /** Resolves with the times of `file-times.js`. The CPU time contains that of checks beside. */
    async tests(args, env) {
      const watch = startWatch();
      const { counted, times } = await vitest(node, args, env);
      total.passed += counted.passed;
      total.failed += counted.failed;
      report("tests", watch(), counted.failed === 0);
      return times;
    },
    end() {
      process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
      process.exitCode = total.failed === 0 ? 0 : 1;
    },
  };
}

/** The longest first, because two run at a time. */
function checks() {
  const list = [
    // Each checker parses the libraries' types again. One checker for each of two concurrent
    // projects takes half the time of the default four.
    {
      name: "types",
      list: [inRoot("node_modules/typescript/bin/tsc"), "-b", "--checkers", "1", "--builders", "2"],
    },
    { name: "lint", list: [inRoot("node_modules/oxlint/bin/oxlint"), "--deny-warnings"] },
    { name: "format", list: [inRoot("node_modules/oxfmt/bin/oxfmt"), "--check"] },
  ];
  const tools = existsSync(inRoot("tools")) ? readdirSync(inRoot("tools")) : [];
  for (const tool of tools
    .filter((f) => /^check-.*\.ts$/.test(f) && !f.endsWith(".test.ts"))
    .sort()) {
    list.push({ name: tool.replace(/^check-|\.ts$/g, ""), list: [inRoot(`tools/${tool}`)] });
  }
  return list;
}

/**
 * Runs the tests. A run without a report, or with errors outside the tests, counts as one failure.
 * Resolves with the numbers of tests, and the times of `file-times.js`.
 */
async function vitest(node, args, env) {
  const folder = mkdtempSync(join(tmpdir(), "parlour-test-"));
  const report = join(folder, "report.json");
  const timesFile = join(folder, "times.json");
  const running = spawn(
    node,
    [
      inRoot("node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--reporter=${inRoot("scripts/launch/file-times.js")}`,
      `--outputFile.json=${report}`,
      `--outputFile.times=${timesFile}`,
      ...args,
    ],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
      env: environment(node, env),
    },
  );
  const [status] = await once(running, "close");
  const counted = count(existsSync(report) ? readFileSync(report, "utf8") : "", status ?? 1);
  const times = existsSync(timesFile)
    ? JSON.parse(readFileSync(timesFile, "utf8"))
    : { files: {}, tests: {} };
  rmSync(folder, { recursive: true, force: true });
  return { counted, times };
}

/**
 * Reads the numbers of a vitest JSON report. The exit code must match: a failure outside a test, or
 * no test at all, adds one failure.
 */
export function count(report, status) {
  let passed = 0;
  let failed = 0;
  if (report !== "") {
    const { numPassedTests, numFailedTests, testResults = [] } = JSON.parse(report);
    passed = numPassedTests;
    failed =
      numFailedTests +
      testResults.filter(
        (file) =>
          file.status === "failed" && file.assertionResults.every((t) => t.status !== "failed"),
      ).length;
  }
  if (failed === 0 && (status !== 0 || passed === 0)) failed = 1;
  return { passed, failed };
}
