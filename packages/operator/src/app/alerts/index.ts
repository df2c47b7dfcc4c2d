import type { Operator } from "@parlour/protocol";
import { browserClock } from "../../state/clock.ts";
import { computeInboxCounts } from "../../state/inbox/counts.ts";
import type { LiveClient } from "../../state/live/live-client.ts";
import { findFirstRingingChat, listRingingChats, isOfferedTo } from "../../state/inbox/offers.ts";
import { createTabMarker } from "../../state/browser/tab-lock.ts";
import { onRingingCall, getRingingCall } from "../../state/alerts/ringing-call.ts";
import { unlockSound } from "../../state/alerts/sound.ts";
import { startCallNotifications } from "./call-notifications.ts";
import { createChatNotifications, type ChatNotifications } from "./chat-notifications.ts";
import { startChatAlerts, toViewingLockName } from "./chat-alerts.ts";
import { createRingtone } from "./ringtone.ts";
import {
  createAlertCoordinator,
  focusedTabLockName,
  type AlertCoordinator,
} from "./tab-coordinator.ts";
import type { Snapshot } from "@parlour/client";
import { isMissedChat } from "../../state/inbox/missed.ts";
import { setNewsInTitle } from "../../ui/title.ts";

/** Starts the alerts of product.md 4. Returns a function that stops them. */
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
  const updateNews = startNewsBadges();
  const handleOffers = handleTakenChats(me.id, coordinator, notifications);
  const notifyCall = startCallNotifications(coordinator);
  const update = () => {
    updateNews(computeInboxCounts(live.get(), me.id).withNews);
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
 * Tells other tabs which chat this tab shows, and calls `onViewed` for it. Returns the end of it.
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
  // When the operator changes to another chat, only the URL changes, so poll the URL.
  const stopPolling = browserClock.every(viewPollIntervalMs, update);
  update();
  return () => {
    ending.abort();
    stopPolling();
    markViewed(null);
    markFocus(null);
  };
}

/** Enables sound after a user gesture, or immediately if the browser allows it. */
function unlockSoundByGesture(signal: AbortSignal): void {
  const gesture = () => {
    void unlockSound();
  };
  gesture();
  // On a touch screen, the browser allows sound only when the finger is lifted.
  for (const name of ["pointerdown", "pointerup", "keydown"] as const)
    window.addEventListener(name, gesture, { capture: true, passive: true, signal });
}

/** Closes the notifications of chats that are no longer offered. A missed chat plays a sound. */
function handleTakenChats(
  me: number,
  coordinator: AlertCoordinator,
  notifications: ChatNotifications,
): (chats: Snapshot["chats"]) => void {
  let offered: ReadonlySet<number> = new Set();
  let lastChats: Snapshot["chats"] | null = null;
  return (chats) => {
    if (chats === lastChats) return;
    lastChats = chats;
    const currentlyOffered = new Set<number>();
    for (const { chat } of chats.values()) if (isOfferedTo(chat, me)) currentlyOffered.add(chat.id);
    for (const id of offered) {
      if (currentlyOffered.has(id)) continue;
      notifications.close(id);
      const chat = chats.get(id)?.chat;
      if (chat && isMissedChat(chat)) coordinator.playSound("missed");
    }
    offered = currentlyOffered;
  };
}

/** Shows the number of chats with something new in title, icon and badge. */
function startNewsBadges(): (news: number) => void {
  let shown = -1;
  return (news) => {
    if (news === shown) return;
    shown = news;
    setNewsInTitle(news);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const iconUrl = news > 0 ? "/favicon-dot.svg" : "/favicon.svg";
    if (icon && icon.getAttribute("href") !== iconUrl) icon.href = iconUrl;
    setBadge(news);
  };
}

/** Removes the numbers. Called when the operator no longer uses this page. */
function clearUnreadBadges(): void {
  setNewsInTitle(0);
  setBadge(0);
}

function setBadge(n: number): void {
  const app = navigator as Navigator & {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  // Browsers reject this outside an installed application.
  const done = n > 0 ? app.setAppBadge?.(n) : app.clearAppBadge?.();
  done?.catch(() => undefined);
}
