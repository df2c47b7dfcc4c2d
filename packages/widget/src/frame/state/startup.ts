import type { WidgetModelFrame } from "@parlour/protocol/widget";
import type { KeyValueStore } from "../storage/local-storage.ts";

export interface StartupDeps {
  readonly store: KeyValueStore;
  /** Called when the stored state is available. */
  readonly onReady: () => void;
  readonly handleFrame: (frame: WidgetModelFrame) => void;
}
export interface StartupFrameQueue {
  readonly onFrame: (frame: WidgetModelFrame) => void;
  /** Discards delayed frames of a lost connection. The next welcome contains their data. */
  readonly onDisconnect: () => void;
}

/**
 * Delays frames from the first welcome until the storage is decrypted with the key in that welcome.
 * So messages that were written before a reload are sent before new ones.
 */
export function createStartupFrameQueue({
  store,
  onReady,
  handleFrame,
}: StartupDeps): StartupFrameQueue {
  let delayed: WidgetModelFrame[] | null = null;
  return {
    onFrame(frame) {
      if (delayed !== null) return void delayed.push(frame);
      if (frame.type !== "welcome" || frame.key === undefined || store.unlock === undefined)
        return handleFrame(frame);
      delayed = [frame];
      void store.unlock(frame.key).then(() => {
        const frames = delayed ?? [];
        delayed = null;
        onReady();
        for (const one of frames) handleFrame(one);
      });
    },
    onDisconnect() {
      if (delayed !== null) delayed = [];
    },
  };
}
