import type { Operator } from "@parlour/protocol";
import type { Live } from "../../state/live.ts";
import { isMarked, oneTab } from "../../state/one-tab.ts";
import { preferences } from "../../state/preferences.ts";
import { isQuiet } from "../../state/quiet.ts";
import { may } from "../../state/session.tsx";
import { play, soundBlocked, subscribeSound, type Sound } from "../../state/sound.ts";

/** Name of the lock that tells other tabs that this tab has the focus. */
export const focusedTabLockName = "parlour.focus";

/**
 * Which alerts this tab may give. Exactly one tab plays sounds, chosen from those that may, and one
 * shows notifications.
 */
export interface AlertCoordinator {
  /** The operator's status on the server. */
  readonly isOnline: () => boolean;
  /** Online, with a role that answers chats, and not in quiet hours. */
  readonly canAlert: () => boolean;
  readonly playSound: (which: Sound) => void;
  readonly canNotify: () => Promise<boolean>;
}

/** Creates the coordinator of this tab. It ends with `signal`. */
export function createAlertCoordinator(live: Live, me: Operator, signal: AbortSignal): AlertCoordinator {
  const hasNotificationLock = oneTab("parlour.notices", signal);
  const hasSoundLock = acquireSoundLock(signal);
  const isOnline = () => (live.get().snapshot.presence.get(me.id) ?? me.presence) === "online";
  const canAlert = () => isOnline() && may(me, "chat") && !isQuiet(preferences().quiet, new Date());
  return {
    isOnline: isOnline,
    canAlert,
    playSound(sound) {
      if (hasSoundLock() && canAlert() && preferences().sound[sound]) play(sound);
    },
    canNotify: async () =>
      hasNotificationLock() && canAlert() && preferences().notices.on && !document.hasFocus() && !(await isMarked(focusedTabLockName)),
  };
}

/**
 * Selects the one tab that plays sounds. A tab whose sound is blocked does not take part, or it
 * would keep the others silent.
 */
function acquireSoundLock(signal: AbortSignal): () => boolean {
  let hasLock: (() => boolean) | null = null;
  const acquire = () => {
    if (hasLock === null && !soundBlocked()) hasLock = oneTab("parlour.sound", signal);
  };
  signal.addEventListener("abort", subscribeSound(acquire));
  acquire();
  return () => hasLock?.() === true;
}
