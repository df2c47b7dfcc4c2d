import type { Operator } from "@parlour/protocol";
import type { Action } from "@parlour/protocol/actions/actions";
import { runOrToast } from "../../../ui/mutation.ts";
import { startBulk, type BulkChats } from "./bulk-run.ts";
import { delayRun } from "./delay-run.ts";
import { t } from "./text.ts";

/** Bulk actions on more chats start without a delay, and can be cancelled (ACT-037). */
export const maxChatsWithUndo = 50;
const undoMs = 8_000;

/** Runs an action on chats, with Undo if they are few (ACT-037). `onStopped`: undone or refused. */
export function startBulkWithUndo(
  chats: BulkChats,
  action: Action,
  me: Operator,
  onStopped: () => void,
): void {
  const start = async (isLeaving: boolean): Promise<void> => {
    if (!(await runOrToast(() => startBulk(chats, action, isLeaving)))) onStopped();
  };
  if (chats.count > maxChatsWithUndo) return void start(false);
  delayRun({
    text: t("bulk.delayed", { n: chats.count }),
    ms: undoMs,
    me,
    run: (isLeaving) => void start(isLeaving),
    onUndo: onStopped,
  });
}
