import { appendFile, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { closeChat } from "../core/chat/close.ts";
import { Refusal } from "../core/failure.ts";
import { flush } from "../files/disk.ts";
import type { Files } from "../files/index.ts";
import { eraseEntries } from "../store/erase-journal.ts";
import { eraseSearch } from "../store/erase-search.ts";
import { eraseState } from "../store/erase-state.ts";
import {
  addCounts,
  chatsOfErased,
  closeErasure,
  openErasures,
  orderErasure,
  unerased,
  type Counts,
  type Erased,
} from "../store/erasure.ts";
import { vacuumErased } from "../store/vacuum.ts";
import type { Ground } from "./ground.ts";

export interface Erasing {
  /** Carries one order out; resolves when everything is gone. `by`: the operator who closes a chat that is open; null: nobody. */
  run(erased: Erased, by: number | null): Promise<void>;
  /** Goes on with what a crash stopped, and gives the space of what was erased back. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Visitors that were erased are also written down beside the database, in `DATA_DIR/erased.jsonl`: numbers only. An older copy of the database that is
 * put back brings them back; at the start they are erased again (CORE-116).
 */
const listName = "erased.jsonl";
/** A chat that opens again and again while it is to be erased: the visitor writes faster than we close. */
const mostTries = 5;

/** Erases visitors, one after another, in steps that hold nobody up. */
export function openErasing(
  ground: Pick<Ground, "clock" | "db" | "journal" | "write" | "inspector" | "onFault" | "log">,
  files: Pick<Files, "sweep">,
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string },
): Erasing {
  const { clock, db, journal, write, inspector, onFault, log } = ground;
  const list = join(dataDir, listName);
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let isDirty = false;
  const inTurn = <R>(task: () => Promise<R>): Promise<R> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };

  const closeChats = async (erased: Erased, by: number | null): Promise<readonly number[]> => {
    const { all, open: running } = await chatsOfErased(db, erased);
    for (const chat of running) {
      const verb = closeChat(by === null ? { cause: "visitor" } : { operatorId: by, reason: null });
      await write({ account: erased.account, subject: { chat }, verb }).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.failure.failure !== "chat_closed") throw error;
      });
    }
    return all;
  };
  const empty = async (erased: Erased, by: number | null): Promise<{ chats: readonly number[]; counts: Counts }> => {
    for (let n = 1; n <= mostTries; n++) {
      const chats = await closeChats(erased, by);
      const counts = await journal.change(erased.account, async (tx) => {
        const done = await eraseState(tx, erased, clock.now());
        return { result: done, changed: done === false ? [] : [{ kind: "visitor", id: erased.number }] };
      });
      journal.forget(erased.account, erased.visitor);
      if (counts !== false) return { chats, counts };
    }
    throw new Error(`visitor ${erased.number} of account ${erased.account} begins chats faster than they are closed`);
  };
  const carryOut = async (erased: Erased, by: number | null): Promise<void> => {
    await note(list, erased);
    isDirty = true;
    const { chats, counts } = await empty(erased, by);
    const apart: number[] = [];
    for (let after: number | null = 0; after !== null && !isClosed;) {
      const from: number = after;
      const step = await db.transaction((tx) => eraseEntries(tx, erased, chats, from, clock.now()));
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

  const again = async (): Promise<void> => {
    for (const { account, number } of await unerased(db, await listed(list))) {
      const order = await journal.change(account, async (tx) => ({
        result: await orderErasure(tx, account, number, null, clock.now()),
        changed: [],
      }));
      if (order !== null) await carryOut(order, null);
    }
  };
  const goOn = async (): Promise<void> => {
    for (const erased of await openErasures(db)) if (!isClosed) await carryOut(erased, null);
  };
  inTurn(async () => {
    await again();
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

/** Written before anything is removed, and on disk when it resolves. */
async function note(path: string, { account, visitor, number }: Erased): Promise<void> {
  await appendFile(path, `${JSON.stringify({ account, visitor, number })}\n`, { mode: 0o600 });
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await flush(dirname(path));
}
async function listed(path: string): Promise<readonly { account: number; visitor: number }[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    try {
      const { account, visitor } = JSON.parse(line) as { account: number; visitor: number };
      return [{ account, visitor }];
    } catch {
      // A last line that a crash cut off: its erasure had not begun.
      return [];
    }
  });
}
