import type { Operator } from "@parlour/protocol";
import { computeCounts } from "../../state/inbox/counts.ts";
import type { LiveClient } from "../../state/live/live-client.ts";
import { findFirstRingingChat, listRingingChats } from "../../state/inbox/offers.ts";
import { createTabMarker } from "../../state/browser/tab-lock.ts";
import { onRingingCall, getRingingCall } from "../../state/alerts/ringing-call.ts";
import { unlockSound } from "../../state/alerts/sound.ts";
import { startCallNotifications } from "./call-notifications.ts";
import { createChatNotifications } from "./chat-notifications.ts";
import { startChatAlerts, toViewingLockName } from "./chat-alerts.ts";
import { createRingtone } from "./ringtone.ts";
import { handleTakenChats } from "./taken-chats.ts";
import { clearUnreadBadges, startUnreadBadges } from "./unread-badge.ts";
import { createAlertCoordinator, focusedTabLockName } from "./tab-coordinator.ts";

/**
 * Starts the alerts of product.md 4 that this page provides: title, favicon, badge, sound,
 * notifications, screen reader announcements. Returns a function that stops them.
 */
export function startAlerts(
  live: LiveClient,
  me: Operator,
  getChatInView: () => number | null,
): () => void {
  const ending = new AbortController();
  const coordinator = createAlertCoordinator(live, me, ending.signal);
  const notifications = createChatNotifications(coordinator);
  const ringtone = createRingtone(
    coordinator,
    () => getRingingCall() !== null || findFirstRingingChat(live.get(), me.id) !== null,
  );
  const updateUnread = startUnreadBadges();
  const handleOffers = handleTakenChats(me.id, coordinator, notifications);
  const notifyCall = startCallNotifications(coordinator);
  const update = () => {
    updateUnread(computeCounts(live.get(), me.id).unread);
    handleOffers(live.get().snapshot.chats);
    ringtone.update();
  };
  const updateCall = () => {
    ringtone.update();
    notifyCall();
  };
  const stops = [
    live.subscribe(update),
    live.onAlertEvent(
      startChatAlerts({
        me: me.id,
        coordinator,
        notifications,
        getChatInView,
        countRinging: () => listRingingChats(live.get(), me.id).length,
      }),
    ),
    onRingingCall(updateCall),
    watchView(getChatInView, notifications.close),
    ringtone.stop,
    clearUnreadBadges,
  ];
  unlockSoundByGesture(ending.signal);
  update();
  updateCall();
  return () => {
    for (const stop of stops) stop();
    ending.abort();
  };
}

const viewPollIntervalMs = 500;

/**
 * Tells other tabs which chat this tab shows. `onViewed` is called for the chat in view. Returns a
 * function that stops it.
 */
function watchView(
  getChatInView: () => number | null,
  onViewed: (chatId: number) => void,
): () => void {
  const ending = new AbortController();
  const markViewed = createTabMarker();
  const markFocus = createTabMarker();
  const update = () => {
    const inView = document.hasFocus() ? getChatInView() : null;
    markViewed(inView === null ? null : toViewingLockName(inView));
    markFocus(document.hasFocus() ? focusedTabLockName : null);
    if (inView !== null) onViewed(inView);
  };
  for (const name of ["focus", "blur"] as const)
    window.addEventListener(name, update, { signal: ending.signal });
  // A change of chat shows only in the URL, so poll it.
  const timer = setInterval(update, viewPollIntervalMs);
  update();
  return () => {
    ending.abort();
    clearInterval(timer);
    markViewed(null);
    markFocus(null);
  };
}

/**
 * Browsers allow sound only after a user gesture. On pages that were opened before, they may allow
 * it at once.
 */
function unlockSoundByGesture(signal: AbortSignal): void {
  const gesture = () => {
    void unlockSound();
  };
  gesture();
  for (const name of ["pointerdown", "keydown"] as const)
    window.addEventListener(name, gesture, { capture: true, passive: true, signal });
}
