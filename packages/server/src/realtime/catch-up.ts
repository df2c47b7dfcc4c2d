import type { Connection } from "./connection.ts";
import { textFrames } from "./frame.ts";
import type { Entry } from "./visibility.ts";

export interface CatchUpDeps {
  readonly read: (account: number, after: number, limit: number) => Promise<readonly Entry[]>;
  readonly give: (connection: Connection, frames: Buffer, events: number) => void;
  /** The socket has everything up to here: it must join the account's sending before anything else runs. */
  readonly caughtUp: (connection: Connection, position: number) => void;
}
const readAtOnce = 200;
const chunkBytes = 64 * 1024;

/**
 * Sends what the operator may see after `position`, in order, until the socket is where the account's sending is, at least at `head`, then
 * lets it join without a gap (API-101, CORE-045). Nothing live is kept for the socket meanwhile; three stages do:
 * 1. Behind: entries are read piece by piece, no faster than the client takes them (API-105). Nothing live goes to the socket.
 * 2. The end moves on: what the account's sending has handed out by now (`hub.delivered`) is looked at again after each piece.
 * 3. Cut-over: when all of that is sent, `caughtUp` lets the socket join in the same turn of the event loop, so nothing is handed out in
 *    between. Of entries that were published before it joined and are sent after it, `connection.from` keeps away those it has.
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
