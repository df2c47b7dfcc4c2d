import type { WidgetClientFrame, WidgetMessage } from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";
import type { StateStore } from "./store.ts";
import { getCurrentChatId, isChatShown } from "./reducer.ts";
import { readPosition, type KeyValueStore } from "../storage/local-storage.ts";

export interface ReadReceiptsDeps extends StateStore {
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly send: (frame: WidgetClientFrame) => boolean;
}
export interface ReadReceipts {
  /** Updates the receipts after the messages or their visibility have changed. */
  update(): void;
  /** Returns true if the newest messages are visible to the visitor now. */
  isConversationVisible(): boolean;
  /** Returns whether any tab of the visitor has shown the message. */
  readonly isRead: (message: WidgetMessage) => boolean;
  setVisible(isVisible: boolean): void;
  readonly setAtEnd: (is: boolean) => void;
  /** `isNew`: the visitor changed. */
  onWelcome(isNew: boolean): void;
  clear(): void;
}
/** Receipts that occur within this time are sent together. */
const batchDelayMs = 150;
const noMarks = { chat: 0, received: 0, seen: 0 };

/**
 * Sends received receipts immediately. Sends read receipts only while the newest message is visible
 * in an open chat window (CORE-052). Synchronises the tabs of the visitor (WG-085).
 */
export function createReadReceipts({
  model,
  set,
  clock,
  store,
  send,
}: ReadReceiptsDeps): ReadReceipts {
  let isVisible = true;
  let isAtEnd = true;
  let sentMarks = noMarks;
  let cancelTimer: (() => void) | null = null;

  const isConversationVisible = (): boolean =>
    isVisible && isChatShown(model().state) && !model().isFresh;
  const update = (): void => {
    const last =
      model()
        .messages.filter((one) => one.from !== "visitor")
        .at(-1)?.seq ?? 0;
    const chat = getCurrentChatId(model());
    if (chat === 0 || last === 0) return;
    if (isConversationVisible() && isAtEnd && last > model().read) {
      set({ ...model(), read: last });
      store.write("read", `${chat} ${last}`);
    }
    const marks = { chat, received: last, seen: Math.min(last, model().read) };
    if (cancelTimer === null && model().connection === "live" && !includesMarks(sentMarks, marks))
      cancelTimer = clock.after(batchDelayMs, sendMarks);
  };
  const sendMarks = (): void => {
    cancelTimer = null;
    const chat = getCurrentChatId(model());
    const received = model().messages.at(-1)?.seq ?? 0;
    const seen = model().read;
    const marks = { chat, received, seen };
    if (
      chat !== 0 &&
      !includesMarks(sentMarks, marks) &&
      send({ type: "marks", chat_id: chat, received, seen: Math.min(seen, received) })
    )
      sentMarks = marks;
  };
  return {
    update,
    isConversationVisible,
    isRead({ chat_id, seq }) {
      const [chat, read] = readPosition(store, "read");
      return (
        chat_id !== getCurrentChatId(model()) ||
        seq <= model().read ||
        (chat === chat_id && seq <= read)
      );
    },
    setVisible(visible) {
      isVisible = visible;
      update();
    },
    setAtEnd(is) {
      isAtEnd = is;
      update();
    },
    onWelcome(isNew) {
      // The receipts sent for the previous visitor no longer apply.
      sentMarks = isNew ? noMarks : { ...sentMarks, received: 0 };
      const [chat, read] = readPosition(store, "read");
      if (chat === getCurrentChatId(model()) && read > model().read) set({ ...model(), read });
    },
    clear() {
      sentMarks = noMarks;
    },
  };
}

/** Returns whether these marks were already sent, or later ones of the same chat. */
const includesMarks = (sent: typeof noMarks, marks: typeof noMarks): boolean =>
  sent.chat === marks.chat && sent.received >= marks.received && sent.seen >= marks.seen;
