import { setTimeout as pause } from "node:timers/promises";
import {
  createSeededRandom,
  createSentLog,
  readStoredMessages,
  startLoad,
  type RunningLoad,
  type SentLog,
} from "../../packages/testkit/src/index.ts";
import { openOperatorClient, type OperatorClient } from "../cluster/operator-client.ts";
import type { TimeInterval } from "../cluster/time-interval.ts";
import {
  limitBurst,
  type Evidence,
  type FaultRecord,
  type LimitRecord,
  type PendingDelivery,
} from "./evidence.ts";
import type { Fault } from "./faults/fault.ts";
import { drawFaults } from "./faults/faults.ts";
import { openFeed, type Feed } from "./feed.ts";
import { answeredChannels, callApi, type Installation } from "./installation.ts";
import { createOwnedChats, reacceptChats } from "./owned-chats.ts";
import { startParts, type PartsEvidence } from "./parts/index.ts";
import { remindS } from "./parts/timers.ts";
import type { LoadPart } from "./parts/load-part.ts";
import { createReload } from "./reload.ts";
import { measureLimit, measurePresence, measureRevocation } from "./probes.ts";
import { startVisitors, type Visitors } from "./visitors.ts";

/** Minimum time between the end of a fault and the next one, in milliseconds. */
const restMs = 5_000;
/** Maximum time after a fault until all nodes have a database. */
const readyMs = 30_000;
/** Time after the end of the load for the last deliveries and events. */
const settleMs = 120_000;

export interface RunOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Seconds between the starts of two faults. */
  readonly interval: number;
  readonly hasRedis: boolean;
  readonly isHighlyAvailable: boolean;
  /** Names of the only faults. Default: all. */
  readonly only?: readonly string[] | undefined;
  readonly print: (line: string) => void;
}

/** Puts load on the installation, causes faults for some minutes, and records what happens. */
export async function runChaos(installation: Installation, options: RunOptions): Promise<Evidence> {
  const { answering, origin, inboundUrl } = installation;
  const sentLog = createSentLog();
  // Operators who are offline lose their chats as soon as possible.
  const routing = {
    method: "PATCH",
    body: { grace_s: 1, reassign_s: 0, inactivity_s: 0, remind_s: remindS },
  };
  if ((await callApi(origin, answering, "routing", routing)) === null)
    throw new Error("the routing could not be changed");
  // All visitors have the same address.
  const limits = { status_per_second: 1, status_burst: limitBurst, new_chats_per_minute: 100 };
  if (
    (await callApi(origin, answering, "instance", { method: "PATCH", body: { limits } })) === null
  )
    throw new Error("the limits could not be changed");
  const clients = await openClients(installation);
  const feed = await openFeed(installation);
  const owned = await createOwnedChats(installation, sentLog);
  const load = startLoad(
    {
      inboundUrl,
      api: `${origin}/api/v1`,
      key: answering.key,
      senders: 6,
      pauseMs: 200,
      answers: ({ channel }) => answeredChannels.has(channel.name),
    },
    sentLog,
  );
  const parts = startParts(installation, sentLog);
  const visitors = await startVisitors(installation, sentLog);
  const faults: FaultRecord[] = [];
  const startedAt = performance.now();
  const draw = drawFaults({
    hasRedis: options.hasRedis,
    isHighlyAvailable: options.isHighlyAvailable,
    dice: createSeededRandom(options.seed),
    only: options.only,
  });
  const dice = createSeededRandom(options.seed + 1);
  await pause(restMs);
  while (performance.now() - startedAt < options.minutes * 60_000) {
    const began = performance.now();
    const fault = draw.next().value;
    const record = await causeFault(installation, { fault, dice, clients, load, startedAt });
    faults.push(record);
    options.print(describe(record));
    await reacceptChats(installation, owned);
    await pause(Math.max(restMs, options.interval * 1_000 - (performance.now() - began)));
  }
  await Promise.all([load.stop(), visitors.stop(), parts.stop()]);
  const limitRecords = await measureLimits(installation);
  return collectEvidence(installation, {
    sentLog,
    clients,
    visitors,
    parts,
    feed,
    faults,
    limits: limitRecords,
  });
}

