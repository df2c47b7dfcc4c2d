import type { Chat, Operator } from "@parlour/protocol";
import { browserClock } from "../../../state/clock.ts";
import { getCurrentOperator } from "../../../state/session.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { t } from "../text.ts";

interface DelayedRun {
  /** What will be done, for the notice. */
  readonly text: string;
  readonly ms: number;
  readonly me: Operator;
  readonly chat?: Chat | undefined;
  /** `isLeaving`: the page closes, and the request must outlive it. */
  readonly run: (isLeaving: boolean) => void;
  readonly onUndo?: () => void;
}

/**
 * Runs actions after a time in which a notice offers Undo, so that nothing must be reverted
 * (decision 0218). If the page closes earlier, they run then. After a sign-out, they do not run.
 */
export function delayRun({ text, ms, me, chat, run, onUndo }: DelayedRun): void {
  const ending = new AbortController();
  const end = (): void => {
    ending.abort();
    cancelTimer();
  };
  const cancelTimer = browserClock.after(ms, () => {
    end();
    void getCurrentOperator().then((operator) => operator?.id === me.id && run(false));
  });
  const leave = (): void => {
    end();
    closeNotice();
    run(true);
  };
  window.addEventListener("pagehide", leave, { signal: ending.signal });
  const undo = (): void => {
    end();
    onUndo?.();
  };
  const action = { label: t("conversation.undo"), run: undo };
  const closeNotice = toast(text, { ms, isTimeLimited: true, chat, action });
}
