import type { Operator } from "@parlour/protocol";
import { browserClock } from "../../state/clock.ts";
import type { LiveClient } from "../../state/live/live-client.ts";
import { isTabMarked, acquireTabLock } from "../../state/browser/tab-lock.ts";
import { getPreferences, type Preferences } from "../../state/browser/preferences.ts";
import { can } from "../../state/session.tsx";
import {
  playSound,
  isSoundBlocked,
  subscribeSound,
  type AlertSound,
} from "../../state/alerts/sound.ts";

/** Name of the lock that a tab holds while it has the focus. */
export const focusedTabLockName = "parlour.focus";

/** Which alerts this tab may give. One tab plays sounds, and one shows notifications. */
export interface AlertCoordinator {
  /** Returns true if the operator is online according to the server. */
  readonly isOnline: () => boolean;
  /** Returns true if the operator is online, answers chats, and is not in quiet hours. */
  readonly canAlert: () => boolean;
  readonly playSound: (which: AlertSound) => void;
  readonly canNotify: () => Promise<boolean>;
}

/** Creates the alert coordinator of this tab. It stops when `signal` is aborted. */
export function createAlertCoordinator(
  live: LiveClient,
  me: Operator,
  signal: AbortSignal,
): AlertCoordinator {
  const hasNotificationLock = acquireTabLock("parlour.notices", signal);
  const hasSoundLock = acquireSoundLock(signal);
  const isOnline = () => (live.get().snapshot.presence.get(me.id) ?? me.presence) === "online";
  const canAlert = () =>
    isOnline() &&
    can(me, "chats.answer") &&
    !isQuietTime(getPreferences().quiet, new Date(browserClock.now()));
  return {
    isOnline,
    canAlert,
    playSound(sound) {
      if (hasSoundLock() && canAlert() && getPreferences().sound[sound]) playSound(sound);
    },
    canNotify: async () =>
      hasNotificationLock() &&
      canAlert() &&
      getPreferences().notices.on &&
      !document.hasFocus() &&
      !(await isTabMarked(focusedTabLockName)),
  };
}

/** Selects the tab that plays sounds. Tabs whose sound is blocked do not take part. */
function acquireSoundLock(signal: AbortSignal): () => boolean {
  let hasLock: (() => boolean) | null = null;
  const acquire = () => {
    if (hasLock === null && !isSoundBlocked()) hasLock = acquireTabLock("parlour.sound", signal);
  };
  signal.addEventListener("abort", subscribeSound(acquire));
  acquire();
  return () => hasLock?.() === true;
}

/** Returns whether quiet hours apply on this device's clock. They may include midnight. */
export function isQuietTime({ on, from, to }: Preferences["quiet"], now: Date): boolean {
  if (!on) return false;
  const minute = now.getHours() * 60 + now.getMinutes();
  const [begin, end] = [parseMinutes(from), parseMinutes(to)];
  return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end;
}
function parseMinutes(text: string): number {
  const [hour = "0", minute = "0"] = text.split(":");
  return Number(hour) * 60 + Number(minute);
}
