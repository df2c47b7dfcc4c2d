import { preferences } from "../../state/preferences.ts";
import type { Voice } from "./voice.ts";

const repeatMs = 10_000;

/** The sound of what waits, again and again while it does. `isWaiting`: a call or a chat rings here. */
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
