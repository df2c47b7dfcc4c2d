import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createProgram, waitUntil, type ClusterProgram } from "./processes.ts";

/** Three servers of etcd, in which Patroni keeps the name of the primary. */
export interface Etcd {
  readonly members: readonly ClusterProgram[];
  /** Ports for clients. */
  readonly ports: readonly number[];
  stop(): Promise<void>;
}

/** Milliseconds between two heartbeats, and without one until an election. */
const heartbeatMs = 200;
const electionMs = 2_000;

/** Starts etcd. `ports`: one for clients and one for members, in turn. */
export async function startEtcd({
  path,
  folder,
  ports,
}: {
  readonly path: string;
  readonly folder: string;
  readonly ports: readonly number[];
}): Promise<Etcd> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const servers = [0, 1, 2].map((n) => ({
    name: `etcd${n + 1}`,
    port: ports[n * 2] ?? 0,
    peer: `http://127.0.0.1:${ports[n * 2 + 1]}`,
  }));
  const all = servers.map(({ name, peer }) => `${name}=${peer}`).join(",");
  const members = servers.map(({ name, port, peer }) =>
    createProgram({
      command: path,
      args: Object.entries({
        name,
        "data-dir": join(folder, name),
        "log-level": "warn",
        "listen-peer-urls": peer,
        "initial-advertise-peer-urls": peer,
        "listen-client-urls": `http://127.0.0.1:${port}`,
        "advertise-client-urls": `http://127.0.0.1:${port}`,
        "initial-cluster": all,
        "initial-cluster-state": "new",
        "enable-v2": true,
        "heartbeat-interval": heartbeatMs,
        "election-timeout": electionMs,
      }).map(([option, value]) => `--${option}=${value}`),
      logFile: join(folder, `${name}.log`),
    }),
  );
  for (const member of members) member.start();
  const isHealthy = async (port: number): Promise<boolean> => {
    try {
      const url = `http://127.0.0.1:${port}/health`;
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      return ((await response.json()) as { health: string }).health === "true";
    } catch {
      return false;
    }
  };
  await waitUntil(`etcd does not start; see ${folder}/*.log`, async () =>
    (await Promise.all(servers.map(({ port }) => isHealthy(port)))).every(Boolean),
  );
  return {
    members,
    ports: servers.map(({ port }) => port),
    stop: async () => void (await Promise.all(members.map((member) => member.end("SIGTERM")))),
  };
}
