import type { TestFile } from "./test-wiring.ts";

/** Usual limits: `expect.poll` in vitest.config.ts, and actions in a page of the testkit. */
const usualPollMs = 50_000;
const usualActionMs = 60_000;
/** Actions whose failure the file handles. */
const permittedFiles: ReadonlySet<string> = new Set(["tests/e2e/workday-operator.ts"]);

/**
 * Returns the waits of browser tests that are shorter than the usual ones. A wait that is met costs
 * nothing, but on a busy machine everything takes ten times as long.
 */
export function findShortLimits(files: readonly TestFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith("tests/e2e/") && !permittedFiles.has(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(timeout: ?|setDefaultTimeout\()(\d[\d_]*)(?=\s*[,)}])/g)].flatMap(
        ([, kind = "", number = ""]) => {
          const ms = Number(number.replaceAll("_", ""));
          const usualMs = kind.startsWith("timeout") ? usualPollMs : usualActionMs;
          return ms < usualMs ? [`${path}: waits ${ms} ms, use the usual limit`] : [];
        },
      ),
    );
}

/**
 * What makes a test one of other processes: it kills or suspends one, or starts a second database
 * server, Redis, HAProxy, a browser other than Chromium, or a program in another language.
 */
const processMark =
  /"SIGKILL"|"SIGSTOP"|\b(?:startTestRedis|startTestSentinels|startReplicatedDatabase|startEmbeddedDatabase|findHaproxy|openClusterFixture|otherBrowsers|sdkPython|startSample)\b/;
/** Short tests with such a mark, and why they run each time. */
const permittedProcesses: Readonly<Record<string, string>> = {
  "packages/server/tests/cli-start.test.ts": "the one restart after kill -9 of each run",
  "packages/server/tests/cli.test.ts": "Redis only in long runs",
  "packages/server/tests/journal-bus.test.ts": "Redis only in long runs",
  "packages/server/tests/launcher.test.ts": "kills its own npm, without a server",
  "packages/server/tests/several-nodes.test.ts": "Redis only in long runs",
  "packages/server/tests/upgrade-order.test.ts": "stops an upgrade in a database of its own",
};

/**
 * Returns the short tests that start or kill other processes. On a busy machine these are late
 * without a fault, so they are named `*.process.test.ts` and run with `npm run test:long`. The kill
 * in a delivery of each run is that of `delivery-restart.test.ts`, which ends the part in the
 * process of the test.
 */
export function findShortProcessTests(files: readonly TestFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.endsWith(".test.ts") && !/\.(?:long|process)\.test\.ts$/.test(path))
    .filter(({ path, text }) => processMark.test(text) && !(path in permittedProcesses))
    .map(({ path }) => `${path}: starts or kills other processes, name it .process.test.ts`);
}
