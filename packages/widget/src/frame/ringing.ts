import type { WidgetMessage } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";
import type { Store } from "./store.ts";

export interface RingingDeps {
  readonly clock: Clock;
  readonly store: Store;
  /** Whether a tab of the visitor has shown it by now. */
  readonly isRead: (message: WidgetMessage) => boolean;
  /** Makes the sound, in one tab. */
  readonly rang: (messageId: number) => void;
}
/** By now a tab that shows the message has said so: at once where tabs share a storage, else over the server (150 ms and the way there and back). */
const shownElsewhereMs = 500;

/** Sounds for messages that nobody sees (WG-091). Answers what to do with one that this tab does not show. */
export function ringing({ clock, store, isRead, rang }: RingingDeps): (message: WidgetMessage) => void {
  return (message) => {
    if (isMuted(store)) return;
    clock.after(shownElsewhereMs, () => {
      // Read anew: another tab may have been muted meanwhile, and that holds for all; or it has made the sound, however late this one is.
      if (isMuted(store) || isRead(message) || hasRung(store, message)) return;
      store.write("rang", `${message.chat_id} ${message.seq}`);
      rang(message.id);
    });
  };
}
function hasRung(store: Store, { chat_id: of, seq }: WidgetMessage): boolean {
  const [chat, last = 0] = (store.read("rang") ?? "").split(" ").map(Number);
  return chat === of && last >= seq;
}

/** Kept with the browser; of all tabs. */
export function isMuted(store: Store): boolean {
  return store.read("muted") !== null;
}
export function keepMuted(store: Store, muted: boolean): void {
  store.write("muted", muted ? "1" : null);
}
