import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "@parlour/testkit";
import {
  openReconnectingClients,
  type ReconnectingClients,
} from "../harness/reconnecting-clients.ts";
import { assertAllAccepted, runLoad, type LoadResult } from "../harness/load.ts";
import { assertFileLimit, getPeakRssBytes } from "../harness/process.ts";
import {
  addWidget,
  createBenchEnvironment,
  startBenchServer,
  type BenchServer,
  type BenchServerOptions,
} from "../harness/bench-server.ts";
import { getMachineMicros } from "../harness/raw-socket.ts";
import { seedAccounts, type SeededAccount } from "../harness/seed.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * All sockets of a node are lost at once and reconnect with the delays, jitter and cursors of the
 * real clients, while messages continue (P7). First the connections are cut while the server runs,
 * then the server is killed with SIGKILL and restarted.
 */
export interface ReconnectStormDeps {
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
const maxReconnectSeconds = 30;

export async function reconnectStormScenario(deps: ReconnectStormDeps): Promise<ScenarioResult> {
  assertFileLimit(deps.operators + deps.windows + 500);
  const environment = await createBenchEnvironment(deps.serverUrl);
  const options: BenchServerOptions = {
    serverUrl: deps.serverUrl,
    environment,
    port: await findFreePort(),
    profile: deps.profile,
  };
  let product = await startBenchServer(options);
  let reconnecting: ReconnectingClients | null = null;
  try {
    const seeded = await seedAccounts(product.databaseUrl, accounts, operatorsEach);
    reconnecting = await openReconnectingClients({
      port: product.port,
      operators: Array.from({ length: deps.operators }, (_, i) => {
        const account = i % accounts;
        return {
          account,
          key: seeded[account]?.keys[Math.floor(i / accounts) % operatorsEach] ?? "",
        };
      }),
      windows: deps.windows,
      widgetIds: [await addWidget(product)],
    });
    // Every socket has received a message of its chat, so that later gaps are detected.
    const warm = await sendLoad(product, seeded, 4_000);
    if ((await waitForComplete(reconnecting, warm.sent, performance.now() + 20_000)) > 0)
      throw new Error("messages did not reach all sockets before the herd");

    await reconnecting.resetCounts();
    const load = sendLoad(product, seeded, loadMs);
    await pause(1_000);
    const cutAt = getMachineMicros();
    await reconnecting.cutConnections();
    const cut = await measureReconnect(reconnecting, cutAt, load, product);

    await reconnecting.resetCounts();
    const killedAt = getMachineMicros();
    await product.stop("SIGKILL");
    product = await startBenchServer(options);
    const kill = await measureReconnect(
      reconnecting,
      killedAt,
      sendLoad(product, seeded, loadMs),
      product,
    );
    const waves = { cut, kill };
    return {
      name: `herd (${deps.operators} sockets of operators, ${deps.windows} windows)`,
      params: { accounts, rate },
      rounds: [
        {
          product: Object.fromEntries(
            Object.entries(waves).flatMap(([name, wave]) => toFigures(name, wave)),
          ),
          anchors: {},
        },
      ],
      ratios: {},
      goals: Object.entries(waves).flatMap(([name, wave]) => toGoals(name, wave)),
      notes: ["seconds from the loss; kill: with the server's own start"],
    };
  } finally {
    await reconnecting?.close();
    await product.end();
    await environment.remove();
  }
}

interface ReconnectWave {
  /** Seconds. Infinity: not reconnected. */
  readonly half: number;
  readonly p95: number;
  readonly last: number;
  readonly rssMiB: number;
  readonly acceptP99: number;
  readonly resets: number;
  /** Sockets that lack a message, had a gap, or received one twice. */
  readonly incorrectSockets: number;
}

/** Waits until all clients are reconnected and have received everything, at most 60 s. */
async function measureReconnect(
  reconnecting: ReconnectingClients,
  since: number,
  load: Promise<LoadRun>,
  product: BenchServer,
): Promise<ReconnectWave> {
  const end = performance.now() + 60_000;
  let delays = await reconnecting.getReconnectDelays(since);
  while (delays.length < reconnecting.size && performance.now() < end) {
    await pause(250);
    delays = await reconnecting.getReconnectDelays(since);
  }
  const { sent, result } = await load;
  const lacking = await waitForComplete(reconnecting, sent, end);
  const { resets, gaps, twice } = await reconnecting.faults();
  const secondsAt = (share: number): number =>
    (delays[Math.ceil(reconnecting.size * share) - 1] ?? Number.POSITIVE_INFINITY) / 1_000;
  return {
    half: secondsAt(0.5),
    p95: secondsAt(0.95),
    last: secondsAt(1),
    rssMiB: getPeakRssBytes(product.pid) / 2 ** 20,
    acceptP99: result.p99,
    resets,
    incorrectSockets: lacking + gaps + twice,
  };
}
async function waitForComplete(
  reconnecting: ReconnectingClients,
  sent: readonly number[],
  end: number,
): Promise<number> {
  for (;;) {
    const lacking = await reconnecting.countIncomplete({ accounts: sent });
    if (lacking === 0 || performance.now() > end) return lacking;
    await pause(250);
  }
}
function toFigures(name: string, wave: ReconnectWave): [string, number][] {
  return [
    [`${name}Half`, wave.half],
    [`${name}P95`, wave.p95],
    [`${name}Last`, wave.last],
    [`${name}RssMiB`, wave.rssMiB],
    [`${name}AcceptP99`, wave.acceptP99],
  ];
}
function toGoals(name: string, wave: ReconnectWave): ScenarioResult["goals"] {
  return [
    upperGoal("P7", `${name}: 95 % back, s`, maxReconnectSeconds, wave.p95),
    upperGoal("P7", `${name}: RSS at its peak, MiB`, 1024, wave.rssMiB),
    upperGoal("P7", `${name}: sockets that had to begin anew`, 0, wave.resets),
    upperGoal(
      "P7",
      `${name}: sockets that lack a message, or got one twice`,
      0,
      wave.incorrectSockets,
    ),
  ];
}

interface LoadRun {
  /** Number of messages by account. */
  readonly sent: readonly number[];
  readonly result: LoadResult;
}
/** One customer of each account writes. */
async function sendLoad(
  product: BenchServer,
  seeded: readonly SeededAccount[],
  ms: number,
): Promise<LoadRun> {
  const sent = seeded.map(() => 0);
  const result = await runLoad({
    port: product.port,
    path: "",
    pathOf: (sender) => seeded[sender]?.path ?? "",
    senders: seeded.length,
    rate,
    durationMs: ms,
    body: (sender) =>
      `{"sender":{"id":"c${sender}"},"message":{"type":"text","text":"Is size 42 back in stock?"}}`,
    onResponse(sender, _n, status) {
      if (status === 200) sent[sender] = (sent[sender] ?? 0) + 1;
    },
  });
  return { sent, result: assertAllAccepted(result, "herd") };
}
