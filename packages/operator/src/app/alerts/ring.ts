import { preferences } from "../../state/preferences.ts";
import type { Voice } from "./voice.ts";

const repeatMs = 10_000;

/**
 * Plays a sound repeatedly while something waits. `isWaiting`: a call or chat rings for this
 * operator.
 */
export function createRing(voice: Voice, isWaiting: () => boolean): { look: () => void; stop: () => void } {
  const rings = () => voice.isLoud() && preferences().sound.newChat && isWaiting();
  let timer: ReturnType<typeof setInterval> | null = null;
  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const again = () => {
    if (!rings()) stop();
    else if (preferences().sound.repeat) voice.sound("newChat");
  };
  return {
    look() {
      if (!rings()) return stop();
      if (timer !== null) return;
      voice.sound("newChat");
      timer = setInterval(again, repeatMs);
    },
    stop,
  };
}
