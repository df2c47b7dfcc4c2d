import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { listLeftFiles } from "./tests/daily-set.ts";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files for `npm run check`: the contract of each edge in its main path. They are quick and
 * need no browser. Of the service API only the reads are listed; every file tests its writes.
 */
const contracts = [
  "packages/server/tests/journey.test.ts", // chat channel: a message in, an answer out
  "packages/server/tests/bot-edge.test.ts",
  "packages/server/tests/webhook-requests.test.ts", // the life of a chat, each event once
  "packages/server/tests/widget-chat-window.test.ts",
  "packages/server/tests/api-chats.test.ts", // service API
];

/**
 * Seconds of each file in a whole run. `npm run x -- node tools/write-test-timings.ts` writes them
 * after `npm test`. A missing file counts as short, so workers may be idle at the end.
 */
const timings = JSON.parse(
  readFileSync(new URL("tests/timings.json", import.meta.url), "utf8"),
) as Record<string, number>;
/** Wait most of the time for the machine's clock or for other processes. */
const waitingFiles = new Set([
  "packages/server/tests/bot-edge-failures.test.ts",
  "packages/server/tests/bot-edge-real-clock.test.ts",
  "packages/server/tests/cut-node.process.test.ts",
  "packages/server/tests/delivery-real-clock.process.test.ts",
  "packages/server/tests/embedded.process.test.ts",
  "packages/server/tests/failover.process.test.ts",
  "packages/server/tests/faults-operation.process.test.ts",
  "packages/server/tests/hostile-channel.test.ts", // for the ends of two slow requests
  "packages/server/tests/journal-lost-connection.process.test.ts",
  "packages/server/tests/redis-nodes.process.test.ts",
  "packages/server/tests/redis-sentinel.process.test.ts",
  "tests/cluster/cluster.process.test.ts",
  "tests/cluster/high-availability.process.test.ts",
]);
/** Files of at most this length take another order in a shuffled run, s. */
const maxShuffledSeconds = 5;

/**
 * Runs whole installations before pure code, because a worker keeps its modules and its browser
 * only while the next file has the same project. In each project the longest file is first. Files
 * that mostly wait run one at a time, beside files that compute.
 *
 * `--sequence.shuffle.tests` shuffles the tests of each file and the short files. vitest prints the
 * seed, and `--sequence.seed` repeats it. A file whose tests need their order declares
 * `describe(…, { shuffle: false }, …)` with the reason.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    const path = ({ moduleId }: TestSpecification): string =>
      relative(this.ctx.config.root, moduleId);
    const seconds = (file: TestSpecification): number => timings[path(file)] ?? 1;
    const lot = (file: TestSpecification): string =>
      createHash("sha256")
        .update(`${seed} ${path(file)}`)
        .digest("hex");
    const place = (file: TestSpecification): number =>
      -(shuffle === true && seconds(file) <= maxShuffledSeconds ? 0 : seconds(file));
    const group = ({ project }: TestSpecification): number =>
      ["server", "screens", "unit", "app"].indexOf(project.name);
    const usual = await super.sort(files);
    const sorted = (
      shuffle === true ? usual.toSorted((a, b) => lot(a).localeCompare(lot(b))) : usual
    ).toSorted((a, b) => group(a) - group(b) || place(a) - place(b));
    return separateWaiting(sorted, (file) => waitingFiles.has(path(file)), seconds);
  }
}

/**
 * Orders files by their lengths so that at most one file that mostly waits runs at a time. The
 * first may be of any project, the others stay in theirs.
 */
function separateWaiting(
  files: readonly TestSpecification[],
  isWaiting: (file: TestSpecification) => boolean,
  seconds: (file: TestSpecification) => number,
): TestSpecification[] {
  const waiting = files
    .filter((file) => isWaiting(file))
    .toSorted((a, b) => seconds(b) - seconds(a));
  const computing = files.filter((file) => !isWaiting(file));
  const order: TestSpecification[] = [];
  const freeAt = Array.from({ length: maxWorkers }, () => 0);
  for (let waitEnds = 0; waiting.length + computing.length > 0;) {
    const now = Math.min(...freeAt);
    const [next] = computing;
    const place =
      now < waitEnds && next !== undefined
        ? -1
        : waiting.findIndex(
            ({ project }) => order.length === 0 || project === next?.project || next === undefined,
          );
    const file = place >= 0 ? waiting.splice(place, 1)[0] : computing.shift();
    if (file === undefined) break;
    freeAt[freeAt.indexOf(now)] = now + seconds(file);
    if (place >= 0) waitEnds = now + seconds(file);
    order.push(file);
  }
  return order;
}