interface FaultContext {
  readonly fault: Fault;
  readonly dice: () => number;
  readonly clients: ReadonlyMap<string, readonly OperatorClient[]>;
  readonly load: RunningLoad;
  readonly startedAt: number;
}
async function causeFault(
  installation: Installation,
  { fault, dice, clients, load, startedAt }: FaultContext,
): Promise<FaultRecord> {
  const { cluster } = installation;
  const node = cluster.nodes[Math.floor(dice() * cluster.nodes.length)];
  if (node === undefined) throw new Error("there are no nodes");
  const [began, before] = [performance.now(), load.count()];
  const endWatch = watchPauses(load);
  const sockets = [...clients.values()].flat();
  const lostBefore = sockets.map(({ lost }) => lost.length);
  const readPrimary = async (): Promise<string> =>
    (await cluster.highAvailability?.database.findPrimary())?.name ?? "nobody";
  const primary = fault.movesPrimary ? await readPrimary() : null;
  let revocationMs: readonly (number | null)[] = [];
  await fault.run(cluster, node, async () => {
    await pause(3_000);
    const reachable = cluster.nodes.filter((other) => !fault.affectsNode || other !== node);
    // Nodes connect to a database that has started again after some seconds.
    await waitUntilReady(reachable);
    revocationMs = await measureRevocation(installation, reachable);
  });
  const ended: string[] = [];
  for (const other of cluster.nodes) {
    if (other.isRunning()) continue;
    ended.push(`node ${other.number}`);
    await other.start();
  }
  await waitUntilReady(cluster.nodes);
  const seconds = (performance.now() - began) / 1_000;
  const pauseMs = endWatch();
  const presence = await measurePresence(installation, clients);
  return {
    at: (began - startedAt) / 1_000,
    startedAt: performance.timeOrigin + began,
    name: fault.name,
    node: / a node\b/.test(fault.name) ? node.number : null,
    seconds,
    acknowledged: load.count() - before,
    pauseMs,
    maxPauseMs: fault.maxPauseMs,
    ...measureLost(sockets.flatMap(({ lost }, n) => lost.slice(lostBefore[n]))),
    primaries: primary === null ? null : [primary, await readPrimary()],
    presenceMs: presence.ms,
    presenceDifference: presence.difference,
    revocationMs,
    ended,
  };
}

/** Returns a function that ends the watch with the longest time without an acknowledgement. */
function watchPauses(load: RunningLoad): () => number {
  let [count, since, longestMs] = [load.count(), performance.now(), 0];
  const measure = (): void => {
    longestMs = Math.max(longestMs, performance.now() - since);
    if (load.count() !== count) [count, since] = [load.count(), performance.now()];
  };
  const timer = setInterval(measure, watchMs);
  return () => {
    clearInterval(timer);
    measure();
    return Math.round(longestMs);
  };
}
const watchMs = 20;

function measureLost(lost: readonly TimeInterval[]): Pick<FaultRecord, "lostSockets" | "lostMs"> {
  const now = Date.now();
  const lengths = lost.map(({ from, to }) => (to ?? now) - from);
  return { lostSockets: lost.length, lostMs: Math.max(0, ...lengths) };
}

/** Waits until all nodes have a database again. */
async function waitUntilReady(nodes: Installation["cluster"]["nodes"]): Promise<void> {
  const isReady = ({ url }: (typeof nodes)[number]): Promise<boolean> =>
    fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = performance.now() + readyMs; performance.now() < until; await pause(100))
    if ((await Promise.all(nodes.map(isReady))).every(Boolean)) return;
}

const describe = (record: FaultRecord): string =>
  `${Math.round(record.at)} s: ${record.name}${record.node === null ? "" : ` (node ${record.node})`}, ${record.seconds.toFixed(1)} s; ${record.acknowledged} acknowledged; pause ${record.pauseMs} ms; ${record.lostSockets} lost sockets for at most ${record.lostMs} ms; primary ${record.primaries?.join(" to ") ?? "not checked"}; presence ${record.presenceMs ?? "never"} ms; sessions ended ${record.revocationMs.map((ms) => ms ?? "never").join(", ") || "not measured"} ms${record.ended.length === 0 ? "" : `; ended by itself: ${record.ended.join(", ")}`}`;

/**
 * Opens the sockets of all operators, by name. The answering operator has one at the balancer and
 * one at each node. The others have one at the balancer, as people do.
 */
