import {
  measureAnchor,
  measureProduct,
  messageText,
  readOwnCpuMicros,
  type AcceptLoad,
} from "../harness/accept-load.ts";
import { connectClient, findDatabaseProcess } from "../harness/database-process.ts";
import { assertAllAccepted } from "../harness/load.ts";
import { getCpuMicros } from "../harness/process.ts";
import {
  computeRatios,
  findSlowMachine,
  goalAtLeast,
  upperGoal,
  type Goal,
  type ScenarioResult,
} from "../harness/stats.ts";
import { openPeerDatabase } from "../xmpp/database.ts";
import { getXmppAccounts, openXmppLoad } from "../xmpp/load.ts";
import {
  getInstallCommand,
  isInstalled,
  xmppServerKinds,
  type PeerDatabase,
  type XmppServerKind,
} from "../xmpp/servers.ts";

/**
 * Compares the channel POST with other servers: Socket.IO with one INSERT and with two forms of a
 * transaction per message (PERF-3), and XMPP servers that are installed on the machine. All
 * alternate in one run, each in a new process on a new database of the same PostgreSQL.
 */
export interface PeersDeps extends Omit<AcceptLoad, "senders" | "rate" | "shape"> {
  readonly senders: readonly number[];
  readonly rounds: number;
  readonly stores: readonly SocketIoStore[];
  readonly xmppServers: readonly XmppServerKind[];
}
/** How the Socket.IO server stores a message. */
export type SocketIoStore = "insert" | "lean" | "transaction";
export const socketIoStores: readonly SocketIoStore[] = ["insert", "lean", "transaction"];

export async function peersScenario(deps: PeersDeps): Promise<ScenarioResult[]> {
  const installed = deps.xmppServers.filter(isInstalled);
  const skipped = deps.xmppServers.filter((kind) => !installed.includes(kind));
  const database = installed.length > 0 ? await openPeerDatabase(deps.serverUrl) : null;
  const results: ScenarioResult[] = [];
  try {
    for (const senders of deps.senders) {
      const load: AcceptLoad = { ...deps, senders, serverUrl: database?.url ?? deps.serverUrl };
      const rounds: Round[] = [];
      const peers = listPeers(deps, load, installed, database);
      const failures = new Map<string, string>();
      for (let i = 0; i < deps.rounds; i++) {
        const round: Round = { product: await measureProduct(load), anchors: {} };
        if (senders > 1)
          round.anchors["echo"] = await measureAnchor(load, { script: "echo", path: "/" });
        for (const { name, measure } of peers) {
          if (failures.has(name)) continue;
          try {
            round.anchors[name] = await measure();
          } catch (error) {
            failures.set(name, error instanceof Error ? error.message : String(error));
          }
        }
        rounds.push(round);
      }
      results.push(toPeersResult(rounds, load, skipped, failures));
    }
    return results;
  } finally {
    await database?.stop();
  }
}

/** Another server that the channel POST is compared with. */
interface Peer {
  readonly name: string;
  readonly measure: () => Promise<Record<string, number>>;
}
function listPeers(
  { stores }: PeersDeps,
  load: AcceptLoad,
  installed: readonly XmppServerKind[],
  database: PeerDatabase | null,
): readonly Peer[] {
  const socketIo = stores.map((store) => ({
    name: `socket.io ${store}`,
    measure: () => measureAnchor(load, { script: "socket-io-store", database: true, store }),
  }));
  if (database === null) return socketIo;
  const xmpp = installed.map((kind) => ({
    name: kind.name,
    measure: () => measureXmppServer(load, kind, database),
  }));
  return [...socketIo, ...xmpp];
}

type Round = ScenarioResult["rounds"][number];

/** Minimum ratios of PERF-3 by the number of senders. */
const minInsertRatios: ReadonlyMap<number, number> = new Map([
  [1, 0.85],
  [32, 1],
  [256, 1.2],
]);
const minLeanRatios: ReadonlyMap<number, number> = new Map([
  [1, 1.3],
  [32, 2],
  [256, 2.2],
]);
const minTransactionRatios: ReadonlyMap<number, number> = new Map([
  [1, 1.3],
  [32, 4.5],
  [256, 8],
]);

