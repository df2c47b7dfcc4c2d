import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { listChildPids } from "../../../bench/harness/process.ts";
import { ensureDatabaseUser } from "../../../packages/server/src/embedded/database-user.ts";
import {
  startFaultProxy,
  type FaultProxy,
} from "../../../packages/testkit/src/external/fault-proxy.ts";
import { createProgram, waitUntil, type ClusterProgram } from "./processes.ts";

/** PostgreSQL servers under Patroni: a primary, a synchronous standby and another standby. */
export interface ReplicatedDatabase {
  readonly url: string;
  readonly members: readonly DatabaseMember[];
  /** Returns the members with their roles, as a member's Patroni knows them. */
  readMembers(): Promise<readonly MemberState[]>;
  /** Waits until there is a primary with a synchronous standby, and all members run. */
  waitUntilComplete(): Promise<void>;
  /** Returns the member with the lock of the primary, which runs as such. Null: there is none. */
  findPrimary(): Promise<DatabaseMember | null>;
  /** Waits until another member is the primary. */
  waitForPrimaryOtherThan(member: DatabaseMember): Promise<void>;
  /** Makes the synchronous standby the primary, as an administrator does for maintenance. */
  switchOver(): Promise<void>;
  /** Changes settings of all members that Patroni keeps in etcd. */
  configure(settings: unknown): Promise<void>;
  stop(): Promise<void>;
}

/** One machine with PostgreSQL and Patroni. */
export interface DatabaseMember {
  readonly name: string;
  readonly port: number;
  /** Port of Patroni's REST interface. */
  readonly apiPort: number;
  /** Kills PostgreSQL. Patroni keeps running. */
  killDatabase(): void;
  /** Suspends the processes that send changes to standbys. */
  freezeReplication(): void;
  /** Kills PostgreSQL and Patroni. */
  kill(): Promise<void>;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void;
  /** Suspends PostgreSQL and Patroni. Connections stay open. Returns a function that ends it. */
  freeze(): () => void;
  /** Suspends PostgreSQL alone. */
  freezeDatabase(): () => void;
  /** Suspends Patroni alone. PostgreSQL remains a primary after another one was promoted. */
  freezePatroni(): () => void;
  /** Holds back the bytes between Patroni and etcd, as a network that is interrupted. */
  setCutFromEtcd(isCut: boolean): void;
}
interface MemberState {
  readonly name: string;
  /** `leader`, `sync_standby`, `replica` or another word of Patroni. */
  readonly role: string;
  readonly state: string;
}

export interface PatroniOptions {
  readonly patroni: string;
  /** Folder of the programs of PostgreSQL. */
  readonly binaries: string;
  readonly folder: string;
  /** One for PostgreSQL and one for the REST interface of each member, in turn. */
  readonly ports: readonly number[];
  readonly etcdPorts: readonly number[];
  /** Whether a commit waits until a standby has it. */
  readonly isSynchronous: boolean;
}

const memberCount = 3;
/** The passwords protect nothing: everything listens on 127.0.0.1, for trials. */
const password = "parlour";
const access = {
  host: "127.0.0.1",
  user: "postgres",
  password,
  database: "postgres",
  connectionTimeoutMillis: 2_000,
  query_timeout: 2_000,
};
const maxConnections = 200;
/**
 * Seconds. Patroni documents 20 as the least `ttl`. It is the time after which another member may
 * become the primary if Patroni does not answer any more.
 */
const timing = { ttl: 20, loop_wait: 2, retry_timeout: 4 };

