import type pg from "pg";
import type { Clock } from "../core/command.ts";
import type { Bus } from "./types.ts";

export interface PostgresBusDeps {
  /** Opens a new dedicated connection. */
  readonly session: () => Promise<pg.Client>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}
/** PostgreSQL channel of the notices. A notice contains an account and its head. */
export const headsChannel = "parlour_heads";
export const formatHeadNotice = (account: number, head: number): string => `${account}:${head}`;
/**
 * Maximum size of a payload, in bytes. PostgreSQL limits a notification to less than 8,000 bytes.
 */
const maxNoticeBytes = 7_000;

/**
 * Opens a bus over LISTEN and NOTIFY on a dedicated connection. Reconnects when the connection is
 * lost.
 */
export async function openPostgresBus(deps: PostgresBusDeps): Promise<Bus> {
  const listeners = new Set<(account: number, head: number) => void>();
  const pending = new Map<number, number>();
  let client: pg.Client | null = null;
  let isSending = false;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const connected = await deps.session();
    connected.on("notification", (notice) => {
      if (notice.processId !== (connected as unknown as { processID: number }).processID)
        handleNotice(notice.payload ?? "");
    });
    connected.on("end", () => {
      if (client !== connected) return;
      client = null;
      void reconnect();
    });
    try {
      await connected.query(`listen ${headsChannel}`);
    } catch (error) {
      await connected.end().catch(deps.onFault);
      throw error;
    }
    if (isClosed) return connected.end();
    client = connected;
    void send();
  };
  const reconnect = async (): Promise<void> => {
    for (let n = 0; !isClosed && !client; n++) {
      try {
        await connect();
      } catch (error) {
        deps.onFault(error);
        await new Promise<void>(
          (resolve) =>
            void deps.clock.scheduleAt(deps.clock.now() + Math.min(100 * 2 ** n, 2_000), resolve),
        );
      }
    }
  };
  const handleNotice = (payload: string): void => {
    for (const [account, head] of parseHeads(payload))
      for (const listener of listeners) listener(account, head);
  };
  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (client && pending.size > 0) {
      try {
        await notify(client, takePayload(pending));
      } catch (error) {
        deps.onFault(error);
        break;
      }
    }
    isSending = false;
  };

  await connect();
  return {
    announce(account, head) {
      pending.set(account, Math.max(head, pending.get(account) ?? 0));
      void send();
    },
    onHead(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      const current = client;
      client = null;
      await current?.end();
    },
  };
}

const notify = (client: pg.Client, payload: string): Promise<unknown> =>
  client.query({
    name: "announce",
    text: "select pg_notify($1, $2)",
    values: [headsChannel, payload],
  });

/** Parses a payload. Ignores parts that are not notices. */
function parseHeads(payload: string): [account: number, head: number][] {
  return payload.split(",").flatMap((part) => {
    const [account, head] = part.split(":").map(Number);
    return Number.isSafeInteger(account) && Number.isSafeInteger(head)
      ? [[account as number, head as number]]
      : [];
  });
}
function takePayload(pending: Map<number, number>): string {
  let payload = "";
  for (const [account, head] of pending) {
    const part = formatHeadNotice(account, head);
    if (payload.length + part.length >= maxNoticeBytes) break;
    payload += payload === "" ? part : `,${part}`;
    pending.delete(account);
  }
  return payload;
}
