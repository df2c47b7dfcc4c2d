import { answerQuestions } from "../harness/answer.ts";
import { runLoad } from "../harness/load.ts";

/**
 * Sends the messages of one account from a separate process, so that measurements of other accounts
 * are not delayed by it.
 */
export interface FloodJob {
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
export interface FloodResult {
  readonly offeredPerSecond: number;
  readonly acceptedPerSecond: number;
  readonly statuses: Readonly<Record<number, number>>;
}
/** Connections are opened in steps, because a server's accept queue is short. */
const part = 250;

answerQuestions({
  async run(value): Promise<FloodResult> {
    const { port, path, connections, rate, warmupMs, ms, customers } = value as FloodJob;
    const parts = Math.ceil(connections / part);
    const running: ReturnType<typeof runLoad>[] = [];
    for (let i = 0; i < parts; i++) {
      running.push(
        runLoad({
          port,
          path,
          senders: Math.min(part, connections - i * part),
          ...(rate === undefined ? {} : { rate: rate / parts }),
          warmupMs,
          durationMs: ms,
          body: (sender, n) =>
            `{"sender":{"id":"f${(i * part + sender + n * connections) % customers}"},"message":{"type":"text","text":"Is size 42 back in stock?"}}`,
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const results = await Promise.all(running);
    const statuses: Record<number, number> = {};
    for (const result of results)
      for (const [status, count] of Object.entries(result.statuses)) statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
    const sum = (of: (one: (typeof results)[number]) => number): number => results.reduce((total, one) => total + of(one), 0);
    return {
      offeredPerSecond: (sum((one) => one.sent) * 1_000) / (warmupMs + ms),
      acceptedPerSecond: sum((one) => one.perSecond),
      statuses,
    };
  },
});
console.log("ready");
