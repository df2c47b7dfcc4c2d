import { setTimeout as pause } from "node:timers/promises";
import { serveControlChannel } from "../harness/control-channel.ts";
import { runLoad } from "../harness/load.ts";

/**
 * Sends the messages of one account from a separate process, so that measurements of other accounts
 * are not delayed by it.
 */
export interface MessageLoadJob {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** Messages per second in an open loop. Absent: as fast as they are accepted. */
  readonly rate?: number;
  readonly warmupMs: number;
  readonly ms: number;
  /** Number of customers who write in turn. */
  readonly customers: number;
}
export interface MessageLoadResult {
  readonly offeredPerSecond: number;
  readonly acceptedPerSecond: number;
  readonly statuses: Readonly<Record<number, number>>;
}
/** Connections are opened in steps, because a server's accept queue is short. */
const connectionsPerStep = 250;

serveControlChannel({
  async run(value): Promise<MessageLoadResult> {
    const { port, path, connections, rate, warmupMs, ms, customers } = value as MessageLoadJob;
    const parts = Math.ceil(connections / connectionsPerStep);
    const running: ReturnType<typeof runLoad>[] = [];
    for (let i = 0; i < parts; i++) {
      running.push(
        runLoad({
          port,
          path,
          senders: Math.min(connectionsPerStep, connections - i * connectionsPerStep),
          ...(rate === undefined ? {} : { rate: rate / parts }),
          warmupMs,
          durationMs: ms,
          body: (sender, n) =>
            `{"sender":{"id":"f${(i * connectionsPerStep + sender + n * connections) % customers}"},"message":{"type":"text","text":"Is size 42 back in stock?"}}`,
        }),
      );
      await pause(20);
    }
    const results = await Promise.all(running);
    const statuses: Record<number, number> = {};
    for (const result of results)
      for (const [status, count] of Object.entries(result.statuses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
    const sum = (getValue: (loadResult: (typeof results)[number]) => number): number =>
      results.reduce((total, loadResult) => total + getValue(loadResult), 0);
    return {
      offeredPerSecond: (sum((loadResult) => loadResult.sent) * 1_000) / (warmupMs + ms),
      acceptedPerSecond: sum((loadResult) => loadResult.perSecond),
      statuses,
    };
  },
});
console.log("ready");
