import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPortFree, waitForPort } from "../../packages/testkit/src/port.ts";
import { findHaproxy } from "./servers.ts";

/** The file that is used in production, too. Only its addresses are replaced. */
const configuration = new URL("../../deploy/haproxy.cfg", import.meta.url);
/**
 * Maximum number of connections. The value of the file needs more open files than many machines
 * allow.
 */
const maxConnections = 9_000;

export interface Balancer {
  readonly pid: number;
  readonly url: string;
  /** Accepts no more connections, and stops when the last one has ended, after 60 s at most. */
  drain(): Promise<void>;
  /** Stops now. */
  stop(): Promise<void>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts HAProxy on a port of this machine. Throws an error with its output if it ends. */
export async function startBalancer({
  folder,
  port,
  ownPort,
  nodePorts,
  isSpread = false,
  logFile,
}: {
  /** Gets the configuration. */
  readonly folder: string;
  readonly port: number;
  /**
   * A further port. Several balancers with one of their own share `port`: the system gives each new
   * connection to one that runs, as machines do that share an address.
   */
  readonly ownPort?: number;
  readonly nodePorts: readonly number[];
  /** Whether the nodes with the fewest connections get requests and sockets. Default: false. */
  readonly isSpread?: boolean | undefined;
  /**
   * Gets a line for each request and socket at its end, with times in UTC. HAProxy would drop lines
   * if it wrote them to a pipe that is full. Absent: no log.
   */
  readonly logFile?: string;
}): Promise<Balancer> {
  const path = await findHaproxy();
  if (path === null) throw new Error("haproxy is missing: apt-get install haproxy");
  if (ownPort === undefined && !(await isPortFree(port)))
    throw new Error(`port ${port} is in use; choose another one with --port`);
  const file = join(folder, ownPort === undefined ? "haproxy.cfg" : `haproxy-${ownPort}.cfg`);
  const ports = ownPort === undefined ? [port] : [port, ownPort];
  writeFileSync(file, buildConfiguration({ ports, nodePorts, isSpread }));
  const log = logFile === undefined ? "ignore" : openSync(logFile, "w");
  const child = spawn(path, ["-f", file, "-db", "-n", `${maxConnections}`], {
    env: { ...process.env, TZ: "UTC" },
    stdio: ["ignore", log, "pipe"],
  });
  if (log !== "ignore") closeSync(log);
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.on("exit", killAtExit);
  await Promise.race([
    waitForPort(ownPort ?? port),
    exited.then(() => {
      throw new Error(`haproxy ended before it was ready: ${output}`);
    }),
  ]);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
    process.off("exit", killAtExit);
  };
  return {
    pid: child.pid ?? 0,
    url: `http://localhost:${port}`,
    drain: () => end("SIGUSR1"),
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

/**
 * Returns the configuration for nodes on this machine, with its lines `server` and `use-server` for
 * each of them.
 */
function buildConfiguration({
  ports,
  nodePorts,
  isSpread,
}: {
  readonly ports: readonly number[];
  readonly nodePorts: readonly number[];
  readonly isSpread: boolean;
}): string {
  const preferred = isSpread ? [] : nodePorts;
  return readFileSync(configuration, "utf8")
    .replace(/^( +bind) :8080$/m, ports.map((port) => `$1 127.0.0.1:${port}`).join("\n"))
    .replace(
      /(?:^( +server) node\d+ node\d+:3000(?:( .+\/node)\d+)?\n)+/gm,
      (_lines, start: string, track?: string) =>
        nodePorts
          .map((nodePort, n) => {
            const tracked = track === undefined ? "" : `${track}${n + 1}`;
            return `${start} node${n + 1} 127.0.0.1:${nodePort}${tracked}\n`;
          })
          .join(""),
    )
    .replace(/(?:^( +use-server) node\d+ (.+)\n)+/gm, (_lines, start: string, condition: string) =>
      preferred.map((_port, n) => `${start} node${n + 1} ${condition}\n`).join(""),
    );
}
