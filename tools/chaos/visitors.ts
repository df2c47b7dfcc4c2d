import { setTimeout as pause } from "node:timers/promises";
import type { Message } from "@parlour/protocol";
import type { SentLog } from "../../packages/testkit/src/index.ts";
import { openWindowClient, type WindowClient } from "../cluster/window-client.ts";
import { findWindowChats, listReplies, type WindowEvidence } from "./window-evidence.ts";
import type { Installation } from "./installation.ts";

const visitorCount = 6;
/** Pause of a visitor between two messages, in milliseconds. */
const messagePauseMs = 1_000;

/** Visitors with open chat windows at the balancer. */
export interface Visitors {
  /** Stops writing. Resolves when nobody writes. */
  stop(): Promise<void>;
  /** Resolves when all windows are live and nothing waits in them, or at the monotonic time. */
  waitUntilSent(until: number): Promise<void>;
  /** Resolves when the windows have as many replies as are stored, or at the monotonic time. */
  waitUntilReceived(stored: ReadonlyMap<number, readonly Message[]>, until: number): Promise<void>;
  /** Returns what the windows have recorded, and closes them. */
  close(): readonly WindowEvidence[];
}

/** Opens the windows of visitors, who write until stopped. Records in the log what they write. */
export async function startVisitors(
  { cluster: { port }, widgetId }: Installation,
  sentLog: SentLog,
): Promise<Visitors> {
  const windows = Array.from({ length: visitorCount }, (_, n) => ({
    name: `v${n}`,
    client: openWindowClient({ port, widgetId }),
  }));
  await Promise.all(windows.map(({ client }) => client.waitUntilLive()));
  let isWriting = true;
  const write = async (name: string, client: WindowClient): Promise<void> => {
    const texts: string[] = [];
    sentLog.sent.set(name, texts);
    while (isWriting) {
      const text = `${name} ${texts.length}`;
      if (client.sendMessage(text)) texts.push(text);
      await pause(messagePauseMs);
    }
  };
  const writing = windows.map(({ name, client }) => write(name, client));
  const waitFor = async (isDone: () => boolean, until: number): Promise<void> => {
    while (!isDone() && performance.now() < until) await pause(100);
  };
  return {
    async stop() {
      isWriting = false;
      await Promise.all(writing);
    },
    waitUntilSent: (until) =>
      waitFor(
        () => windows.every(({ client }) => client.isLive() && client.countUnsent() === 0),
        until,
      ),
    waitUntilReceived(stored, until) {
      const expected = windows.map(({ name }) => listReplies(findWindowChats(name, stored)).length);
      return waitFor(
        () => windows.every(({ client }, n) => client.replies.length >= (expected[n] ?? 0)),
        until,
      );
    },
    close: () =>
      windows.map(({ name, client }) => {
        const { sent, replies, offline, lost } = client;
        const evidence = { name, sent, replies, offline, lost };
        const end = { isLive: client.isLive(), unsent: client.countUnsent() };
        client.close();
        return { ...evidence, ...end };
      }),
  };
}
