import { browserClock } from "../../state/clock.ts";
import { getPreferences } from "../../state/browser/preferences.ts";
import type { AlertCoordinator } from "./tab-coordinator.ts";

const repeatMs = 10_000;

/** Plays a sound repeatedly. `isWaiting`: a call or chat rings for this operator. */
export function createRingtone(
  coordinator: AlertCoordinator,
  isWaiting: () => boolean,
): { update: () => void; stop: () => void } {
  const shouldRing = () => coordinator.canAlert() && getPreferences().sound.newChat && isWaiting();
  let stopRepeating: (() => void) | null = null;
  const stop = () => {
    stopRepeating?.();
    stopRepeating = null;
  };
  const repeat = () => {
    if (!shouldRing()) stop();
    else if (getPreferences().sound.repeat) coordinator.playSound("newChat");
  };
  return {
    update() {
      if (!shouldRing()) return stop();
      if (stopRepeating !== null) return;
      coordinator.playSound("newChat");
      stopRepeating = browserClock.every(repeatMs, repeat);
    },
    stop,
  };
}
