import type pg from "pg";
import type { Clock } from "../core/command.ts";
import { pause } from "../core/pause.ts";
import { BusListeners } from "./listeners.ts";
import { PacketReader, PacketWriter } from "./message-packets.ts";
import type { MarkedBus } from "./types.ts";

export interface PostgresBusDeps {
  /** Opens a new dedicated connection. */
  readonly session: () => Promise<pg.Client>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}
/** PostgreSQL channel of the notices. A notice contains an account and its head. */
export const headsChannel = "parlour_heads";
export const formatHeadNotice = (account: number, head: number): string => `${account}:${head}`;
/** PostgreSQL channel of the messages. A notification contains a packet (`message-packets.ts`). */
const messagesChannel = "parlour_messages";
/** In bytes. PostgreSQL limits a notification to less than 8,000. */
const maxNoticeBytes = 7_000;
/** Maximum length of the messages that wait to be sent, in UTF-16 units. */
const maxWaitingLength = 16 << 20;

/**
 * Opens a bus over LISTEN and NOTIFY on a dedicated connection. Reconnects when the connection is
 * lost. One notification is in flight at a time, and what is published during it shares the next.
 */
export async function openPostgresBus(deps: PostgresBusDeps): Promise<MarkedBus> {
  const listeners = new BusListeners();
  const heads = new Map<number, number>();
  const messages = new PacketWriter(maxNoticeBytes, maxWaitingLength);
  let client: pg.Client | null = null;
  let isSending = false;
  let isClosed = false;
  /** Reports an error, unless it comes from the end of the bus itself. */
  const handleError = (error: unknown): void => {
    if (!isClosed) deps.onFault(error);
  };

  const connect = async (): Promise<void> => {
    const connected = await deps.session();
    connected.on("notification", createNoticeHandler(connected, listeners));
    connected.on("end", () => {
      if (client !== connected) return;
      client = null;
      void reconnect();
    });
    try {
      await prepareSession(connected);
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
        handleError(error);
        await pause(deps.clock, Math.min(100 * 2 ** n, 2_000));
      }
    }
  };
  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    // The heads of one batch are announced in the same turn, and share a notification.
    await Promise.resolve();
    while (client && heads.size + Number(!messages.isEmpty) > 0) {
      try {
        if (heads.size > 0) await notify(client, headsChannel, takeHeads(heads));
        if (!messages.isEmpty) await notify(client, messagesChannel, messages.take());
      } catch (error) {
        // A packet was lost, and another session continues. Later pieces would be of no use.
        messages.clear();
        handleError(error);
        break;
      }
    }
    isSending = false;
  };

  await connect();
  return {
    announce(account, head) {
      heads.set(account, Math.max(head, heads.get(account) ?? 0));
      void send();
    },
    onHead: (listener) => listeners.addHeadListener(listener),
    publish(topic, message, mark) {
      // Without a connection nobody would receive it soon, and it would be outdated later.
      if (client && messages.add(topic, message, mark)) void send();
    },
    subscribe: (topic, listener) => listeners.addMessageListener(topic, listener),
    async close() {
      isClosed = true;
      const current = client;
      client = null;
      await current?.end();
    },
  };
}

async function prepareSession(client: pg.Client): Promise<void> {
  // A notice need not survive a crash, so its transaction does not wait for the disk.
  await client.query("set synchronous_commit = off");
  await client.query(`listen ${headsChannel}`);
  await client.query(`listen ${messagesChannel}`);
}

/** Returns the handler of the notifications of other sessions. */
function createNoticeHandler(
  client: pg.Client,
  listeners: BusListeners,
): (notice: pg.Notification) => void {
  const packets = new PacketReader();
  return ({ processId, channel, payload = "" }) => {
    if (processId === (client as unknown as { processID: number }).processID) return;
    if (channel === headsChannel)
      for (const [account, head] of parseHeads(payload)) listeners.emitHead(account, head);
    else
      packets.read(processId, payload, (topic, message, mark) =>
        listeners.emitMessage(topic, message, mark),
      );
  };
}

const notify = (client: pg.Client, channel: string, payload: string): Promise<unknown> =>
  client.query({
    name: "notify",
    text: "select pg_notify($1, $2)",
    values: [channel, payload],
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
function takeHeads(pending: Map<number, number>): string {
  let payload = "";
  for (const [account, head] of pending) {
    const part = formatHeadNotice(account, head);
    if (payload.length + part.length >= maxNoticeBytes) break;
    payload += payload === "" ? part : `,${part}`;
    pending.delete(account);
  }
  return payload;
}