/**
 * Builds the result of the rounds with one number of senders. `failures`: why a peer could not be
 * measured, by its name. It misses a goal.
 */
export function toPeersResult(
  rounds: readonly Round[],
  { senders, roundMs, warmUpMs }: Pick<AcceptLoad, "senders" | "roundMs" | "warmUpMs">,
  skipped: readonly XmppServerKind[],
  failures: ReadonlyMap<string, string> = new Map(),
): ScenarioResult {
  const peers = Object.keys(rounds[0]?.anchors ?? {}).filter(
    (name) => name !== "echo" && !failures.has(name),
  );
  const xmppPeers = peers.filter((name) => xmppServerKinds.some((kind) => kind.name === name));
  const rate = (peer: string): number => computeRatios(rounds, "perSecond", peer).med;
  const goals: Goal[] = [];
  for (const [peer, label, minRatios] of [
    ["socket.io insert", "INSERT", minInsertRatios],
    ["socket.io lean", "lean transaction", minLeanRatios],
    ["socket.io transaction", "transaction", minTransactionRatios],
  ] as const) {
    const minRatio = minRatios.get(senders);
    if ((peers.includes(peer) || failures.has(peer)) && minRatio !== undefined)
      goals.push(
        goalAtLeast("PERF-3", `accept / Socket.IO + ${label} @${senders}`, minRatio, rate(peer)),
      );
  }
  for (const { name } of xmppServerKinds)
    if (failures.has(name))
      goals.push(upperGoal("PERF-3", `failures of ${name} @${senders}`, 0, 1));
  return {
    name: `peers @${senders}`,
    params: { senders, roundMs, warmUpMs },
    rounds,
    ratios: Object.fromEntries([
      ...peers.map((peer) => [`perSecond/${peer}`, computeRatios(rounds, "perSecond", peer)]),
      ...xmppPeers.map((peer) => [
        `socketP50/${peer} p50`,
        computeRatios(rounds, "socketP50", peer, "p50"),
      ]),
    ]) as ScenarioResult["ratios"],
    goals,
    invalid: senders === 1 ? undefined : findSlowMachine(rounds),
    notes: [
      ...(xmppPeers.length > 0
        ? [`${xmppPeers.join(", ")}: until the receiver's socket, after two archives stored it`]
        : []),
      ...Array.from(failures, ([peer, reason]) => `failed: ${peer}: ${reason}`),
      ...skipped.map(
        (kind) => `skipped: ${kind.name} is not installed (${getInstallCommand(kind)})`,
      ),
    ],
  };
}

async function measureXmppServer(
  load: AcceptLoad,
  kind: XmppServerKind,
  database: PeerDatabase,
): Promise<Record<string, number>> {
  const server = await kind.start(database, getXmppAccounts(load.senders));
  const client = await connectClient(server.databaseUrl);
  try {
    const postmaster = await findDatabaseProcess(client);
    const { port } = server;
    const xmpp = await openXmppLoad({ port, senders: load.senders, text: messageText });
    try {
      const warmUp = assertAllAccepted(await xmpp.run(load.warmUpMs), `warm-up of ${kind.name}`);
      const takeUsage = () => ({
        server: getCpuMicros(server.pid, true),
        database: getCpuMicros(postmaster, true),
        client: readOwnCpuMicros(),
      });
      const before = takeUsage();
      const result = assertAllAccepted(await xmpp.run(load.roundMs), kind.name);
      const after = takeUsage();
      const archived = await server.countArchived(client);
      const wanted = 2 * (warmUp.sent + result.sent);
      if (archived < wanted)
        throw new Error(`${kind.name} archived ${archived} rows of ${wanted / 2} messages`);
      return {
        perSecond: result.perSecond,
        p50: result.p50,
        p99: result.p99,
        serverMicros: (after.server - before.server) / result.sent,
        databaseMicros: (after.database - before.database) / result.sent,
        clientMicros: (after.client - before.client) / result.sent,
      };
    } finally {
      xmpp.close();
    }
  } finally {
    await client.end();
    await server.end();
  }
}
