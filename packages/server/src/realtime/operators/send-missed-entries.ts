import { addToRun, createRun, type EntryReceiver, type FrameRun } from "./receiver.ts";
import type { PublishedEntry } from "./visibility.ts";

export interface CatchUpDeps<R extends EntryReceiver> {
  readonly read: (
    account: number,
    after: number,
    limit: number,
  ) => Promise<readonly PublishedEntry[]>;
  readonly send: (receiver: R, run: FrameRun) => void;
  /** Called after each batch with the position up to which all visible entries are sent. */
  readonly onProgress?: (receiver: R, position: number) => void;
  /** All entries up to `position` are sent. Must add the receiver to the live ones at once. */
  readonly onCaughtUp: (receiver: R, position: number) => void;
}
const maxEntriesPerRead = 200;
const maxChunkBytes = 64 * 1024;

/**
 * Sends the entries after `position` that the principal may see, in order, until the receiver can
 * join the live ones without a gap (API-101, API-387, CORE-045). The receiver must have reached
 * `head` and the live position of the account. Live entries are not buffered for it. There are
 * three stages:
 * 1. Catching up: entries are read in batches, no faster than the client receives them (API-105).
 * 2. Moving end: the live position of the account (`hub.delivered`) is read again after each batch.
 * 3. Joining: `onCaughtUp` adds the receiver in the same event-loop turn, so no entry is published
 *   in between. `receiver.deliveredPosition` excludes entries that were published before it joined
 *   but are sent afterwards.
 */
export async function sendMissedEntries<R extends EntryReceiver>(
  deps: CatchUpDeps<R>,
  receiver: R,
  position: number,
  head: number,
): Promise<void> {
  const { hub } = receiver;
  let sentPosition = position;
  while (sentPosition < Math.max(head, hub.delivered)) {
    const entries = await deps.read(hub.account, sentPosition, maxEntriesPerRead);
    const last = entries.at(-1);
    if (!last)
      throw new Error(
        `the journal of account ${hub.account} has no entry after ${sentPosition}, its head is ${Math.max(head, hub.delivered)}`,
      );
    await sendVisible(deps, receiver, entries);
    if (receiver.isClosed()) return;
    sentPosition = last.position;
    deps.onProgress?.(receiver, sentPosition);
    if (receiver.isClosed()) return;
  }
  deps.onCaughtUp(receiver, sentPosition);
}

async function sendVisible<R extends EntryReceiver>(
  deps: CatchUpDeps<R>,
  receiver: R,
  entries: readonly PublishedEntry[],
): Promise<void> {
  let run = createRun();
  let bytes = 0;
  const send = async (): Promise<void> => {
    if (run.texts.length === 0 || receiver.isClosed()) return;
    deps.send(receiver, run);
    run = createRun();
    bytes = 0;
    await receiver.drained();
  };
  for (const entry of entries) {
    const text = await receiver.hub.frameFor(receiver, entry);
    if (text === null) continue;
    addToRun(run, entry, text);
    bytes += text.length;
    if (bytes >= maxChunkBytes) await send();
  }
  await send();
}
