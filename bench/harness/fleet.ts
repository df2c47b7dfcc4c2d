import type { FleetCounts, FleetOpen } from "../clients/fleet.ts";
import { startNode, type Started } from "./process.ts";
import { quantile } from "./stats.ts";

/** Client sockets in separate processes. */
export interface Fleet {
  /** Connections per second, from the first handshake to the last welcome. */
  readonly connectsPerSecond: number;
  /** Resets the counters. */
  reset(): Promise<void>;
  /** Waits until this many marked frames arrived since `reset`. Rejects after `withinMs`. */
  arrived(frames: number, withinMs: number): Promise<void>;
  counts(): Promise<FleetCounts>;
  /** Sends visitor messages for `ms`, `rate` per second in total. Returns their number. */
  say(rate: number, ms: number): Promise<number>;
  /** Stops answering pings. */
  hush(): Promise<void>;
  /**
   * Suspends the processes (SIGSTOP): their sockets stay open, but nothing is read or answered.
   * Only `close` may follow.
   */
  freeze(): void;
  /** Returns a marked frame as it arrived. */
  sample(): Promise<string>;
  close(): Promise<void>;
}

/** Opening thousands of sockets takes long on a busy machine. */
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
