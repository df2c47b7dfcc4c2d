import type { Chat } from "@parlour/protocol";
import { api } from "../../../state/api/api.ts";
import { useLiveClient } from "../../../state/live-context.tsx";
import { undoCloseMs } from "../../../state/live/sending/delayed-close.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { formatSnoozeEnd } from "./format-end.ts";
import { browserClock } from "../../../state/clock.ts";
import { t as inbox } from "../text.ts";
import type { SnoozeOptions } from "./snooze-state.ts";
import { t } from "./text.ts";

/** Returns functions that snooze a chat and wake it up. A toast offers Undo for 5 s (SNZ-009). */
export function useSnooze(chat: Chat) {
  const live = useLiveClient();
  const { snoozed } = chat;
  const undo = () =>
    void runOrToast(
      () =>
        snoozed
          ? live.snooze(chat.id, { until: snoozed.until, stay: snoozed.stay })
          : live.wake(chat.id),
      chat,
    );
  const undoPromise = () => void runOrToast(() => api.delete(`/chats/${chat.id}/promise`), chat);
  const offerUndo = (text: string, promise = false) =>
    void toast(text, {
      chat,
      ms: undoCloseMs,
      isTimeLimited: true,
      action: {
        label: inbox("conversation.undo"),
        run() {
          undo();
          if (promise) undoPromise();
        },
      },
    });
  return {
    /** Snoozes until Unix ms, or until the customer writes (Infinity). Rejects if refused. */
    snooze: async (at: number, options: SnoozeOptions): Promise<void> => {
      const until = at === Infinity ? null : new Date(at).toISOString();
      await live.snooze(chat.id, until === null ? { until } : { until, ...options });
      const time = formatSnoozeEnd(chat, until, browserClock.now());
      offerUndo(t("snooze.done", { time }), until !== null && options.promise);
    },
    wake: async (): Promise<void> => {
      if (await runOrToast(() => live.wake(chat.id), chat)) offerUndo(t("snooze.woken"));
    },
  };
}
