import type {
  ClientFaults,
  ClientsJob,
  SentMessages,
  WindowChat,
} from "../clients/reconnecting-clients.ts";
import type { LineLosses } from "./line-record.ts";
import { startNode, type StartedProcess } from "./process.ts";

/** The real clients in separate processes (`clients/reconnecting-clients.ts`). */
export interface ReconnectingClients {
  readonly size: number;
  /** Resets the counters. */
  resetCounts(): Promise<void>;
  /** Closes all connections at once without a close frame. */
  cutConnections(): Promise<void>;
  /**
   * Returns the milliseconds after `since` (machine microseconds) at which each reconnected client
   * was live, ascending.
   */
  getReconnectDelays(since: number): Promise<Float64Array>;
  /**
   * Returns the number of clients whose message count since `resetCounts` differs from the number
   * sent to them.
   */
  countIncomplete(sent: SentMessages): Promise<number>;
  /** Returns the windows' chats. */
  listChats(): Promise<readonly WindowChat[]>;
  /** Returns the times without a live connection since `resetCounts`, one entry per client. */
  getLosses(): Promise<readonly LineLosses[]>;
  faults(): Promise<ClientFaults>;
  close(): Promise<void>;
}

/** Opening thousands of clients takes long on a busy machine. */
const openTimeoutMs = 600_000;

export async function openReconnectingClients(
  open: ClientsJob,
  processes = 2,
): Promise<ReconnectingClients> {
  const clients: StartedProcess[] = await Promise.all(
    Array.from({ length: processes }, () =>
      startNode("bench/clients/reconnecting-clients.ts", { ready: /^ready/ }),
    ),
  );
  const askAll = <T>(question: string, value?: unknown): Promise<T[]> =>
    Promise.all(clients.map((client) => client.ask<T>(question, value)));
  const close = async (): Promise<void> =>
    void (await Promise.all(clients.map((client) => client.stop("SIGKILL"))));
  try {
    await Promise.all(
      clients.map((client, i) =>
        client.ask(
          "open",
          {
            ...open,
            operators: open.operators.filter((_, n) => n % processes === i),
            windows: Math.floor((open.windows + i) / processes),
          },
          openTimeoutMs,
        ),
      ),
    );
    await Promise.all(clients.map((client) => client.ask("converse", null, openTimeoutMs)));
    return {
      size: open.operators.length + open.windows,
      resetCounts: async () => void (await askAll("mark")),
      cutConnections: async () => void (await askAll("cut")),
      getReconnectDelays: async (since) =>
        Float64Array.from((await askAll<number[]>("back", since)).flat()).sort(),
      countIncomplete: async (sent) =>
        (await askAll<number>("unequal", sent)).reduce((sum, count) => sum + count, 0),
      listChats: async () => (await askAll<WindowChat[]>("chats")).flat(),
      getLosses: async () => (await askAll<LineLosses[]>("losses")).flat(),
      async faults() {
        const perProcess = await askAll<ClientFaults>("faults");
        const sum = (field: keyof ClientFaults): number =>
          perProcess.reduce((total, count) => total + count[field], 0);
        return { resets: sum("resets"), gaps: sum("gaps"), twice: sum("twice") };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