export async function startPatroni(options: PatroniOptions): Promise<ReplicatedDatabase> {
  const as = ensureDatabaseUser();
  mkdirSync(options.folder, { recursive: true, mode: 0o711 });
  const members: (DatabaseMember & { readonly program: ClusterProgram })[] = [];
  const relays: FaultProxy[] = [];
  for (let n = 0; n < memberCount; n++) {
    const etcd = await Promise.all(options.etcdPorts.map((port) => startFaultProxy(port)));
    relays.push(...etcd);
    members.push(createMember(n, options, etcd, as));
  }
  const call = (path: string, method = "GET", body?: unknown): Promise<Response> =>
    callPatroni(members, path, { method, body });
  const readMembers = async (): Promise<readonly MemberState[]> =>
    ((await (await call("/cluster")).json()) as { members: MemberState[] }).members;
  const findPrimary = async (): Promise<DatabaseMember | null> => {
    const states = await readMembers().catch(() => []);
    const name = states.find(({ role, state }) => role === "leader" && state === "running")?.name;
    return members.find((member) => member.name === name) ?? null;
  };
  const isComplete = async (): Promise<boolean> => {
    const primary = await findPrimary();
    if (primary === null || !(await isReplicating(primary, options.isSynchronous))) return false;
    // Patroni promotes only the standby that it has noted as synchronous.
    const states = await readMembers().catch(() => []);
    return !options.isSynchronous || states.some(({ role }) => role === "sync_standby");
  };
  const database: ReplicatedDatabase = {
    url: `postgres://postgres:${password}@${members.map(({ port }) => `127.0.0.1:${port}`).join(",")}/postgres`,
    members,
    readMembers,
    waitUntilComplete: () =>
      waitUntil(
        `the database has no primary with standbys; see ${options.folder}/*.log`,
        isComplete,
        120_000,
      ),
    findPrimary,
    waitForPrimaryOtherThan: (member) =>
      waitUntil(`${member.name} is still the primary, or there is none`, async () => {
        const primary = await findPrimary();
        return primary !== null && primary !== member;
      }),
    async switchOver() {
      const leader = (await readMembers()).find(({ role }) => role === "leader")?.name;
      const response = await call("/switchover", "POST", { leader });
      if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
    },
    async configure(settings) {
      const response = await call("/config", "PATCH", settings);
      if (!response.ok) throw new Error(`settings: ${response.status} ${await response.text()}`);
    },
    async stop() {
      await Promise.all(members.map(({ program }) => program.end("SIGTERM")));
      await Promise.all(relays.map((relay) => relay.close()));
    },
  };
  for (const member of members) member.start();
  try {
    await database.waitUntilComplete();
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** Calls the REST interface of the first member that answers. */
async function callPatroni(
  members: readonly DatabaseMember[],
  path: string,
  { method, body }: { readonly method: string; readonly body: unknown },
): Promise<Response> {
  let failure: unknown = new Error("no member of the database runs");
  for (const { apiPort } of members)
    try {
      return await fetch(`http://127.0.0.1:${apiPort}${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A suspended member accepts connections and does not answer.
        signal: AbortSignal.timeout(method === "GET" ? 1_000 : 30_000),
      });
    } catch (error) {
      failure = error;
    }
  throw failure;
}

/** Returns whether a primary sends its changes to all others. Patroni notices that later. */
async function isReplicating({ port }: DatabaseMember, isSynchronous: boolean): Promise<boolean> {
  const client = new pg.Client({ ...access, port });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ sync_state: string }>(
      "select sync_state from pg_stat_replication where state = 'streaming'",
    );
    const hasSynchronous = rows.some((row) => row.sync_state === "sync");
    return rows.length === memberCount - 1 && hasSynchronous === isSynchronous;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function createMember(
  n: number,
  { patroni, binaries, folder, ports, isSynchronous }: PatroniOptions,
  etcd: readonly FaultProxy[],
  as: { readonly uid: number; readonly gid: number } | undefined,
): DatabaseMember & { readonly program: ClusterProgram } {
  const name = `db${n + 1}`;
  const [port = 0, apiPort = 0] = ports.slice(n * 2);
  const home = join(folder, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, "patroni.json");
  const settings = describeMember({ name, port, apiPort, home, binaries, etcd, isSynchronous });
  // YAML contains JSON.
  writeFileSync(file, JSON.stringify(settings, null, 2), { mode: 0o600 });
  if (as !== undefined) for (const path of [home, file]) chownSync(path, as.uid, as.gid);
  const program = createProgram({
    command: patroni,
    args: [file],
    env: { HOME: home, LC_ALL: "C.UTF-8" },
    as,
    logFile: join(folder, `${name}.log`),
  });
  /** Returns the processes of PostgreSQL, the first one before its children. */
  const listDatabaseProcesses = (): readonly number[] => {
    const [first] = readText(join(home, "data", "postmaster.pid")).split("\n");
    const pid = Number(first);
    return pid > 0 ? [pid, ...listChildPids(pid)] : [];
  };
  const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
    for (const pid of pids)
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended.
      }
  };
  /** Suspends processes, and those that they start meanwhile. */
  const freeze = (others: readonly number[]): (() => void) => {
    const [postmaster = 0] = listDatabaseProcesses();
    signalAll([...others, postmaster], "SIGSTOP");
    return freezeAll([...others, ...listDatabaseProcesses()]);
  };
  const freezeAll = (pids: readonly number[]): (() => void) => {
    signalAll(pids, "SIGSTOP");
    return () => signalAll(pids, "SIGCONT");
  };
  const listPatroni = (): readonly number[] => {
    const pid = program.pid();
    return pid === null ? [] : [pid];
  };
  return {
    name,
    port,
    apiPort,
    program,
    killDatabase: () => signalAll(listDatabaseProcesses(), "SIGKILL"),
    freezeReplication: () =>
      signalAll(
        listDatabaseProcesses().filter((pid) =>
          readText(`/proc/${pid}/cmdline`).includes("walsender"),
        ),
        "SIGSTOP",
      ),
    async kill() {
      const database = listDatabaseProcesses();
      const ended = program.end("SIGKILL");
      signalAll(database, "SIGKILL");
      await ended;
    },
    start: () => program.start(),
    freeze: () => freeze(listPatroni()),
    freezeDatabase: () => freeze([]),
    freezePatroni: () => freezeAll(listPatroni()),
    setCutFromEtcd(isCut) {
      for (const relay of etcd) relay.setMode(isCut ? "hold" : "pass");
    },
  };
}

/** Returns the configuration of a member for Patroni. */
function describeMember({
  name,
  port,
  apiPort,
  home,
  binaries,
  etcd,
  isSynchronous,
}: {
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
  readonly home: string;
  readonly binaries: string;
  readonly etcd: readonly FaultProxy[];
  readonly isSynchronous: boolean;
}): unknown {
  const api = `127.0.0.1:${apiPort}`;
  const database = `127.0.0.1:${port}`;
  return {
    scope: "parlour",
    name,
    restapi: { listen: api, connect_address: api },
    // Version 2 of etcd's interface: over version 3, Patroni before 3.0.3 (Debian 12 has 3.0.2)
    // overwrites the lock of another primary after a pause, which loses acknowledged writes.
    // Without `use_proxies`, Patroni asks etcd for its addresses and passes the relays by.
    etcd: { hosts: etcd.map((relay) => `127.0.0.1:${relay.port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ...timing,
        // A crashed primary is replaced at once instead of started again.
        primary_start_timeout: 0,
        synchronous_mode: isSynchronous,
        synchronous_mode_strict: isSynchronous,
        synchronous_node_count: 1,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: maxConnections,
            wal_keep_size: "256MB",
            // Commits wait for a standby, which otherwise asks a new primary each 5 s only.
            wal_retrieve_retry_interval: "500ms",
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: database,
      connect_address: database,
      data_dir: join(home, "data"),
      bin_dir: binaries,
      pgpass: join(home, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password },
        replication: { username: "replicator", password },
      },
      parameters: { unix_socket_directories: home, password_encryption: "scram-sha-256" },
      pg_hba: [
        "local all all scram-sha-256",
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication replicator 127.0.0.1/32 scram-sha-256",
      ],
      basebackup: [{ checkpoint: "fast" }],
    },
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
