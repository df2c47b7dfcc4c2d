import type { WidgetMessage } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";
import type { Store } from "./store.ts";

export interface RingingDeps {
  readonly clock: Clock;
  readonly store: Store;
  /** Whether a tab of the visitor has shown the message. */
  readonly isRead: (message: WidgetMessage) => boolean;
  /** Plays the sound, in one tab. */
  readonly rang: (messageId: number) => void;
}
/**
 * Within this time a tab that shows the message has reported it. With shared storage that is at
 * once, else it takes 150 ms plus a round trip to the server.
 */
const shownElsewhereMs = 500;

/**
 * Plays a sound for messages that no tab shows (WG-091). Call the returned function for a message
 * that this tab does not show.
 */
export function ringing({ clock, store, isRead, rang }: RingingDeps): (message: WidgetMessage) => void {
  return (message) => {
    if (isMuted(store)) return;
    clock.after(shownElsewhereMs, () => {
      // Checks again, because another tab may have been muted, shown the message, or played the
      // sound meanwhile.
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

/** Stored in the browser, for all tabs. */
export function isMuted(store: Store): boolean {
  return store.read("muted") !== null;
}
export function keepMuted(store: Store, muted: boolean): void {
  store.write("muted", muted ? "1" : null);
}
