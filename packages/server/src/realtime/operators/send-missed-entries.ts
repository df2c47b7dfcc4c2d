import type { OperatorConnection } from "./operator-connection.ts";
import { encodeTextFrames } from "../websocket-frame.ts";
import type { PublishedEntry } from "./visibility.ts";

export interface CatchUpDeps {
  readonly read: (
    account: number,
    after: number,
    limit: number,
  ) => Promise<readonly PublishedEntry[]>;
  readonly send: (connection: OperatorConnection, frames: Buffer, events: number) => void;
  /**
   * Called when all entries up to `position` are sent. It must add the socket to the live sockets
   * synchronously.
   */
  readonly onCaughtUp: (connection: OperatorConnection, position: number) => void;
}
const maxEntriesPerRead = 200;
const maxChunkBytes = 64 * 1024;

/**
 * Sends the entries after `position` that the operator may see, in order, until the socket can join
 * the live sockets without a gap (API-101, CORE-045). The socket must have reached `head` and the
 * live position of the account. Live entries are not buffered for the socket. There are three
 * stages:
 * 1. Catching up: entries are read in batches, no faster than the client receives them (API-105).
 * 2. Moving end: the live position of the account (`hub.delivered`) is read again after each batch.
 * 3. Joining: `onCaughtUp` adds the socket in the same event-loop turn, so no entry is published in
 *   between. `connection.deliveredPosition` excludes entries that were published before the socket
 *   joined but are sent afterwards.
 */
export async function sendMissedEntries(
  deps: CatchUpDeps,
  connection: OperatorConnection,
  position: number,
  head: number,
): Promise<void> {
  const { hub } = connection;
  let sentPosition = position;
  while (sentPosition < Math.max(head, hub.delivered)) {
    const entries = await deps.read(hub.account, sentPosition, maxEntriesPerRead);
    const last = entries.at(-1);
    if (!last)
      throw new Error(
        `the journal of account ${hub.account} has no entry after ${sentPosition}, its head is ${Math.max(head, hub.delivered)}`,
      );
    await sendVisible(deps, connection, entries);
    if (connection.isClosed()) return;
    sentPosition = last.position;
  }
  deps.onCaughtUp(connection, sentPosition);
}

async function sendVisible(
  deps: CatchUpDeps,
  connection: OperatorConnection,
  entries: readonly PublishedEntry[],
): Promise<void> {
  let texts: string[] = [];
  let bytes = 0;
  const send = async (): Promise<void> => {
    if (texts.length === 0 || connection.isClosed()) return;
    deps.send(connection, encodeTextFrames(texts), texts.length);
    texts = [];
    bytes = 0;
    await connection.drained();
  };
  for (const entry of entries) {
    const text = await connection.hub.frameFor(connection, entry);
    if (text === null) continue;
    texts.push(text);
    bytes += text.length;
    if (bytes >= maxChunkBytes) await send();
  }
  await send();
}
