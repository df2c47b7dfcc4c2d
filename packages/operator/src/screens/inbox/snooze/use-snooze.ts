import type { Chat } from "@parlour/protocol";
import { useLiveClient } from "../../../state/live-context.tsx";
import { undoCloseMs } from "../../../state/live/sending/delayed-close.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { formatUpcoming } from "../../../ui/time.ts";
import { browserClock } from "../../../state/clock.ts";
import { t as inbox } from "../text.ts";
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
  const offerUndo = (text: string) =>
    void toast(text, {
      chat,
      ms: undoCloseMs,
      isTimeLimited: true,
      action: { label: inbox("conversation.undo"), run: undo },
    });
  return {
    /** Snoozes the chat until a time in Unix milliseconds. Rejects if the server refuses it. */
    snooze: async (until: number, stay: boolean): Promise<void> => {
      await live.snooze(chat.id, { until: new Date(until).toISOString(), stay });
      offerUndo(t("snooze.done", { time: formatUpcoming(until, browserClock.now(), "long") }));
    },
    wake: async (): Promise<void> => {
      if (await runOrToast(() => live.wake(chat.id), chat)) offerUndo(t("snooze.woken"));
    },
  };
}
