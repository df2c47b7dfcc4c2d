import type { Chat } from "@parlour/protocol";
import { api } from "../../../state/api/api.ts";
import { useLiveClient } from "../../../state/live-context.tsx";
import { undoCloseMs } from "../../../state/live/sending/delayed-close.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { formatUpcoming } from "../../../ui/time.ts";
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
    /** Snoozes the chat until a time in Unix milliseconds. Rejects if the server refuses it. */
    snooze: async (until: number, options: SnoozeOptions): Promise<void> => {
      await live.snooze(chat.id, { until: new Date(until).toISOString(), ...options });
      const time = formatUpcoming(until, browserClock.now(), "long");
      offerUndo(t("snooze.done", { time }), options.promise);
    },
    wake: async (): Promise<void> => {
      if (await runOrToast(() => live.wake(chat.id), chat)) offerUndo(t("snooze.woken"));
    },
  };
}
