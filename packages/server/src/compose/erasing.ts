import { appendFile, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ErasureOrder } from "../core/record/erasure.ts";
import { advanceCall } from "../core/call/advance.ts";
import { closeChat } from "../core/chat/close.ts";
import { Refusal } from "../core/failure.ts";
import { flush } from "../files/disk.ts";
import type { Files } from "../files/index.ts";
import { eraseEntries } from "../store/erase-journal.ts";
import { eraseSearch } from "../store/erase-search.ts";
import { eraseState } from "../store/erase-state.ts";
import { addCounts, chatsOfErased, closeErasure, openErasures, orderErasure, unerased, type Counts } from "../store/erasure.ts";
import { visitorsCall } from "../store/queries/call.ts";
import { vacuumErased } from "../store/vacuum.ts";
import type { Ground } from "./ground.ts";

export interface Erasing {
  /** Carries one order out; resolves when everything is gone. `by`: the operator who closes a chat that is open; null: nobody. */
  run(erased: ErasureOrder, by: number | null): Promise<void>;
  /** Goes on with what a crash stopped, and gives the space of what was erased back. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Visitors that were erased are also written down beside the database, in `DATA_DIR/erased.jsonl`: numbers and times only. An older copy of the database that is
 * put back brings them back; at the start they are erased again (CORE-116).
 */
const listName = "erased.jsonl";
/** A chat that opens again and again while it is to be erased: the visitor writes faster than we close. */
const mostTries = 5;

type ErasingGround = Pick<Ground, "clock" | "db" | "journal" | "write" | "inspector" | "onFault" | "log">;

/** Erases visitors, one after another, in steps that hold nobody up. */
export function openErasing(
  ground: ErasingGround,
  files: Pick<Files, "sweep">,
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string },
): Erasing {
  const { clock, db, journal, inspector, onFault, log } = ground;
  const list = join(dataDir, listName);
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let isDirty = false;
  const inTurn = <R>(task: () => Promise<R>): Promise<R> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };

  const carryOut = async (erased: ErasureOrder, by: number | null): Promise<void> => {
    await note(list, erased, clock.now());
    isDirty = true;
    const { chats, counts } = await empty(ground, erased, by);
    const apart: number[] = [];
    for (let after: number | null = 0; after !== null && !isClosed;) {
      const from: number = after;
      const step = await eraseEntries(db, erased, chats, from, clock.now());
      addCounts(counts, step.counts);
      apart.push(...step.apart);
      after = step.next;
    }
    if (isClosed) return;
    counts.search = await eraseSearch(db, erased.account, chats);
    await files.sweep();
    await journal.change(erased.account, async (tx) => {
      await closeErasure(tx, erased, { chats, apart, counts, now: clock.now() });
      return { result: undefined, changed: [{ kind: "visitor", id: erased.number }] };
    });
    // What readers keep in memory of it goes last: whoever reads from now on reads what stands.
    journal.forget(erased.account, erased.visitor);
    inspector.forget(erased.account);
    log.info({ account: erased.account, visitor: erased.number, counts }, "visitor.erased");
  };
  const goOn = async (): Promise<void> => {
    for (const erased of await openErasures(db)) if (!isClosed) await carryOut(erased, null);
  };
  inTurn(async () => {
    for (const { account, number } of await unerased(db, await listed(list))) {
      const again = await ordered(ground, account, number);
      if (again !== null) await carryOut(again, null);
    }
    await goOn();
  }).catch(onFault);

  return {
    run: (erased, by) => inTurn(() => carryOut(erased, by)),
    async sweep() {
      await inTurn(goOn);
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

/** The order to erase somebody whom an older copy brought back; null: he is gone. */
function ordered({ journal, clock }: ErasingGround, account: number, number: number): Promise<ErasureOrder | null> {
  return journal.change(account, async (tx) => ({ result: await orderErasure(tx, account, number, null, clock.now()), changed: [] }));
}

/** Takes away what stands of the visitor and his chats, all of them closed; the journal's entries stay for `eraseEntries`. */
async function empty(
  ground: ErasingGround,
  erased: ErasureOrder,
  by: number | null,
): Promise<{ chats: readonly number[]; counts: Counts }> {
  const { clock, journal } = ground;
  for (let n = 1; n <= mostTries; n++) {
    await endCall(ground, erased);
    const chats = await closeChats(ground, erased, by);
    const counts = await journal.change(erased.account, async (tx) => {
      const done = await eraseState(tx, erased, clock.now());
      return { result: done, changed: done === false ? [] : [{ kind: "visitor", id: erased.number }] };
    });
    journal.forget(erased.account, erased.visitor);
    if (counts !== false) return { chats, counts };
  }
  throw new Error(`visitor ${erased.number} of account ${erased.account} begins chats faster than they are closed`);
}

/** A call of his that runs is over: for the operators who have it before them, and in what is kept of it. */
async function endCall({ db, write }: ErasingGround, { account, visitor }: ErasureOrder): Promise<void> {
  const call = await visitorsCall(db, account, visitor, null);
  if (call === null) return;
  const verb = advanceCall({ callId: call.id, to: "error", reason: "cancelled" });
  await write({ account, subject: { chat: call.chat_id }, verb });
}

/** Closes all chats of the visitor and gives them. */
async function closeChats({ db, write }: ErasingGround, erased: ErasureOrder, by: number | null): Promise<readonly number[]> {
  const { all, open: running } = await chatsOfErased(db, erased);
  for (const chat of running) {
    const verb = closeChat(by === null ? { cause: "visitor" } : { operatorId: by, reason: null });
    await write({ account: erased.account, subject: { chat }, verb }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.failure.failure !== "chat_closed") throw error;
    });
  }
  return all;
}

/** Written before anything is removed, and on disk when it resolves. */
async function note(path: string, { account, visitor, number }: ErasureOrder, at: number): Promise<void> {
  // On a line of its own, also behind one that a crash cut off.
  await appendFile(path, `\n${JSON.stringify({ account, visitor, number, at })}\n`, { mode: 0o600 });
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await flush(dirname(path));
}
async function listed(path: string): Promise<readonly { account: number; visitor: number; at: number | null }[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    try {
      // Lines of earlier releases tell no time.
      const { account, visitor, at = null } = JSON.parse(line) as { account: number; visitor: number; at?: number };
      return [{ account, visitor, at }];
    } catch {
      // A last line that a crash cut off: its erasure had not begun.
      return [];
    }
  });
}
