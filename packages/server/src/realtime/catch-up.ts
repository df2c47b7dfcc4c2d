import type { Connection } from "./connection.ts";
import { textFrames } from "./frame.ts";
import type { Entry } from "./visibility.ts";

export interface CatchUpDeps {
  readonly read: (account: number, after: number, limit: number) => Promise<readonly Entry[]>;
  readonly give: (connection: Connection, frames: Buffer, events: number) => void;
  /**
   * Called when all entries up to `position` are sent. Must add the socket to the live sockets
   * synchronously.
   */
  readonly caughtUp: (connection: Connection, position: number) => void;
}
const readAtOnce = 200;
const chunkBytes = 64 * 1024;

/**
 * Sends the entries after `position` that the operator may see, in order. Continues until the
 * socket is as far as the account's live position and at least at `head`. Then lets it join without
 * a gap (API-101, CORE-045). Live entries are not buffered for the socket in the meantime. There
 * are three stages:
 * 1. Behind: entries are read in pieces, no faster than the client receives them (API-105). No live
 * entry goes to the socket.
 * 2. Moving end: the account's live position (`hub.delivered`) is read again after each piece.
 * 3. Cut-over: `onCaughtUp` adds the socket in the same event-loop turn, so no entry is published
 * in between. `connection.deliveredPosition` excludes entries that were published before it joined
 * and are sent afterwards.
 */
export async function catchUp(deps: CatchUpDeps, connection: Connection, position: number, head: number): Promise<void> {
  const { hub } = connection;
  let reached = position;
  while (reached < Math.max(head, hub.delivered)) {
    const entries = await deps.read(hub.account, reached, readAtOnce);
    const last = entries.at(-1);
    if (!last)
      throw new Error(`the journal of account ${hub.account} has no entry after ${reached}, its head is ${Math.max(head, hub.delivered)}`);
    await sendVisible(deps, connection, entries);
    if (connection.isClosed()) return;
    reached = last.position;
  }
  deps.caughtUp(connection, reached);
}

async function sendVisible(deps: CatchUpDeps, connection: Connection, entries: readonly Entry[]): Promise<void> {
  let texts: string[] = [];
  let bytes = 0;
  const send = async (): Promise<void> => {
    if (texts.length === 0 || connection.isClosed()) return;
    deps.give(connection, textFrames(texts), texts.length);
    texts = [];
    bytes = 0;
    await connection.drained();
  };
  for (const entry of entries) {
    const text = await connection.hub.frameFor(connection, entry);
    if (text === null) continue;
    texts.push(text);
    bytes += text.length;
    if (bytes >= chunkBytes) await send();
  }
  await send();
}
