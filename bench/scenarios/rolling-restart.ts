import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createDataDir, findFreePort, removeDataDir } from "@parlour/testkit";
import { startBalancer, type Balancer } from "../../tools/cluster/balancer.ts";
import type { ClusterNode } from "../../tools/cluster/cluster-node.ts";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import { startCluster } from "../../tools/cluster/start-cluster.ts";
import type { WindowChat } from "../clients/reconnecting-clients.ts";
import {
  findPeakPerSecond,
  parseBalancerLog,
  type BalancerEntry,
} from "../harness/balancer-log.ts";
import { addWidget, writeProvisioningFile } from "../harness/bench-server.ts";
import type { LineLosses } from "../harness/line-record.ts";
import { runLoad, type LoadResult } from "../harness/load.ts";
import { assertFileLimit, registerCleanup } from "../harness/process.ts";
import {
  openReconnectingClients,
  type ReconnectingClients,
} from "../harness/reconnecting-clients.ts";
import { seedAccounts, type SeededAccount } from "../harness/seed.ts";
import { getQuantile, upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Three nodes behind HAProxy are restarted one after another, as a deployment does, while clients
 * are connected and messages continue (PERF-24). Half of the clients move when a node asks them to
 * (decision 0150). The others are of an older release: they ignore the request, are disconnected
 * and reconnect.
 */
export interface RollingRestartDeps {
  /** Number of sockets: 3 % of operators, the others of chat windows with a chat. */
  readonly sockets: number;
  /** Whether the nodes exchange messages through Redis. */
  readonly hasRedis: boolean;
}
const nodes = 3;
const operatorShare = 0.03;
const accounts = 100;
/** The first operator of an account is its owner, who answers the windows and has no socket. */
const operatorsEach = 4;
/** Messages of customers and replies to windows, each per second. */
const rate = 20;
const senders = 20;
/** Longer than the scenario. The load ends when all nodes have been restarted. */
const maxLoadMs = 3_600_000;
/** Time for the last clients to reconnect and receive what they missed. */
const settleMs = 60_000;
/** Pause of the default configuration in which the balancer notices that a node stops. */
const shutdownDelayS = "5";
const kinds = ["new", "old"] as const;
type Kind = (typeof kinds)[number];

export async function rollingRestartScenario(deps: RollingRestartDeps): Promise<ScenarioResult> {
  // A balancer opens two files per socket, and some sockets twice while they move.
  assertFileLimit(Math.ceil(deps.sockets * 1.2) + 1_000);
  const folder = createDataDir();
  const stops: (() => Promise<unknown>)[] = [() => Promise.resolve(removeDataDir(folder))];
  const stop = async (): Promise<void> => {
    for (const run of stops.splice(0).toReversed()) await run();
  };
  const unregister = registerCleanup(stop);
  try {
    const cluster = await startCluster({
      folder,
      nodes,
      hasRedis: deps.hasRedis,
      env: {
        PARLOUR_CONFIG: writeProvisioningFile(folder, {}),
        SHUTDOWN_DELAY: shutdownDelayS,
      },
    });
    stops.push(() => cluster.stop());
    const seeded = await seedAccounts(cluster.databaseUrl, accounts, operatorsEach, true);
    const groups = await openGroups({ cluster, folder, seeded, stops }, deps.sockets);
    const measured = await measureRestart(cluster, seeded, groups);
    // HAProxy writes a line when the socket ends.
    await Promise.all(groups.map(({ clients }) => clients.close()));
    await Promise.all(groups.map(({ balancer }) => balancer.drain()));
    const handshakes = groups.map(({ kind, logFile }) => ({
      kind,
      entries: parseBalancerLog(readFileSync(logFile, "utf8")).filter(
        ({ at }) => at >= measured.startedAt,
      ),
    }));
    return toRollingResult(deps, measured, handshakes);
  } finally {
    unregister();
    await stop();
  }
}

/**
 * The clients of one kind, behind a balancer of their own, because a process of HAProxy can open
 * fewer files than all clients need on many machines.
 */
interface ClientGroup {
  readonly kind: Kind;
  readonly clients: ReconnectingClients;
  readonly port: number;
  readonly balancer: Balancer;
  readonly logFile: string;
}
async function openGroups(
  {
    cluster,
    folder,
    seeded,
    stops,
  }: {
    readonly cluster: Cluster;
    readonly folder: string;
    readonly seeded: readonly SeededAccount[];
    readonly stops: (() => Promise<unknown>)[];
  },
  sockets: number,
): Promise<readonly ClientGroup[]> {
  const widgetIds: string[] = [];
  for (const { keys } of seeded)
    widgetIds.push(await addWidget({ url: `http://127.0.0.1:${cluster.port}` }, keys[0]));
  const operators = Math.round((sockets * operatorShare) / kinds.length);
  const groups: ClientGroup[] = [];
  for (const kind of kinds) {
    const port = await findFreePort();
    const logFile = join(folder, `haproxy-${kind}.log`);
    const balancer = await startBalancer({
      folder,
      port,
      nodePorts: cluster.nodes.map((node) => node.port),
      logFile,
    });
    stops.push(() => balancer.stop());
    const clients = await openReconnectingClients(
      {
        port,
        operators: Array.from({ length: operators }, (_, i) => ({
          account: i % accounts,
          key:
            seeded[i % accounts]?.keys[1 + (Math.floor(i / accounts) % (operatorsEach - 1))] ?? "",
        })),
        windows: Math.round(sockets / kinds.length) - operators,
        widgetIds,
        ignoresMoves: kind === "old",
      },
      1,
    );
    stops.push(() => clients.close());
    groups.push({ kind, clients, port, balancer, logFile });
  }
  return groups;
}

/** The restart of one node. */
interface NodeRestart {
  /** Sockets before the restart. */
  readonly sockets: number;
  /** Seconds from SIGTERM to the exit, and from there until it was ready. */
  readonly stopS: number;
  readonly startS: number;
}
export interface RollingMeasurement {
  /** Unix ms. */
  readonly startedAt: number;
  readonly restarts: readonly NodeRestart[];
  readonly losses: Readonly<Record<Kind, readonly LineLosses[]>>;
  /** Clients that miss a message, had a gap, received an event twice or loaded everything again. */
  readonly incorrectClients: number;
  readonly loads: readonly Pick<LoadResult, "sent" | "p99">[];
}
async function measureRestart(
  cluster: Cluster,
  seeded: readonly SeededAccount[],
  groups: readonly ClientGroup[],
): Promise<RollingMeasurement> {
  const chats = (await Promise.all(groups.map(({ clients }) => clients.listChats()))).flat();
  await Promise.all(groups.map(({ clients }) => clients.resetCounts()));
  const startedAt = Date.now();
  const load = startLoads(groups[0]?.port ?? 0, seeded, chats);
  const restarts: NodeRestart[] = [];
  for (const node of cluster.nodes) restarts.push(await restartNode(cluster, node));
  const loads = await load.stop();
  const incomplete = await waitForComplete(groups, load.sent);
  const faults = await Promise.all(groups.map(({ clients }) => clients.faults()));
  const losses = { new: [] as readonly LineLosses[], old: [] as readonly LineLosses[] };
  for (const { kind, clients } of groups) losses[kind] = await clients.getLosses();
  return {
    startedAt,
    restarts,
    losses,
    incorrectClients: faults.reduce(
      (sum, { resets, gaps, twice }) => sum + resets + gaps + twice,
      incomplete,
    ),
    loads,
  };
}

/** Restarts a node. Resolves when each node sees all the others, as upgrade.md requires. */
async function restartNode(cluster: Cluster, node: ClusterNode): Promise<NodeRestart> {
  const sockets = (await readGauge(node, "sockets")) + (await readGauge(node, "visitor_sockets"));
  const before = performance.now();
  const code = await node.stop();
  if (code !== 0) throw new Error(`node ${node.number} exited with ${code}`);
  const stopped = performance.now();
  await node.start();
  const started = performance.now();
  while (
    !(await Promise.all(cluster.nodes.map((n) => readGauge(n, "nodes")))).every((n) => n === nodes)
  )
    await pause(100);
  return { sockets, stopS: (stopped - before) / 1_000, startS: (started - stopped) / 1_000 };
}
async function readGauge(node: ClusterNode, name: string): Promise<number> {
  const response = await fetch(`${node.url}/metrics`);
  return Number(new RegExp(`^parlour_${name} (\\d+)$`, "m").exec(await response.text())?.[1]);
}

/** Sends messages of customers, and replies in the windows' chats, until it is stopped. */
function startLoads(port: number, seeded: readonly SeededAccount[], chats: readonly WindowChat[]) {
  const sent = { accounts: seeded.map(() => 0), chats: {} as Record<number, number> };
  const ended = new AbortController();
  const shared = {
    port,
    path: "",
    senders,
    rate,
    durationMs: maxLoadMs,
    reconnects: true,
    signal: ended.signal,
  };
  const accountOf = (sender: number, n: number): number => (n * senders + sender) % seeded.length;
  // Chats in an order that is not that of their windows.
  const chatOf = (sender: number, n: number): WindowChat =>
    chats[((n * senders + sender) * 7_919) % chats.length] ?? { id: 0, widget: 0 };
  const loads = Promise.all([
    runLoad({
      ...shared,
      pathOf: (sender, n) => seeded[accountOf(sender, n)]?.path ?? "",
      body: (sender) =>
        `{"sender":{"id":"c${sender}"},"message":{"type":"text","text":"Is size 42 back in stock?"}}`,
      onResponse(sender, n, status) {
        const account = accountOf(sender, n);
        if (status === 200) sent.accounts[account] = (sent.accounts[account] ?? 0) + 1;
      },
    }),
    runLoad({
      ...shared,
      headersOf: (sender, n) => ({
        authorization: `Bearer ${seeded[chatOf(sender, n).widget]?.keys[0] ?? ""}`,
      }),
      pathOf: (sender, n) => `/api/v1/chats/${chatOf(sender, n).id}/messages`,
      body: (sender, n) =>
        `{"kind":"text","text":"It is, from Friday.","client_id":"r${sender}-${n}"}`,
      onResponse(sender, n, status) {
        const { id } = chatOf(sender, n);
        if (status === 201) sent.chats[id] = (sent.chats[id] ?? 0) + 1;
      },
    }),
  ]);
  // An error is thrown by `stop`.
  loads.catch(() => undefined);
  return {
    sent,
    stop: async (): Promise<readonly LoadResult[]> => {
      ended.abort();
      return loads;
    },
  };
}

/** Waits until all clients are live and have everything. Returns how many do not. */
async function waitForComplete(
  groups: readonly ClientGroup[],
  sent: Parameters<ReconnectingClients["countIncomplete"]>[0],
): Promise<number> {
  for (const end = performance.now() + settleMs; ; await pause(250)) {
    let incomplete = 0;
    for (const { clients } of groups) {
      const live = (await clients.getReconnectDelays(0)).length;
      incomplete += Math.max(clients.size - live, await clients.countIncomplete(sent));
    }
    if (incomplete === 0 || performance.now() > end) return incomplete;
  }
}

/** Computes figures and goals. `handshakes`: sockets opened during the restart, by clients. */
export function toRollingResult(
  { sockets, hasRedis }: RollingRestartDeps,
  { restarts, losses, incorrectClients, loads }: RollingMeasurement,
  handshakes: readonly { readonly kind: Kind; readonly entries: readonly BalancerEntry[] }[],
): ScenarioResult {
  const all = handshakes.flatMap(({ entries }) => entries);
  const peakOf = (kind: Kind): number =>
    findPeakPerSecond(handshakes.flatMap((group) => (group.kind === kind ? group.entries : [])));
  const count = (values: readonly number[]): number => values.reduce((sum, n) => sum + n, 0);
  const refused = all.filter(({ status }) => status !== 101 && (status < 200 || status > 299));
  const product = {
    restartS: count(restarts.map(({ stopS, startS }) => stopS + startS)),
    ...Object.fromEntries(kinds.flatMap((kind) => toLossFigures(kind, losses[kind]))),
    hellosPeak: findPeakPerSecond(all),
    newHellosPeak: peakOf("new"),
    oldHellosPeak: peakOf("old"),
    openedSockets: all.filter(({ status }) => status === 101).length,
    messages: count(loads.map((load) => load.sent)),
    messageP99: Math.max(...loads.map((load) => load.p99)),
  };
  const longest = (kind: Kind): number =>
    Math.max(0, ...losses[kind].map(({ longestMs }) => longestMs));
  return {
    name: `rolling (${sockets} sockets, ${nodes} nodes${hasRedis ? ", Redis" : ""})`,
    params: { sockets, nodes, rate: 2 * rate, hasRedis },
    rounds: [{ product, anchors: {} }],
    ratios: {},
    goals: [
      upperGoal("PERF-24", "new clients: longest time without a connection, ms", 0, longest("new")),
      upperGoal(
        "PERF-24",
        "old clients: longest time without a connection, s",
        5,
        longest("old") / 1_000,
      ),
      upperGoal("PERF-24", "hellos per second and node", 50, product.hellosPeak),
      upperGoal("PERF-24", "clients that miss a message, or got one twice", 0, incorrectClients),
      upperGoal("PERF-24", "requests and sockets that were refused", 0, refused.length),
    ],
    notes: restarts.map(
      ({ sockets: before, stopS, startS }, n) =>
        `node ${n + 1}: ${before} sockets, stopped in ${stopS.toFixed(1)} s, ready after ${startS.toFixed(1)} s`,
    ),
  };
}
function toLossFigures(kind: Kind, losses: readonly LineLosses[]): [string, number][] {
  const total = Float64Array.from(losses, ({ totalMs }) => totalMs).sort();
  const longest = Float64Array.from(losses, ({ longestMs }) => longestMs).sort();
  return [
    [`${kind}Clients`, losses.length],
    [`${kind}Lost`, losses.filter(({ count }) => count > 0).length],
    [`${kind}TotalP50`, getQuantile(total, 0.5)],
    [`${kind}TotalP99`, getQuantile(total, 0.99)],
    [`${kind}TotalMax`, total.at(-1) ?? Number.NaN],
    [`${kind}LongestP50`, getQuantile(longest, 0.5)],
    [`${kind}LongestP99`, getQuantile(longest, 0.99)],
    [`${kind}LongestMax`, longest.at(-1) ?? Number.NaN],
  ];
}
