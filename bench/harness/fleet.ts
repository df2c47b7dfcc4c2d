import type { FleetCounts, FleetOpen } from "../clients/fleet.ts";
import { startNode, type Started } from "./process.ts";
import { quantile } from "./stats.ts";

/** Client sockets in processes of their own. */
export interface Fleet {
  /** From the first handshake to the last greeting. */
  readonly connectsPerSecond: number;
  /** Forgets what was counted. */
  reset(): Promise<void>;
  /** Waits until so many marked frames arrived since `reset`; rejects after `withinMs`. */
  arrived(frames: number, withinMs: number): Promise<void>;
  counts(): Promise<FleetCounts>;
  /** Visitors' windows write for `ms`, `rate` messages a second together; how many. */
  say(rate: number, ms: number): Promise<number>;
  /** From now on no ping is answered. */
  hush(): Promise<void>;
  /** Stops the processes where they are: their sockets stay open, and nothing is read or answered. Only `close` comes after it. */
  freeze(): void;
  /** A marked frame as it arrived. */
  sample(): Promise<string>;
  close(): Promise<void>;
}

/** On a machine that has other work too, thousands take their time. */
const openWithinMs = 180_000;

export async function openFleet(open: FleetOpen, processes = 2): Promise<Fleet> {
  const clients: Started[] = await Promise.all(
    Array.from({ length: processes }, () => startNode("bench/clients/fleet.ts", { ready: /^ready/ })),
  );
  const close = async (): Promise<void> => void (await Promise.all(clients.map((client) => client.stop("SIGKILL"))));
  try {
    const share = Math.ceil(open.names.length / processes);
    const seconds = await Promise.all(
      clients.map((client, i) =>
        client.ask<number>("open", { ...open, names: open.names.slice(i * share, (i + 1) * share) }, openWithinMs),
      ),
    );
    return {
      connectsPerSecond: open.names.length / Math.max(...seconds),
      reset: async () => void (await Promise.all(clients.map((client) => client.ask("reset")))),
      async arrived(frames, withinMs) {
        const end = performance.now() + withinMs;
        for (;;) {
          const got = (await Promise.all(clients.map((client) => client.ask<number>("frames")))).reduce((a, b) => a + b, 0);
          if (got >= frames) return;
          if (performance.now() > end) throw new Error(`${got} of ${frames} frames arrived within ${withinMs} ms`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
      async counts() {
        const all = await Promise.all(clients.map((client) => client.ask<FleetCounts>("counts")));
        const delays = Float64Array.from((await Promise.all(clients.map((client) => client.ask<number[]>("delays")))).flat()).sort();
        const sum = (pick: (one: FleetCounts) => number): number => all.reduce((total, one) => total + pick(one), 0);
        return {
          frames: sum((c) => c.frames),
          closed: sum((c) => c.closed),
          cpuMicros: sum((c) => c.cpuMicros),
          lateP99: Math.max(...all.map((c) => c.lateP99)),
          p50: quantile(delays, 0.5),
          p99: quantile(delays, 0.99),
        };
      },
      async say(rate, ms) {
        const all = await Promise.all(clients.map((client) => client.ask<number>("say", { rate: rate / processes, ms })));
        return all.reduce((a, b) => a + b, 0);
      },
      hush: async () => void (await Promise.all(clients.map((client) => client.ask("hush")))),
      freeze: () => clients.forEach((client) => client.child.kill("SIGSTOP")),
      sample: async () => (await clients[0]?.ask<string>("sample")) ?? "",
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
