import { freePort } from "@parlour/testkit";
import { openHerd, type Herd } from "../harness/herd.ts";
import { allAccepted, runLoad, type LoadResult } from "../harness/load.ts";
import { needFiles, peakRssBytes } from "../harness/process.ts";
import { addWidget, benchPlace, startBenchProduct, type BenchProduct, type BenchProductOptions } from "../harness/product.ts";
import { machineMicros } from "../harness/raw-socket.ts";
import { seedAccounts, type SeededAccount } from "../harness/seed.ts";
import { atMost, type ScenarioResult } from "../harness/stats.ts";

/**
 * All sockets of a node are lost at once and reconnect with the delays, jitter and cursors of the
 * real clients, while messages continue (P7). First the connections are cut while the server runs,
 * then the server is killed with SIGKILL and restarted.
 */
export interface HerdDeps {
  readonly serverUrl: string;
  /** Operator sockets over a hundred accounts, and chat windows of visitors with a chat. */
  readonly operators: number;
  readonly windows: number;
  readonly profile?: string | undefined;
}
const accounts = 100;
const operatorsEach = 20;
/** Messages per second over all accounts during the reconnect, and the duration of the load. */
const rate = 50;
const loadMs = 10_000;
const within = 30;

export async function herdScenario(deps: HerdDeps): Promise<ScenarioResult> {
  needFiles(deps.operators + deps.windows + 500);
  const place = await benchPlace(deps.serverUrl);
  const options: BenchProductOptions = { serverUrl: deps.serverUrl, place, port: await freePort(), profile: deps.profile };
  let product = await startBenchProduct(options);
  let herd: Herd | null = null;
  try {
    const seeded = await seedAccounts(product.databaseUrl, accounts, operatorsEach);
    herd = await openHerd({
      port: product.port,
      operators: Array.from({ length: deps.operators }, (_, i) => {
        const account = i % accounts;
        return { account, key: seeded[account]?.keys[Math.floor(i / accounts) % operatorsEach] ?? "" };
      }),
      windows: deps.windows,
      widgetId: await addWidget(product),
    });
    // Every socket has received a message of its chat, so that later gaps are detected.
    const warm = await talk(product, seeded, 4_000);
    if ((await lackingAfter(herd, warm.sent, performance.now() + 20_000)) > 0)
      throw new Error("messages did not reach all sockets before the herd");

    await herd.mark();
    const load = talk(product, seeded, loadMs);
    await pause(1_000);
    const cutAt = machineMicros();
    await herd.cut();
    const cut = await comeBack(herd, cutAt, load, product);

    await herd.mark();
    const killedAt = machineMicros();
    await product.stop("SIGKILL");
    product = await startBenchProduct(options);
    const kill = await comeBack(herd, killedAt, talk(product, seeded, loadMs), product);
    const waves = { cut, kill };
    return {
      name: `herd (${deps.operators} sockets of operators, ${deps.windows} windows)`,
      params: { accounts, rate },
      rounds: [{ product: Object.fromEntries(Object.entries(waves).flatMap(([name, wave]) => figures(name, wave))), anchors: {} }],
      ratios: {},
      goals: Object.entries(waves).flatMap(([name, wave]) => goals(name, wave)),
      notes: ["seconds from the loss; kill: with the server's own start"],
    };
  } finally {
    await herd?.close();
    await product.end();
    await place.remove();
  }
}

interface Wave {
  /** Seconds. Infinity: not reconnected. */
  readonly half: number;
  readonly p95: number;
  readonly last: number;
  readonly rssMiB: number;
  readonly acceptP99: number;
  readonly resets: number;
  /** Sockets that lack a message, had a gap, or received one twice. */
  readonly wrong: number;
}

/** Waits until all clients are reconnected and have received everything, at most 60 s. */
async function comeBack(herd: Herd, since: number, load: Promise<Talk>, product: BenchProduct): Promise<Wave> {
  const end = performance.now() + 60_000;
  let back = await herd.back(since);
  while (back.length < herd.size && performance.now() < end) {
    await pause(250);
    back = await herd.back(since);
  }
  const { sent, result } = await load;
  const lacking = await lackingAfter(herd, sent, end);
  const { resets, gaps, twice } = await herd.faults();
  const at = (share: number): number => (back[Math.ceil(herd.size * share) - 1] ?? Number.POSITIVE_INFINITY) / 1_000;
  return {
    half: at(0.5),
    p95: at(0.95),
    last: at(1),
    rssMiB: peakRssBytes(product.pid) / 2 ** 20,
    acceptP99: result.p99,
    resets,
    wrong: lacking + gaps + twice,
  };
}
async function lackingAfter(herd: Herd, sent: readonly number[], end: number): Promise<number> {
  for (;;) {
    const lacking = await herd.unequal(sent);
    if (lacking === 0 || performance.now() > end) return lacking;
    await pause(250);
  }
}
function figures(name: string, wave: Wave): [string, number][] {
  return [
    [`${name}Half`, wave.half],
    [`${name}P95`, wave.p95],
    [`${name}Last`, wave.last],
    [`${name}RssMiB`, wave.rssMiB],
    [`${name}AcceptP99`, wave.acceptP99],
  ];
}
function goals(name: string, wave: Wave): ScenarioResult["goals"] {
  return [
    atMost("P7", `${name}: 95 % back, s`, within, wave.p95),
    atMost("P7", `${name}: RSS at its peak, MiB`, 1024, wave.rssMiB),
    atMost("P7", `${name}: sockets that had to begin anew`, 0, wave.resets),
    atMost("P7", `${name}: sockets that lack a message, or got one twice`, 0, wave.wrong),
  ];
}

interface Talk {
  /** Number of messages by account. */
  readonly sent: readonly number[];
  readonly result: LoadResult;
}
/** One customer of each account writes. */
async function talk(product: BenchProduct, seeded: readonly SeededAccount[], ms: number): Promise<Talk> {
  const sent = seeded.map(() => 0);
  const result = await runLoad({
    port: product.port,
    path: "",
    pathOf: (sender) => seeded[sender]?.path ?? "",
    senders: seeded.length,
    rate,
    durationMs: ms,
    body: (sender) => `{"sender":{"id":"c${sender}"},"message":{"type":"text","text":"Is size 42 back in stock?"}}`,
    answered(sender, _n, status) {
      if (status === 200) sent[sender] = (sent[sender] ?? 0) + 1;
    },
  });
  return { sent, result: allAccepted(result, "herd") };
}
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
