import { getPreferences } from "../../state/browser/preferences.ts";
import type { AlertCoordinator } from "./tab-coordinator.ts";

const repeatMs = 10_000;

/**
 * Plays a sound repeatedly while something waits. `isWaiting`: a call or chat rings for this
 * operator.
 */
export function createRingtone(
  coordinator: AlertCoordinator,
  isWaiting: () => boolean,
): { update: () => void; stop: () => void } {
  const shouldRing = () => coordinator.canAlert() && getPreferences().sound.newChat && isWaiting();
  let timer: ReturnType<typeof setInterval> | null = null;
  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const repeat = () => {
    if (!shouldRing()) stop();
    else if (getPreferences().sound.repeat) coordinator.playSound("newChat");
  };
  return {
    update() {
      if (!shouldRing()) return stop();
      if (timer !== null) return;
      coordinator.playSound("newChat");
      timer = setInterval(repeat, repeatMs);
    },
    stop,
  };
}