async function openClients(
  installation: Installation,
): Promise<ReadonlyMap<string, readonly OperatorClient[]>> {
  const { cluster, answering, owning, origin, signIn } = installation;
  // Only a promotion changes the numbering of events.
  const reload = cluster.highAvailability === null ? undefined : createReload(installation);
  const nodePorts = cluster.nodes.map(({ port }) => port);
  const clients = new Map<string, readonly OperatorClient[]>();
  const open = async (operator: (typeof owning)[number], at: readonly number[]) => {
    const headers = await signIn(operator, origin);
    clients.set(
      operator.name,
      at.map((port) => openOperatorClient({ port, headers, reload })),
    );
  };
  await open(answering, [cluster.port, ...nodePorts]);
  for (const operator of owning) await open(operator, [cluster.port]);
  await Promise.all([...clients.values()].flat().map((client) => client.waitUntilLive()));
  return clients;
}

/** Measures the limit with all parts, and while Redis does not run. */
async function measureLimits(installation: Installation): Promise<readonly LimitRecord[]> {
  const { redis, nodes } = installation.cluster;
  const records = [await measureLimit(installation, { name: "with all parts", tolerance: 1 })];
  if (redis === null) return records;
  await redis.kill();
  // The tokens come back, one per second.
  await pause((limitBurst + 2) * 1_000);
  // Nodes that cannot ask each other in time use their own shares.
  const tolerance = nodes.length;
  records.push(await measureLimit(installation, { name: "without Redis", tolerance }));
  await redis.restart();
  return records;
}

/** Attempts to read all messages. A busy machine may leave a request without an answer. */
const maxReads = 10;
async function repeat<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await read();
    } catch (error) {
      if (attempt === maxReads) throw error;
    }
}

async function collectEvidence(
  installation: Installation,
  recorded: {
    readonly sentLog: SentLog;
    readonly clients: ReadonlyMap<string, readonly OperatorClient[]>;
    readonly visitors: Visitors;
    readonly parts: LoadPart<PartsEvidence>;
    readonly feed: Feed;
    readonly faults: readonly FaultRecord[];
    readonly limits: readonly LimitRecord[];
  },
): Promise<Evidence> {
  const { answering, origin, services } = installation;
  const { visitors, parts } = recorded;
  const until = performance.now() + settleMs;
  await visitors.waitUntilSent(until);
  let pendingDeliveries: Evidence["pendingDeliveries"] = null;
  while ((pendingDeliveries?.length !== 0 || parts.isBusy()) && performance.now() < until) {
    await pause(500);
    const page = await callApi<{ items: PendingDelivery[] }>(
      origin,
      answering,
      "deliveries?state=pending&limit=200",
    );
    pendingDeliveries = page?.items ?? null;
  }
  const stored = await repeat(() => readStoredMessages(`${origin}/api/v1`, answering.key));
  const texts = [...stored.values()]
    .flat()
    .filter(({ author }) => author.kind === "visitor" || author.kind === "operator");
  const complete = recorded.clients.get(answering.name) ?? [];
  const listeners = [...complete, recorded.feed];
  while (listeners.some((one) => one.texts.length < texts.length) && performance.now() < until)
    await pause(100);
  await recorded.feed.close();
  await visitors.waitUntilReceived(stored, until);
  const windows = visitors.close();
  const all = [...recorded.clients];
  for (const [, sockets] of all) for (const socket of sockets) socket.close();
  return {
    sentLog: recorded.sentLog,
    stored,
    received: services.integrator.received.filter(
      ({ body }) => !/"type":"type(?:in|out)"/.test(body),
    ),
    clients: [
      ...complete.map(({ texts: received, faults }, n) => ({
        name: n === 0 ? "the balancer" : `node ${n}`,
        texts: received,
        faults,
      })),
      { name: "the event feed", texts: recorded.feed.texts, faults: recorded.feed.faults },
    ],
    windows,
    parts: parts.collect(),
    owners: all.map(([name, sockets]) => ({
      name,
      sockets: sockets.map(({ lost }) => lost),
      longestPauseMs: Math.max(...sockets.map((socket) => socket.longestPauseMs())),
    })),
    faults: recorded.faults,
    limits: recorded.limits,
    pendingDeliveries,
  };
}
