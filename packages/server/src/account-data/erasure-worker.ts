import { join } from "node:path";
import type { ErasureRequest } from "../store/erasure/erasure-orders.ts";
import type { Files } from "../files/index.ts";
import { eraseEntries } from "../store/erasure/erase-journal.ts";
import { rebuildSearchBlocks } from "../store/chats/search/index-blocks.ts";
import {
  addErasedCounts,
  finishErasure,
  listUnfinishedErasures,
  createErasure,
  findRestoredVisitors,
} from "../store/erasure/erasure.ts";
import { vacuumErased } from "../store/erasure/vacuum.ts";
import { erasureListFile, appendToErasureList, readErasureList } from "./erasure-list.ts";
import { removeVisitorState, type ErasureDeps } from "./remove-visitor.ts";

export interface ErasureWorker {
  /** Resolves after everything is erased. `closedBy`: who closes open chats, or null. */
  run(erased: ErasureRequest, closedBy: number | null): Promise<void>;
  /** Resumes interrupted erasures and frees space of the database, as part of the cleanup. */
  cleanUp(): Promise<void>;
  close(): Promise<void>;
}

/** Erases visitors one after another, in steps too short to block other work. */
export function startErasureWorker(
  deps: ErasureDeps,
  files: Files,
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string },
): ErasureWorker {
  const { clock, db, journal, onFault, log } = deps;
  const listPath = join(dataDir, erasureListFile);
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let isDirty = false;
  const enqueue = <R>(task: () => Promise<R>): Promise<R> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };

  const execute = async (erased: ErasureRequest, closedBy: number | null): Promise<void> => {
    await appendToErasureList(listPath, erased, clock.now());
    isDirty = true;
    const { chats, counts } = await removeVisitorState(deps, erased, closedBy);
    const chatlessPositions: number[] = [];
    for (let after: number | null = 0; after !== null && !isClosed;) {
      const from: number = after;
      const step = await eraseEntries(db, erased, chats, { after: from, now: clock.now() });
      addErasedCounts(counts, step.counts);
      chatlessPositions.push(...step.chatlessPositions);
      after = step.next;
    }
    if (isClosed) return;
    // A trigger removed the words of their blocks. Those of other messages are written again.
    counts.search = counts.messages ?? 0;
    await rebuildSearchBlocks(db);
    await files.cleanUp();
    await journal.change(erased.account, async (tx) => {
      await finishErasure(tx, erased, { chats, chatlessPositions, counts, now: clock.now() });
      return { result: undefined, changed: [{ kind: "visitor", id: erased.number }] };
    });
    // The caches are cleared last, so that entries added afterwards contain no erased data.
    journal.evict(erased.account, erased.visitor);
    log.info({ account: erased.account, visitor: erased.number, counts }, "visitor.erased");
  };
  const resumeErasures = async (): Promise<void> => {
    for (const erased of await listUnfinishedErasures(db))
      if (!isClosed) await execute(erased, null);
  };
  enqueue(async () => {
    for (const { account, number } of await findRestoredVisitors(
      db,
      await readErasureList(listPath),
    )) {
      const order = await reorderErasure(deps, account, number);
      if (order !== null) await execute(order, null);
    }
    await resumeErasures();
  }).catch(onFault);

  return {
    run: (erased, closedBy) => enqueue(() => execute(erased, closedBy)),
    async cleanUp() {
      await enqueue(resumeErasures);
      if (!isDirty) return;
      isDirty = false;
      await vacuumErased(databaseUrl);
    },
    async close() {
      isClosed = true;
      await last;
    },
  };
}

/** For a visitor whom a restored backup brought back. Null if there is none. */
function reorderErasure(
  { journal, clock }: ErasureDeps,
  account: number,
  number: number,
): Promise<ErasureRequest | null> {
  return journal.change(account, async (tx) => ({
    result: await createErasure(tx, account, number, { requestedBy: null, now: clock.now() }),
    changed: [],
  }));
}
