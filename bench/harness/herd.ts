import type { HerdFaults, HerdOpen } from "../clients/herd.ts";
import { startNode, type Started } from "./process.ts";

/** The real clients in separate processes (`clients/reconnecting-clients.ts`). */
export interface Herd {
  readonly size: number;
  /** Resets the counters. */
  mark(): Promise<void>;
  /** Closes all connections at once without a close frame. */
  cut(): Promise<void>;
  /**
   * Returns the milliseconds after `since` (machine microseconds) at which each reconnected client
   * was live, ascending.
   */
  back(since: number): Promise<Float64Array>;
  /**
   * Returns the number of operator sockets whose message count since `resetCounts` differs from the
   * number sent to their account.
   */
  unequal(sent: readonly number[]): Promise<number>;
  faults(): Promise<HerdFaults>;
  close(): Promise<void>;
}

export async function openHerd(open: HerdOpen, processes = 2): Promise<Herd> {
  const clients: Started[] = await Promise.all(
    Array.from({ length: processes }, () => startNode("bench/clients/herd.ts", { ready: /^ready/ })),
  );
  const all = <T>(question: string, value?: unknown): Promise<T[]> => Promise.all(clients.map((client) => client.ask<T>(question, value)));
  const close = async (): Promise<void> => void (await Promise.all(clients.map((client) => client.stop("SIGKILL"))));
  try {
    await Promise.all(
      clients.map((client, i) =>
        client.ask("open", {
          ...open,
          operators: open.operators.filter((_, n) => n % processes === i),
          windows: Math.floor((open.windows + i) / processes),
        }),
      ),
    );
    await all("converse");
    return {
      size: open.operators.length + open.windows,
      mark: async () => void (await all("mark")),
      cut: async () => void (await all("cut")),
      back: async (since) => Float64Array.from((await all<number[]>("back", since)).flat()).sort(),
      unequal: async (sent) => (await all<number>("unequal", sent)).reduce((sum, one) => sum + one, 0),
      async faults() {
        const each = await all<HerdFaults>("faults");
        const sum = (of: keyof HerdFaults): number => each.reduce((total, one) => total + one[of], 0);
        return { resets: sum("resets"), gaps: sum("gaps"), twice: sum("twice") };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