/**
 * Projects: pure tests beside their files, tests of the application, tests of its screens on a page
 * without layout, and tests that start a server, a database or a browser. Modules are loaded once
 * for all files of a worker. Files of the application replace browser globals and texts, and
 * tests/app-setup.ts restores them. There is one worker more than the two cores of the usual
 * machine, because tests often wait for a process, a page or a clock.
 */
const maxWorkers = 3;
/** Room for short-lived objects, MiB. With 16, the default, workers spend a twelfth collecting. */
const execArgv = ["--max-semi-space-size=64"];
/** A wait that is met costs nothing; a machine under load is late. */
const expect = { poll: { timeout: 50_000 } };
/** `npm run check` sets SHORT, for a run without files that are named. */
const isShort = process.env["SHORT"] === "1";
/**
 * `npm run test:long` sets LONG: it also runs what is slow, and what starts or kills other
 * processes. scripts/launch/test-run.js omits the browser tests if there is no Chromium.
 */
/** `npm test` without names sets DAILY: only the tests that tests/daily.json does not leave. */
const isDaily = process.env["DAILY"] === "1";
const runner = isDaily ? { runner: "tests/daily-runner.ts" } : {};
const left = [
  ...(isDaily
    ? listLeftFiles(JSON.parse(readFileSync(new URL("tests/daily.json", import.meta.url), "utf8")))
    : []),
  ...(process.env["LONG"] === undefined ? ["**/*.long.test.ts", "**/*.process.test.ts"] : []),
  ...(process.env["WITHOUT_BROWSER"] === "1" ? ["tests/e2e/**"] : []),
];
/**
 * Node loads our sources and tests, as in the product: it strips their types and caches the
 * compiled code (NODE_COMPILE_CACHE). That takes a third of the time of a transformation by Vite in
 * each run. `vitest --watch` does not notice changes of other files.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };
/** In projects with JSX, Vite transforms the tests and the application. Node loads the rest. */
const server = {
  deps: {
    external: [
      /\/packages\/(?:client|lab|protocol|sdk|server|testkit)\/src\/(?!.*\.test\.ts$).*\.ts$/,
    ],
  },
};
/**
 * React as in the product: its development build records a stack for each element, which takes a
 * quarter of the time of the screens. `npm run dev` shows its warnings.
 */
const oxc = { jsx: { runtime: "automatic", development: false } } as const;
const env = { NODE_ENV: "production" };
/** The window of the screens: a desktop. */
const pageSettings = { width: 1440, height: 900 };
export default defineConfig({
  test: {
    reporters: ["default"],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          experimental,
          isolate: false,
          maxWorkers,
          execArgv,
          setupFiles: ["tests/node-setup.ts"],
          include: ["packages/*/src/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["packages/operator/**", ...left],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect,
        },
      },
      {
        oxc,
        test: {
          name: "app",
          env,
          server,
          isolate: false,
          maxWorkers,
          execArgv,
          setupFiles: ["tests/app-setup.ts"],
          restoreMocks: true,
          include: ["packages/operator/src/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect,
        },
      },
      {
        oxc,
        test: {
          name: "screens",
          ...runner,
          env,
          environment: "happy-dom",
          environmentOptions: { happyDOM: pageSettings },
          server,
          isolate: false,
          maxWorkers,
          execArgv,
          setupFiles: ["tests/app-setup.ts"],
          restoreMocks: true,
          include: ["packages/operator/{src,tests}/**/*.test.tsx"],
          exclude: left,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect,
        },
      },
      {
        test: {
          name: "server",
          ...runner,
          experimental,
          isolate: false,
          maxWorkers,
          execArgv,
          setupFiles: ["tests/node-setup.ts"],
          include: isShort
            ? contracts
            : [
                "packages/*/tests/**/*.test.ts",
                "tests/cluster/**/*.test.ts",
                "tests/browsers/**/*.test.ts",
                "tests/e2e/**/*.test.ts",
                "tests/sdk/**/*.test.ts",
              ],
          exclude: left,
          globalSetup: ["packages/testkit/src/global-setup.ts"],
          // Ends tests that hang, not slow ones: on a busy machine everything takes ten times as
          // long.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect,
        },
      },
    ],
  },
});
