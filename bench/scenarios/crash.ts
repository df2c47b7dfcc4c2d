import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  check,
  freePort,
  newWitness,
  readStored,
  startDriver,
  startIntegrator,
  startProduct,
  type Driver,
  type Product,
} from "@parlour/testkit";
import { atEnd } from "../harness/process.ts";
import { benchKey } from "../harness/product.ts";
import { atMost, type ScenarioResult } from "../harness/stats.ts";

/**
 * Kills the server and then its database with SIGKILL under load (PERF-15), with the embedded
 * database as shipped. The sent log records sent and acknowledged messages. At the end everything
 * is read back and checked.
 */
export async function crashScenario(deps: { cycles: number; loadMs: number }): Promise<ScenarioResult> {
  const integrator = await startIntegrator();
  const dataDir = mkdtempSync(join(tmpdir(), "parlour-bench-"));
  chmodSync(dataDir, 0o711);
  const port = await freePort();
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
  const start = (): Promise<Product> => startProduct({ dataDir, port, env: { PARLOUR_CONFIG: file } });
  const api = `http://127.0.0.1:${port}/api/v1`;
  const witness = newWitness();
  const rounds: ScenarioResult["rounds"][number][] = [];
  let product = await start();
  let driver: Driver | null = null;
  const forget = atEnd(() => product.stop());
  try {
    for (let cycle = 0; cycle < deps.cycles; cycle++) {
      const figures: Record<string, number> = {};
      for (const what of ["server", "database"] as const) {
        driver = startDriver(
          {
            inboundUrl: `http://127.0.0.1:${port}/channel/b3nchb3nchb3nchb3nchb3nch/BenchBench`,
            api,
            key: benchKey,
            senders: 32,
            pauseMs: 0,
          },
          witness,
        );
        await pause(deps.loadMs);
        figures[`${what}Acknowledged`] = driver.count();
        const killed = performance.now();
        if (what === "server") {
          await product.kill("server");
          product = await start();
          figures["serverReadyMs"] = product.readyMs;
        } else await product.kill("database");
        figures[`${what}BackMs`] = (await accepting(driver)) - killed;
        await driver.stop();
        driver = null;
      }
      rounds.push({ product: figures, anchors: {} });
    }
    const refusals = await allDelivered(api);
    const found = check(witness, await readStored(api, benchKey), integrator.received);
    const worst = (figure: string): number => Math.max(...rounds.map((r) => r.product[figure] ?? Number.NaN));
    return {
      name: "crash",
      params: { cycles: deps.cycles, acknowledged: witness.acknowledged.size, replies: witness.replies.size },
      rounds,
      ratios: {},
      goals: [
        atMost("PERF-15", "acknowledged but missing", 0, found.lost.length + found.undelivered.length),
        atMost("PERF-15", "gaps of seq", 0, found.gaps.length),
        atMost(
          "PERF-15",
          "stored twice, never sent or out of order",
          0,
          found.doubled.length + found.phantoms.length + found.outOfOrder.length,
        ),
        atMost("PERF-15", "ready again after kill -9 of the server, ms", 5_000, worst("serverReadyMs")),
        atMost("PERF-15", "accepting again after kill -9 of the database, ms", 5_000, worst("databaseBackMs")),
      ],
      notes: [
        ...(refusals > 0 ? [`the API refused ${refusals} reads after the last kill`] : []),
        `${witness.acknowledged.size} messages and ${witness.replies.size} replies acknowledged`,
        ...Object.entries(found).flatMap(([kind, of]) => (of.length > 0 ? [`${kind}: ${of.slice(0, 5).join("; ")}`] : [])),
      ],
    };
  } finally {
    forget();
    await driver?.stop();
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
async function accepting(driver: Driver): Promise<number> {
  const began = performance.now();
  let count = driver.count();
  let quietSince = began;
  let back = began;
  let longest = 0;
  for (;;) {
    await pause(5);
    const now = performance.now();
    if (driver.count() >= count + 10) {
      if (now - quietSince > longest) {
        longest = now - quietSince;
        back = now;
      }
      count = driver.count();
      quietSince = now;
    }
    if (now - began > 2_000 && now - quietSince < 100) return back;
    if (now - quietSince > 30_000) throw new Error("nothing was acknowledged for 30 s after a kill");
  }
}
/** Returns how often the API failed while the database came back. */
async function allDelivered(api: string): Promise<number> {
  const end = performance.now() + 25_000;
  let refusals = 0;
  for (;;) {
    const response = await fetch(`${api}/deliveries?state=pending&limit=1`, { headers: { authorization: `Bearer ${benchKey}` } });
    const text = await response.text();
    const { items } = JSON.parse(text) as { items?: unknown[] };
    if (items?.length === 0) return refusals;
    if (items === undefined) refusals++;
    if (performance.now() > end)
      throw new Error(`deliveries are still pending 25 s after the last kill: ${response.status} ${text.slice(0, 300)}`);
    await pause(100);
  }
}
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
