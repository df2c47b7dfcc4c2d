import type { WidgetMessage } from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";
import type { KeyValueStore } from "./local-storage.ts";

export interface MessageSoundDeps {
  readonly clock: Clock;
  readonly store: KeyValueStore;
  /** Whether a tab of the visitor has shown the message. */
  readonly isRead: (message: WidgetMessage) => boolean;
  /** Plays the sound, in one tab. */
  readonly playSound: (messageId: number) => void;
}
/**
 * Within this time a tab that shows the message has reported it. With shared storage that is at
 * once, else it takes 150 ms plus a round trip to the server.
 */
const otherTabsDelayMs = 500;

/**
 * Plays a sound for messages that no tab shows (WG-091). Call the returned function for a message
 * that this tab does not show.
 */
export function createMessageSound({
  clock,
  store,
  isRead,
  playSound,
}: MessageSoundDeps): (message: WidgetMessage) => void {
  return (message) => {
    if (isMuted(store)) return;
    clock.after(otherTabsDelayMs, () => {
      // Checks again, because another tab may have been muted, shown the message, or played the
      // sound meanwhile.
      if (isMuted(store) || isRead(message) || wasPlayed(store, message)) return;
      store.write("rang", `${message.chat_id} ${message.seq}`);
      playSound(message.id);
    });
  };
}
function wasPlayed(store: KeyValueStore, { chat_id: chatId, seq }: WidgetMessage): boolean {
  const [chat, last = 0] = (store.read("rang") ?? "").split(" ").map(Number);
  return chat === chatId && last >= seq;
}

/** Stored in the browser, for all tabs. */
export function isMuted(store: KeyValueStore): boolean {
  return store.read("muted") !== null;
}
export function saveMuted(store: KeyValueStore, muted: boolean): void {
  store.write("muted", muted ? "1" : null);
}
