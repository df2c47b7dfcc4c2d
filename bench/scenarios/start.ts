import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { listChildPids, getPssBytes, root, getRssBytes, startNode } from "../harness/process.ts";
import { upperGoal, computeRatios, type ScenarioResult } from "../harness/stats.ts";

/**
 * Measures the seconds from process start to `ready` with the embedded database, with an empty and
 * an existing directory. Compared with initdb, database start and a bare Fastify (PERF-12). Also
 * measures idle memory (PERF-13). npm's own time is printed separately.
 */
export async function startScenario(deps: {
  rounds: number;
  idleSeconds: number;
}): Promise<ScenarioResult> {
  const rounds: ScenarioResult["rounds"][number][] = [];
  for (let i = 0; i < deps.rounds; i++) {
    const product = await measureStarts("packages/server/dist/main.js", deps.idleSeconds);
    const anchor = await measureStarts("bench/anchors/bare-start.ts", 0);
    const bare = await startNode("bench/anchors/bare-fastify.ts", { ready: /^ready/ });
    await pause(deps.idleSeconds * 1000);
    const fastify = { nodeRssMiB: getRssBytes(bare.pid) / 2 ** 20 };
    await bare.stop("SIGKILL");
    rounds.push({
      product,
      anchors: { "initdb, server, Fastify": anchor, "bare Fastify": fastify },
    });
  }
  return toStartResult(rounds, deps.idleSeconds, measureNpmSeconds());
}

/** Builds the result. `npmSeconds` is the time of npm itself. */
export function toStartResult(
  rounds: ScenarioResult["rounds"],
  idleSeconds: number,
  npmSeconds: number,
): ScenarioResult {
  const first = computeRatios(rounds, "firstMs", "initdb, server, Fastify");
  const warm = computeRatios(rounds, "warmMs", "initdb, server, Fastify");
  const node = computeRatios(rounds, "nodeRssMiB", "bare Fastify");
  const worst = (figure: string): number =>
    Math.max(...rounds.map((r) => r.product[figure] ?? Number.NaN));
  return {
    name: "start",
    params: { idleSeconds },
    rounds,
    ratios: {
      "firstMs/initdb, server, Fastify": first,
      "warmMs/initdb, server, Fastify": warm,
      "nodeRssMiB/bare Fastify": node,
    },
    goals: [
      upperGoal("PERF-12", "first start / (initdb + server + listen)", 2, first.med),
      upperGoal("PERF-12", "warm start / (server + listen)", 2, warm.med),
      upperGoal("PERF-13", "idle RSS of node, MiB", 150, worst("nodeRssMiB")),
      upperGoal("PERF-13", "idle memory of the whole install, MiB", 300, worst("installMiB")),
    ],
    notes: [
      `npm's own time before anything of ours runs: ${npmSeconds.toFixed(2)} s`,
      "installMiB: RSS of node and PostgreSQL with the pages that its processes share counted once",
    ],
  };
}

/** Measures the first and the second start in a new directory, and the memory after the second. */
async function measureStarts(script: string, idleSeconds: number): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "parlour-bench-"));
  chmodSync(folder, 0o711);
  try {
    const { DATABASE_URL: _url, ...rest } = process.env as Record<string, string>;
    const start = () =>
      startNode(script, {
        ready: /^ready/,
        env: {
          ...rest,
          DATABASE_URL: "",
          DATA_DIR: folder,
          PORT: "0",
          LOG_LEVEL: "warn",
          LOG_FORMAT: "json",
          // As the launcher sets them.
          NODE_COMPILE_CACHE: join(folder, "compiled"),
          MALLOC_ARENA_MAX: "2",
        },
      });
    const first = await start();
    await first.stop();
    const warm = await start();
    await pause(idleSeconds * 1000);
    const node = getRssBytes(warm.pid);
    const postmaster = Number(
      readFileSync(join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0],
    );
    // Pages shared by PostgreSQL's processes count once. Node's binary counts in full, because
    // other processes of this machine may share it.
    const install =
      node +
      [postmaster, ...listChildPids(postmaster)].reduce((sum, pid) => sum + getPssBytes(pid), 0);
    await warm.stop();
    return {
      firstMs: first.readyMs,
      warmMs: warm.readyMs,
      nodeRssMiB: node / 2 ** 20,
      installMiB: install / 2 ** 20,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm run` without a script reads the same files as before any script, and does nothing. */
function measureNpmSeconds(): number {
  const startedAt = performance.now();
  const done = spawnSync("npm", ["run"], { cwd: root, stdio: "ignore", timeout: 20_000 });
  return done.status !== 0 ? Number.NaN : (performance.now() - startedAt) / 1000;
}
