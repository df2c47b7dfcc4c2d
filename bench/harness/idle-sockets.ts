import { setTimeout as pause } from "node:timers/promises";
import type { SocketCounts, IdleSocketsJob } from "../clients/idle-sockets.ts";
import { startNode, type StartedProcess } from "./process.ts";
import { getQuantile } from "./stats.ts";

/** Client sockets in separate processes. */
export interface IdleSockets {
  /** Connections per second, from the first handshake to the last welcome. */
  readonly connectsPerSecond: number;
  /** Resets the counters. */
  reset(): Promise<void>;
  /** Waits until this many marked frames arrived since `reset`. Rejects after `withinMs`. */
  waitForFrames(frames: number, withinMs: number): Promise<void>;
  counts(): Promise<SocketCounts>;
  /** Sends visitor messages for `ms`, `rate` per second in total. Returns their number. */
  sendMessages(rate: number, ms: number): Promise<number>;
  /** Stops answering pings. */
  stopPongs(): Promise<void>;
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
const openTimeoutMs = 180_000;

export async function openIdleSockets(open: IdleSocketsJob, processes = 2): Promise<IdleSockets> {
  const clients: StartedProcess[] = await Promise.all(
    Array.from({ length: processes }, () =>
      startNode("bench/clients/idle-sockets.ts", { ready: /^ready/ }),
    ),
  );
  const close = async (): Promise<void> =>
    void (await Promise.all(clients.map((client) => client.stop("SIGKILL"))));
  try {
    const share = Math.ceil(open.names.length / processes);
    const seconds = await Promise.all(
      clients.map((client, i) =>
        client.ask<number>(
          "open",
          { ...open, names: open.names.slice(i * share, (i + 1) * share) },
          openTimeoutMs,
        ),
      ),
    );
    return {
      connectsPerSecond: open.names.length / Math.max(...seconds),
      reset: async () => void (await Promise.all(clients.map((client) => client.ask("reset")))),
      async waitForFrames(frames, withinMs) {
        const end = performance.now() + withinMs;
        for (;;) {
          const received = (
            await Promise.all(clients.map((client) => client.ask<number>("frames")))
          ).reduce((a, b) => a + b, 0);
          if (received >= frames) return;
          if (performance.now() > end)
            throw new Error(`${received} of ${frames} frames arrived within ${withinMs} ms`);
          await pause(20);
        }
      },
      async counts() {
        const results = await Promise.all(
          clients.map((client) => client.ask<SocketCounts>("counts")),
        );
        const delays = Float64Array.from(
          (await Promise.all(clients.map((client) => client.ask<number[]>("delays")))).flat(),
        ).sort();
        const sum = (pick: (count: SocketCounts) => number): number =>
          results.reduce((total, count) => total + pick(count), 0);
        return {
          frames: sum((c) => c.frames),
          closed: sum((c) => c.closed),
          cpuMicros: sum((c) => c.cpuMicros),
          lateP99: Math.max(...results.map((c) => c.lateP99)),
          p50: getQuantile(delays, 0.5),
          p99: getQuantile(delays, 0.99),
        };
      },
      async sendMessages(rate, ms) {
        const results = await Promise.all(
          clients.map((client) => client.ask<number>("say", { rate: rate / processes, ms })),
        );
        return results.reduce((a, b) => a + b, 0);
      },
      stopPongs: async () => void (await Promise.all(clients.map((client) => client.ask("hush")))),
      freeze: () => clients.forEach((client) => client.child.kill("SIGSTOP")),
      sample: async () => (await clients[0]?.ask<string>("sample")) ?? "",
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
