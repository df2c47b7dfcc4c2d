import type { WidgetMessage } from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";
import { readPosition, type KeyValueStore } from "../storage/local-storage.ts";

export interface MessageSoundDeps {
  readonly clock: Clock;
  readonly store: KeyValueStore;
  /** Returns true if any tab of the visitor has shown the message. */
  readonly isRead: (message: WidgetMessage) => boolean;
  /** Plays the sound for a message, in one tab. */
  readonly playSound: (messageId: number) => void;
}
/**
 * Another tab that shows the message reports this within the delay. With shared storage the report
 * is immediate. Without it, the report takes 150 ms plus a round trip to the server.
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
    if (isSoundMuted(store)) return;
    clock.after(otherTabsDelayMs, () => {
      // Check again, because during the delay another tab may have muted the sound, shown the
      // message, or played the sound.
      if (isSoundMuted(store) || isRead(message) || wasPlayed(store, message)) return;
      store.write("rang", `${message.chat_id} ${message.seq}`);
      playSound(message.id);
    });
  };
}
function wasPlayed(store: KeyValueStore, { chat_id, seq }: WidgetMessage): boolean {
  const [chat, last] = readPosition(store, "rang");
  return chat === chat_id && last >= seq;
}

/** Returns true if the visitor has muted sounds, in all tabs of the browser. */
export function isSoundMuted(store: KeyValueStore): boolean {
  return store.read("muted") !== null;
}
export function saveSoundMuted(store: KeyValueStore, muted: boolean): void {
  store.write("muted", muted ? "1" : null);
}
