import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  findLostMessages,
  findFreePort,
  createSentLog,
  readStoredMessages,
  startLoad,
  startIntegrator,
  startServerProcess,
  type RunningLoad,
  type ServerProcess,
} from "@parlour/testkit";
import { registerCleanup } from "../harness/process.ts";
import { benchKey } from "../harness/bench-server.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Kills the server and then its database with SIGKILL under load (PERF-15), with the embedded
 * database as shipped. The sent log records sent and acknowledged messages. At the end everything
 * is read back and checked.
 */
export async function crashScenario(deps: {
  cycles: number;
  loadMs: number;
}): Promise<ScenarioResult> {
  const integrator = await startIntegrator();
  const dataDir = mkdtempSync(join(tmpdir(), "parlour-bench-"));
  chmodSync(dataDir, 0o711);
  const port = await findFreePort();
  const file = join(dataDir, "bench.yaml");
  writeFileSync(
    file,
    `version: 1
account: { name: Bench }
operators:
  - { email: bench@example.test, name: Bench, password: "correct horse battery staple", role: owner }
api_keys:
  - { name: bench, key: ${benchKey}, operator: bench@example.test, scopes: ["*"] }
channels:
  - { kind: api, name: Bench, public_id: BenchBench, random_string: b3nchb3nchb3nchb3nchb3nch, endpoint_url: "${integrator.url}/in", operators: [bench@example.test] }
egress: { allow: ["127.0.0.1:${integrator.port}"] }
limits: { channel_per_second: 1000000, channel_burst: 1000000, customer_per_second: 1000000, customer_burst: 1000000 }
`,
    { mode: 0o600 },
  );
  const start = (): Promise<ServerProcess> =>
    startServerProcess({ dataDir, port, env: { PARLOUR_CONFIG: file } });
  const api = `http://127.0.0.1:${port}/api/v1`;
  const sentLog = createSentLog();
  const rounds: ScenarioResult["rounds"][number][] = [];
  let product = await start();
  let runningLoad: RunningLoad | null = null;
  const removeCleanup = registerCleanup(() => product.stop());
  try {
    for (let cycle = 0; cycle < deps.cycles; cycle++) {
      const figures: Record<string, number> = {};
      for (const target of ["server", "database"] as const) {
        runningLoad = startLoad(
          {
            inboundUrl: `http://127.0.0.1:${port}/channel/b3nchb3nchb3nchb3nchb3nch/BenchBench`,
            api,
            key: benchKey,
            senders: 32,
            pauseMs: 0,
          },
          sentLog,
        );
        await pause(deps.loadMs);
        figures[`${target}Acknowledged`] = runningLoad.count();
        const killed = performance.now();
        if (target === "server") {
          await product.kill("server");
          product = await start();
          figures["serverReadyMs"] = product.readyMs;
        } else await product.kill("database");
        figures[`${target}BackMs`] = (await waitUntilAccepting(runningLoad)) - killed;
        await runningLoad.stop();
        runningLoad = null;
      }
      rounds.push({ product: figures, anchors: {} });
    }
    const refusals = await waitForDeliveries(api);
    const findings = findLostMessages(
      sentLog,
      await readStoredMessages(api, benchKey),
      integrator.received,
    );
    const worst = (figure: string): number =>
      Math.max(...rounds.map((r) => r.product[figure] ?? Number.NaN));
    return {
      name: "crash",
      params: {
        cycles: deps.cycles,
        acknowledged: sentLog.acknowledged.size,
        replies: sentLog.replies.size,
      },
      rounds,
      ratios: {},
      goals: [
        upperGoal(
          "PERF-15",
          "acknowledged but missing",
          0,
          findings.lost.length + findings.undelivered.length,
        ),
        upperGoal("PERF-15", "gaps of seq", 0, findings.gaps.length),
        upperGoal(
          "PERF-15",
          "stored twice, never sent or out of order",
          0,
          findings.duplicates.length + findings.phantoms.length + findings.outOfOrder.length,
        ),
        upperGoal(
          "PERF-15",
          "ready again after kill -9 of the server, ms",
          5_000,
          worst("serverReadyMs"),
        ),
        upperGoal(
          "PERF-15",
          "accepting again after kill -9 of the database, ms",
          5_000,
          worst("databaseBackMs"),
        ),
      ],
      notes: [
        ...(refusals > 0 ? [`the API refused ${refusals} reads after the last kill`] : []),
        `${sentLog.acknowledged.size} messages and ${sentLog.replies.size} replies acknowledged`,
        ...Object.entries(findings).flatMap(([kind, entries]) =>
          entries.length > 0 ? [`${kind}: ${entries.slice(0, 5).join("; ")}`] : [],
        ),
      ],
    };
  } finally {
    removeCleanup();
    await runningLoad?.stop();
    await product.stop();
    await integrator.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Returns when acknowledgements resumed. A killed database may still complete started work, so the
 * end of the longest silence within 2 s counts. A silence ends when 10 more messages were
 * acknowledged.
 */
async function waitUntilAccepting(runningLoad: RunningLoad): Promise<number> {
  const startedAt = performance.now();
  let count = runningLoad.count();
  let quietSince = startedAt;
  let resumedAt = startedAt;
  let longestSilence = 0;
  for (;;) {
    await pause(5);
    const now = performance.now();
    if (runningLoad.count() >= count + 10) {
      if (now - quietSince > longestSilence) {
        longestSilence = now - quietSince;
        resumedAt = now;
      }
      count = runningLoad.count();
      quietSince = now;
    }
    if (now - startedAt > 2_000 && now - quietSince < 100) return resumedAt;
    if (now - quietSince > 30_000)
      throw new Error("nothing was acknowledged for 30 s after a kill");
  }
}
/** Returns how often the API failed while the database came back. */
async function waitForDeliveries(api: string): Promise<number> {
  const end = performance.now() + 25_000;
  let refusals = 0;
  for (;;) {
    const response = await fetch(`${api}/deliveries?state=pending&limit=1`, {
      headers: { authorization: `Bearer ${benchKey}` },
    });
    const text = await response.text();
    const { items } = JSON.parse(text) as { items?: unknown[] };
    if (items?.length === 0) return refusals;
    if (items === undefined) refusals++;
    if (performance.now() > end)
      throw new Error(
        `deliveries are still pending 25 s after the last kill: ${response.status} ${text.slice(0, 300)}`,
      );
    await pause(100);
  }
}
