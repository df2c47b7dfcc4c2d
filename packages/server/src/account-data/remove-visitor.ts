import type { Clock, WriteCommand } from "../core/command.ts";
import type { Journal } from "../journal/index.ts";
import type { Log } from "../log.ts";
import type { Db } from "../store/database/sql.ts";
import type { ErasureRequest } from "../store/erasure/erasure-orders.ts";
import { advanceCall } from "../core/call/advance.ts";
import { closeChat } from "../core/chat/close.ts";
import { Refusal } from "../core/failure.ts";
import { eraseVisitorState } from "../store/erasure/erase-visitor-state.ts";
import { findChatsToErase, type ErasedCounts } from "../store/erasure/erasure.ts";
import { findVisitorCall } from "../store/chats/call.ts";

export interface ErasureDeps {
  readonly clock: Clock;
  readonly db: Db;
  readonly journal: Journal;
  readonly write: WriteCommand;
  readonly onFault: (error: unknown) => void;
  readonly log: Log;
}

/** Maximum number of attempts to close the chats of a visitor who starts new ones meanwhile. */
const maxAttempts = 5;

/** Closes the chats, removes the state of visitor and chats. Journal entries remain. */
export async function removeVisitorState(
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
  const handler = advanceCall({ callId: call.id, to: "error", reason: "cancelled" });
  await write({ account, subject: { chat: call.chat_id }, handler });
}

async function closeChats(
  { db, write }: ErasureDeps,
  erased: ErasureRequest,
  closedBy: number | null,
): Promise<readonly number[]> {
  const chats = await findChatsToErase(db, erased);
  for (const chat of chats.open) {
    const handler = closeChat(
      closedBy === null ? { cause: "visitor" } : { operatorId: closedBy, reason: null },
    );
    await write({ account: erased.account, subject: { chat }, handler }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.failure.failure !== "chat_closed") throw error;
    });
  }
  return chats.all;
}
