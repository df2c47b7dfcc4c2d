import type pg from "pg";
import { findFreePort } from "@parlour/testkit";
import { startBalancer } from "../../tools/cluster/balancer.ts";
import {
  createBenchEnvironment,
  startBenchServer,
  waitForConsumers,
} from "../harness/bench-server.ts";
import { createBody } from "../harness/accept-load.ts";
import { connectClient, findDatabaseProcess } from "../harness/database-process.ts";
import { assertAllAccepted, runLoad, type LoadResult } from "../harness/load.ts";
import { getCpuMicros } from "../harness/process.ts";
import { openRawSocket, type RawSocket } from "../harness/raw-socket.ts";
import { seedAccounts } from "../harness/seed.ts";

/**
 * How messages reach the nodes. `one`: one node. `split`: two nodes, both get messages of each
 * account. `halves`: two nodes with half of the accounts each, all operators at the first.
 * `balancer`: two nodes behind HAProxy with the configuration of `deploy`.
 */
export const targetKinds = ["one", "split", "halves", "balancer"] as const;
export type TargetKind = (typeof targetKinds)[number];

export interface NodesLoad {
  readonly senders: number;
  /** Open loop: total messages per second. Absent: closed loop. */
  readonly rate?: number;
  readonly durationMs: number;
}
/** Nodes with an operator's socket of each account. They run until `end`. */
export interface NodesTarget {
  readonly kind: TargetKind;
  /** Sends messages. The figures include what the consumers do for them. */
  measure(load: NodesLoad): Promise<Record<string, number>>;
  end(): Promise<void>;
}
/** Offset between the message numbers of two measurements. */
const numberStep = 1_000_000;

export async function startNodesTarget(
  kind: TargetKind,
  {
    serverUrl,
    folder,
    accounts: accountCount,
  }: { readonly serverUrl: string; readonly folder: string; readonly accounts: number },
): Promise<NodesTarget> {
  const environment = await createBenchEnvironment(serverUrl);
  const servers = [await startBenchServer({ serverUrl, environment })];
  if (kind !== "one") servers.push(await startBenchServer({ serverUrl, environment }));
  const ports = servers.map(({ port }) => port);
  const [firstPort = 0] = ports;
  const ownPort = kind === "balancer" ? await findFreePort() : null;
  const balancer =
    ownPort === null
      ? null
      : await startBalancer({ folder, port: ownPort, ownPort, nodePorts: ports });
  const accounts = await seedAccounts(environment.database.url, accountCount, 1);
  const port = ownPort ?? firstPort;
  const database = await connectClient(environment.database.url);
  const postmaster = await findDatabaseProcess(database);
  const sockets: RawSocket[] = [];
  for (const { keys } of accounts) sockets.push(await openOperatorSocket(port, keys[0] ?? ""));
  const choosePort = (sender: number): number => {
    const n = kind === "split" ? Math.floor(sender / accountCount) : sender % accountCount;
    return (kind === "split" || kind === "halves" ? ports[n % 2] : undefined) ?? port;
  };
  const pids = servers.map(({ pid }) => pid);
  let lastNumber = 0;
  const readUsage = async (): Promise<Readonly<Record<string, number>>> => ({
    server: pids.reduce((sum, pid) => sum + getCpuMicros(pid), 0),
    database: await readDatabaseMicros(database, postmaster),
    balancer: balancer === null ? 0 : getCpuMicros(balancer.pid),
  });
  const send = (load: NodesLoad): Promise<LoadResult> => {
    const offset = (lastNumber += numberStep);
    return runLoad({
      ...load,
      port,
      path: "",
      portOf: choosePort,
      pathOf: (sender) => accounts[sender % accountCount]?.path ?? "",
      body: (sender, n) => createBody(sender, offset + n),
    });
  };
  return {
    kind,
    async measure(load) {
      await waitForConsumers(pids);
      const before = await readUsage();
      const { sent, perSecond, p99 } = assertAllAccepted(await send(load), kind);
      await waitForConsumers(pids);
      const after = await readUsage();
      const perMessage = (part: string): number =>
        ((after[part] ?? 0) - (before[part] ?? 0)) / sent;
      return {
        perSecond,
        p99,
        serverMicros: perMessage("server"),
        databaseMicros: perMessage("database"),
        balancerMicros: perMessage("balancer"),
        allMicros: perMessage("server") + perMessage("database"),
      };
    },
    async end() {
      for (const socket of sockets) socket.close();
      await balancer?.stop();
      await database.end();
      for (const server of servers.toReversed()) await server.end();
      await environment.remove();
    },
  };
}

async function openOperatorSocket(port: number, key: string): Promise<RawSocket> {
  const socket = await openRawSocket({
    port,
    path: "/api/v1/socket",
    headers: { authorization: `Bearer ${key}` },
    onText: () => undefined,
  });
  socket.send('{"type":"hello","after":null}');
  return socket;
}

/** Returns the CPU time of PostgreSQL without the connections to the databases of other targets. */
async function readDatabaseMicros(database: pg.Client, postmaster: number): Promise<number> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname is not null and datname <> current_database()",
  );
  const others = rows.reduce((sum, { pid }) => sum + getCpuMicros(pid), 0);
  return getCpuMicros(postmaster, true) - others;
}
