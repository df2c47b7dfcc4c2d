import { appendFile, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ErasureRequest } from "../store/erasure/erasure-orders.ts";
import { advanceCall } from "../core/call/advance.ts";
import { closeChat } from "../core/chat/close.ts";
import { Refusal } from "../core/failure.ts";
import { flushToDisk } from "../files/disk.ts";
import type { Files } from "../files/index.ts";
import { eraseEntries } from "../store/erasure/erase-journal.ts";
import { eraseChatMessagesFromSearch } from "../store/erasure/erase-search.ts";
import { eraseVisitorState } from "../store/erasure/erase-visitor-state.ts";
import {
  addErasedCounts,
  findChatsToErase,
  finishErasure,
  listUnfinishedErasures,
  createErasure,
  findRestoredVisitors,
  type ErasedCounts,
} from "../store/erasure/erasure.ts";
import { findVisitorCall } from "../store/chats/call.ts";
import { vacuumErased } from "../store/erasure/vacuum.ts";
import type { Clock, WriteCommand } from "../core/command.ts";
import type { Inspector } from "../inspect/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Log } from "../log.ts";
import type { Db } from "../store/database/sql.ts";

export interface ErasureWorker {
  /**
   * Executes one erasure request and resolves after everything is erased. `closedBy`: the operator
   * who closes open chats, or null if there is none.
   */
  run(erased: ErasureRequest, closedBy: number | null): Promise<void>;
  /**
   * Resumes interrupted erasures and returns freed space to the database. Called by the regular
   * cleanup.
   */
  cleanUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * File outside the database that also lists erased visitors, with numbers and times only. A
 * restored backup contains these visitors again. They are erased again when the server starts
 * (CORE-116).
 */
const erasureListFile = "erased.jsonl";
/**
 * Maximum number of attempts to close all chats of a visitor who starts new chats before all are
 * closed.
 */
const maxAttempts = 5;

export interface ErasureDeps {
  readonly clock: Clock;
  readonly db: Db;
  readonly journal: Pick<Journal, "change" | "evict">;
  readonly write: WriteCommand;
  readonly inspector: Pick<Inspector, "clear">;
  readonly onFault: (error: unknown) => void;
  readonly log: Log;
}

/**
 * Starts the worker that erases visitors one after another. Each step is short enough not to block
 * other work.
 */
export function startErasureWorker(
  deps: ErasureDeps,
  files: Pick<Files, "cleanUp">,
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string },
): ErasureWorker {
  const { clock, db, journal, inspector, onFault, log } = deps;
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
    counts.search = await eraseChatMessagesFromSearch(db, erased.account, chats);
    await files.cleanUp();
    await journal.change(erased.account, async (tx) => {
      await finishErasure(tx, erased, { chats, chatlessPositions, counts, now: clock.now() });
      return { result: undefined, changed: [{ kind: "visitor", id: erased.number }] };
    });
    // The caches are cleared last, so that entries added afterwards contain no erased data.
    journal.evict(erased.account, erased.visitor);
    inspector.clear(erased.account);
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

/**
 * Orders the erasure of a visitor whom a restored backup brought back. Resolves with null if the
 * visitor does not exist.
 */
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

/**
 * Closes all chats of the visitor, and removes the state of the visitor and of the chats. Journal
 * entries remain for `eraseEntries`.
 */
async function removeVisitorState(
  deps: ErasureDeps,
  erased: ErasureRequest,
  closedBy: number | null,
): Promise<{ chats: readonly number[]; counts: ErasedCounts }> {
  const { clock, journal } = deps;
  for (let n = 1; n <= maxAttempts; n++) {
    await endCall(deps, erased);
    const chats = await closeChats(deps, erased, closedBy);
    const counts = await journal.change(erased.account, async (tx) => {
      const removed = await eraseVisitorState(tx, erased, clock.now());
      return {
        result: removed,
        changed: removed === false ? [] : [{ kind: "visitor", id: erased.number }],
      };
    });
    journal.evict(erased.account, erased.visitor);
    if (counts !== false) return { chats, counts };
  }
  throw new Error(
    `visitor ${erased.number} of account ${erased.account} begins chats faster than they are closed`,
  );
}

/** Ends the visitor's running call, in the views of operators and in the stored record. */
async function endCall(
  { db, write }: ErasureDeps,
  { account, visitor }: ErasureRequest,
): Promise<void> {
  const call = await findVisitorCall(db, account, visitor, null);
  if (call === null) return;
  const verb = advanceCall({ callId: call.id, to: "error", reason: "cancelled" });
  await write({ account, subject: { chat: call.chat_id }, handler: verb });
}

/** Closes all chats of the visitor and returns their ids. */
async function closeChats(
  { db, write }: ErasureDeps,
  erased: ErasureRequest,
  closedBy: number | null,
): Promise<readonly number[]> {
  const { all: chats, open: running } = await findChatsToErase(db, erased);
  for (const chat of running) {
    const verb = closeChat(
      closedBy === null ? { cause: "visitor" } : { operatorId: closedBy, reason: null },
    );
    await write({ account: erased.account, subject: { chat }, handler: verb }).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal) || error.failure.failure !== "chat_closed") throw error;
      },
    );
  }
  return chats;
}

/**
 * Appends an erasure to the list before anything is removed. Resolves after the line is flushed to
 * disk.
 */
async function appendToErasureList(
  path: string,
  { account, visitor, number }: ErasureRequest,
  at: number,
): Promise<void> {
  // The text starts with a line break, because the last line of the file may be incomplete after a
  // crash.
  await appendFile(path, `\n${JSON.stringify({ account, visitor, number, at })}\n`, {
    mode: 0o600,
  });
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await flushToDisk(dirname(path));
}
async function readErasureList(
  path: string,
): Promise<readonly { account: number; visitor: number; at: number | null }[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    try {
      // Lines that earlier releases wrote contain no time.
      const {
        account,
        visitor,
        at = null,
      } = JSON.parse(line) as { account: number; visitor: number; at?: number };
      return [{ account, visitor, at }];
    } catch {
      // A crash interrupted the write of this last line, so its erasure had not started.
      return [];
    }
  });
}
