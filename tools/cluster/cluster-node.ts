import { findFreePort } from "../../packages/testkit/src/port.ts";
import {
  startServerProcess,
  type ServerProcess,
} from "../../packages/testkit/src/server-process.ts";
import type { FaultProxy } from "../../packages/testkit/src/external/fault-proxy.ts";

/** One node of a cluster. It keeps its port over restarts. */
export interface ClusterNode {
  /** Number from 1. */
  readonly number: number;
  readonly port: number;
  /** The address of the node itself, without the balancer. */
  readonly url: string;
  /** Lines of its standard output since the last start. */
  lines(): readonly string[];
  isRunning(): boolean;
  /** Connections of this node to each database, in the order of its members. [] without relays. */
  readonly databaseRelays: readonly FaultProxy[];
  /** Connections of this node to Redis. Null without relays. */
  readonly redisRelay: FaultProxy | null;
  /** Starts the process. Resolves when it is ready. */
  start(): Promise<void>;
  /** Ends the process with SIGTERM: its sockets move to other nodes. Resolves to the exit code. */
  stop(): Promise<number | string>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Suspends the process. Its connections stay open. */
  freeze(): void;
  /** Continues the suspended process. */
  resume(): void;
}

export interface ClusterNodeOptions {
  readonly number: number;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly databaseRelays: readonly FaultProxy[];
  readonly redisRelay: FaultProxy | null;
  readonly onLog?: (text: string) => void;
  /** Entry of another build of the server. */
  readonly entry?: string;
}

/** Creates a node. Its process is started by `start`. */
export async function createClusterNode(options: ClusterNodeOptions): Promise<ClusterNode> {
  const { number, dataDir, env, databaseRelays, redisRelay, onLog, entry } = options;
  const port = await findFreePort();
  let server: ServerProcess | null = null;
  let isFrozen = false;
  /** Id of the process, also while it starts. */
  let pid: number | null = null;
  const signal = (name: NodeJS.Signals): void => {
    if (pid !== null) process.kill(pid, name);
  };
  const killAtExit = (): void => signal("SIGKILL");
  process.on("exit", killAtExit);
  const resume = (): void => {
    if (isFrozen) signal("SIGCONT");
    isFrozen = false;
  };
  return {
    number,
    port,
    url: `http://127.0.0.1:${port}`,
    databaseRelays,
    redisRelay,
    lines: () => server?.lines ?? [],
    isRunning: () => server !== null,
    async start() {
      const started = await startServerProcess({
        dataDir,
        port,
        env,
        onSpawn: (spawned) => (pid = spawned),
        ...(onLog !== undefined && { onLog }),
        ...(entry !== undefined && { entry }),
      }).catch((error: unknown) => {
        // The process has ended.
        pid = null;
        throw error;
      });
      server = started;
      void started.exited.then(() => {
        if (server === started) pid = server = null;
      });
    },
    async stop() {
      resume();
      return (await server?.stop()) ?? 0;
    },
    async kill() {
      isFrozen = false;
      await server?.kill("server");
    },
    freeze() {
      signal("SIGSTOP");
      isFrozen = true;
    },
    resume,
  };
}
