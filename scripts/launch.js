// Starts everything. Plain JavaScript for Node 18 or newer with Node's own modules only: `npm
// start` in a fresh clone runs this file before node_modules exists. Gets Node 24, installs,
// builds, and then runs the requested program.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { buildApps } from "./launch/build.js";
import { handOver } from "./launch/hand-over.js";
import { install } from "./launch/install.js";
import { findNode } from "./launch/node24.js";
import { requireChromium } from "./launch/chromium.js";
import { requireCompiler } from "./launch/compiler.js";
import { requireHaproxy } from "./launch/haproxy.js";
import { requirePatroni } from "./launch/patroni.js";
import { requireOtherBrowsers } from "./launch/other-browsers.js";
import { requirePython } from "./launch/python.js";
import { requireRedisServer } from "./launch/redis.js";
import { requireWordPress } from "./launch/wordpress.js";
import { generateSdks } from "./launch/sdks.js";
import { environment, inRoot, say } from "./launch/shared.js";

const [mode = "start", ...rest] = process.argv.slice(2);

const modes = {
  start: () =>
    withApps((node) => handOver(node, [inRoot("packages/server/dist/main.js"), ...rest])),
  parlour: () =>
    withPackages((node) => handOver(node, [inRoot("packages/server/src/cli/main.ts"), ...rest])),
  dev: async () => {
    const { dev } = await import("./launch/dev.js");
    await withPackages((node) => dev(node, rest));
  },
  build: () =>
    withPackages((node) => {
      const hasSdks = generateSdks(node);
      if (!buildApps(node, { force: rest.includes("--force") }))
        fail("the applications could not be built");
      if (!hasSdks) fail(noSdks);
    }),
  test: async () => {
    const { runTests } = await import("./launch/test-run.js");
    await withPackages((node) => runTests(node, rest));
  },
  // Checks that take about a minute, for use before each commit.
  check: async () => {
    const { runCheck } = await import("./launch/test-run.js");
    await withPackages((node) => runCheck(node, rest));
  },
  // All tests with the numbers of reliability.md 4.5, and those that `npm test` leaves out because
  // they are slow (*.long.test.ts) or start and kill other processes (*.process.test.ts).
  "test-long": () =>
    withAll(async (node) => {
      if ((await requireChromium()) === null || (await requireCompiler()) === null) process.exit(1);
      // Without one of these, its tests are skipped.
      await requireOtherBrowsers();
      await requireRedisServer();
      await requireHaproxy();
      await requirePatroni();
      await requirePython();
      await requireWordPress();
      handOver(node, [inRoot("node_modules/vitest/vitest.mjs"), "run", ...rest], {
        KILL_CYCLES: "200",
        JOURNAL_SCHEDULES: "10000",
        LONG: "1",
      });
    }),
  // Screenshots of every screen for people to look at: light and dark, on a phone, a tablet and a
  // desktop. Also those of sign-in and second step, and of the chat window in its states, taken by
  // their tests.
  pictures: () => {
    const [folder, only = ""] = rest;
    if (folder === undefined)
      fail("usage: npm run pictures -- <folder> [part of a screen's name]", 2);
    return withApps(async (node) => {
      if ((await requireChromium()) === null) process.exit(1);
      const album = resolve(process.env.INIT_CWD ?? inRoot("."), folder);
      const whole = only === "" ? ["sign-in-screens.long", "chat-window", "chat-window-views"] : [];
      const files = ["album", ...whole].map((name) => inRoot(`tests/e2e/${name}.test.ts`));
      handOver(
        node,
        [inRoot("node_modules/vitest/vitest.mjs"), "run", "--project", "server", ...files],
        {
          ALBUM: album,
          ALBUM_ONLY: only,
          ...(whole.length > 0 && { SHOTS: album, LONG: "1" }),
        },
      );
    });
  },
  bench: () =>
    withApps((node) => {
      const entry = inRoot("bench/main.ts");
      if (!existsSync(entry)) fail("bench/main.ts does not exist: this checkout has no benchmarks");
      handOver(node, [entry, ...rest]);
    }),
  // Several nodes with PostgreSQL, Redis and HAProxy on this machine.
  cluster: () => withCluster("tools/cluster/main.ts"),
  // The same cluster under load, with faults chosen by a seed.
  chaos: () => withCluster("tools/chaos/main.ts"),
  // The files of a release: npm package, image, bill of materials, digests.
  release: () => withAll((node) => handOver(node, [inRoot("tools/release/main.ts"), ...rest])),
  // Any other program with the right Node and the tools of node_modules: `npm run x -- npm ci
  // --dry-run`.
  x: () =>
    withPackages((node) => {
      const [command, ...args] = rest;
      if (command === undefined) fail("usage: npm run x -- <command> [arguments]");
      // The command may be the one that finds the mistake in the sources.
      if (!generateSdks(node)) say(noSdks);
      const done = spawnSync(command, args, {
        stdio: "inherit",
        cwd: process.env.INIT_CWD ?? inRoot("."),
        env: environment(node),
        shell: process.platform === "win32",
      });
      if (done.error) fail(`${command}: ${done.error.message}`);
      process.exitCode = done.status ?? 1;
    }),
};

const noSdks = "the types of the SDKs could not be generated";
const run = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
if (!run) fail(`unknown mode ${mode}; known: ${Object.keys(modes).join(", ")}`, 2);
await run();

async function withPackages(then) {
  const node = await findNode();
  await install(node);
  return then(node);
}
function withApps(then) {
  return withPackages((node) => {
    if (!buildApps(node)) fail("the applications could not be built");
    return then(node);
  });
}
/** As `withApps`, for a program that also needs the SDKs. */
function withAll(then) {
  return withApps((node) => {
    if (!generateSdks(node)) fail(noSdks);
    return then(node);
  });
}
/** Runs a program that starts a cluster, after installing the servers that it needs. */
async function withCluster(entry) {
  const servers = [
    await requireHaproxy(),
    ...(rest.includes("--no-redis") ? [] : [await requireRedisServer()]),
    ...(rest.includes("--ha") ? [await requirePatroni()] : []),
  ];
  if (servers.includes(null)) process.exit(1);
  return withAll((node) => handOver(node, [inRoot(entry), ...rest]));
}
function fail(message, code = 1) {
  say(message);
  process.exit(code);
}
