import { createHash } from "node:crypto";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The contract of each edge in its main path, for `npm run check`: quick files that need no browser. The service API has its reads here; its writes are in all of them.
 */
const contracts = [
  "packages/server/tests/journey.test.ts", // chat channel: a message in, an answer out
  "packages/server/tests/bot-edge.test.ts",
  "packages/server/tests/webhook-requests.test.ts", // the life of a chat, each event once
  "packages/server/tests/widget-chat-window.test.ts",
  "packages/server/tests/api-chats.test.ts", // service API
];

/**
 * What runs first. The four that only wait for the machine's clock beside each other, where nothing disturbs them; then the files that take
 * longest, the longest first, those that mostly wait between those that mostly compute. All others follow: a long file that is missing here,
 * or stands too late, costs idle workers at the end, nothing else.
 */
const first = [
  "packages/lab/src/conformance/webhook.test.ts",
  "packages/lab/src/conformance/bot.test.ts",
  "packages/server/tests/delivery-real-clock.test.ts",
  "packages/server/tests/bot-edge-real-clock.test.ts",
  "packages/server/tests/crash.test.ts",
  "tests/e2e/roles.test.ts",
  "tests/e2e/screens.test.ts",
  "tests/e2e/screen-states.test.ts",
  "tests/e2e/attention.test.ts",
  "packages/server/tests/hostile-channel.test.ts",
  "tests/e2e/replies-and-drafts.test.ts",
  "tests/e2e/integration-screens.test.ts",
  "tests/e2e/kill-recovery.test.ts",
  "packages/server/tests/webhook-outage.test.ts",
  "tests/e2e/delivery-log.test.ts",
  "tests/e2e/visitors.test.ts",
  "tests/e2e/transfer.test.ts",
  "packages/server/tests/delivery.test.ts",
  "packages/server/tests/delivery-restart.test.ts",
  "tests/e2e/archive.test.ts",
];

/**
 * Whole installations before pure code. What is left stays in the order of vitest: larger files first. With `--sequence.shuffle.tests` the tests of
 * each file and the files that are left stand in another order in each run, by the seed that vitest prints and `--sequence.seed` takes. What needs
 * its order then says so: `describe(…, { shuffle: false }, …)`, with the reason.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    const lot = ({ moduleId }: TestSpecification): string => createHash("sha256").update(`${seed} ${moduleId}`).digest("hex");
    const usual = await super.sort(files);
    const rest = shuffle === true ? usual.toSorted((a, b) => lot(a).localeCompare(lot(b))) : usual;
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = first.indexOf(relative(this.ctx.config.root, moduleId));
      if (at >= 0) return at;
      return first.length + ["server", "unit", "app"].indexOf(project.name);
    };
    return rest.toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * Pure tests beside their files; tests that boot a server or a database, and journeys in a real browser. Modules are loaded once for all files
 * of a worker; those of the application put in other browser globals and other words, which tests/app-setup.ts takes back. One worker more than
 * the two cores that we count with: a test that waits for a process, a page or a clock computes nothing.
 */
const maxWorkers = 3;
/** A wait that is met costs nothing; a machine under load is late. */
const expect = { poll: { timeout: 50_000 } };
/** `npm run check` sets SHORT, for a run without files that are named. */
const isShort = process.env["SHORT"] === "1";
/** `npm run test:long` sets LONG; scripts/launch/test-run.js leaves the journeys out where there is no Chromium. */
const left = [
  ...(process.env["LONG"] === undefined ? ["**/*.long.test.ts"] : []),
  ...(process.env["WITHOUT_BROWSER"] === "1" ? ["tests/e2e/**"] : []),
];
/**
 * Node itself loads our sources, as it does in the product: it strips their types and keeps what it compiled (NODE_COMPILE_CACHE), in a third of the time
 * that Vite takes to transform them anew for each run. Only tests, and what needs JSX, go through Vite. `vitest --watch` does not notice changes of these files.
 */
const server = { deps: { external: [/\/packages\/(?:client|lab|protocol|server|testkit)\/src\/(?!.*\.test\.ts$).*\.ts$/] } };
export default defineConfig({
  test: {
    reporters: ["default"],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          server,
          isolate: false,
          maxWorkers,
          include: ["packages/*/src/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["packages/operator/**"],
          testTimeout: 60_000,
          expect,
        },
      },
      {
        test: {
          name: "app",
          server,
          isolate: false,
          maxWorkers,
          setupFiles: ["tests/app-setup.ts"],
          restoreMocks: true,
          include: ["packages/operator/src/**/*.test.ts", "packages/operator/src/**/*.test.tsx"],
          testTimeout: 60_000,
          expect,
        },
      },
      {
        test: {
          name: "server",
          server,
          isolate: false,
          maxWorkers,
          include: isShort ? contracts : ["packages/*/tests/**/*.test.ts", "tests/e2e/**/*.test.ts"],
          exclude: left,
          globalSetup: ["packages/testkit/src/global-setup.ts"],
          // Ends what hangs, not what is slow: on a machine with ten times its work all of it takes ten times as long.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect,
        },
      },
    ],
  },
});
