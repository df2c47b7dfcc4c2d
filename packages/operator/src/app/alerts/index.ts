import type { Operator } from "@parlour/protocol";
import { countsOf } from "../../state/counts.ts";
import type { Live } from "../../state/live.ts";
import { ringingOf, ringsOf } from "../../state/offers.ts";
import { markTab } from "../../state/one-tab.ts";
import { onRingingCall, ringingCall } from "../../state/ringing.ts";
import { allowSound } from "../../state/sound.ts";
import { tellCalls } from "./call.ts";
import { createChatNotices } from "./chat-notices.ts";
import { tellHappenings, viewMark } from "./happened.ts";
import { createRing } from "./ring.ts";
import { lookForTaken } from "./taken.ts";
import { clearUnread, unreadSigns } from "./unread.ts";
import { createVoice, focusMark } from "./voice.ts";

/**
 * Starts the alerts of product.md 4 that this page provides: title, favicon, badge, sound,
 * notifications, screen reader announcements. Returns a function that stops them.
 */
export function startAlerts(live: Live, me: Operator, chatInView: () => number | null): () => void {
  const ending = new AbortController();
  const voice = createVoice(live, me, ending.signal);
  const notices = createChatNotices(voice);
  const ring = createRing(voice, () => ringingCall() !== null || ringingOf(live.get(), me.id) !== null);
  const drawUnread = unreadSigns();
  const lookAtOffers = lookForTaken(me.id, voice, notices);
  const tellOfCall = tellCalls(voice);
  const draw = () => {
    drawUnread(countsOf(live.get(), me.id).unread);
    lookAtOffers(live.get().snapshot.chats);
    ring.look();
  };
  const lookForCall = () => {
    ring.look();
    tellOfCall();
  };
  const ends = [
    live.subscribe(draw),
    live.onHappening(tellHappenings({ me: me.id, voice, notices, chatInView, ringing: () => ringsOf(live.get(), me.id).length })),
    onRingingCall(lookForCall),
    followSight(chatInView, notices.end),
    ring.stop,
    clearUnread,
  ];
  allowSoundByGesture(ending.signal);
  draw();
  lookForCall();
  return () => {
    for (const end of ends) end();
    ending.abort();
  };
}

const lookMs = 500;

/**
 * Tells other tabs which chat this tab shows. `onViewed` is called for the chat in view. Returns a
 * function that stops it.
 */
function followSight(chatInView: () => number | null, onSeen: (chatId: number) => void): () => void {
  const ending = new AbortController();
  const mark = markTab();
  const markFocus = markTab();
  const look = () => {
    const inView = document.hasFocus() ? chatInView() : null;
    mark(inView === null ? null : viewMark(inView));
    markFocus(document.hasFocus() ? focusMark : null);
    if (inView !== null) onSeen(inView);
  };
  for (const name of ["focus", "blur"] as const) window.addEventListener(name, look, { signal: ending.signal });
  // A change of chat shows only in the URL, so poll it.
  const looking = setInterval(look, lookMs);
  look();
  return () => {
    ending.abort();
    clearInterval(looking);
    mark(null);
    markFocus(null);
  };
}

/**
 * Browsers allow sound only after a user gesture. On pages that were opened before, they may allow
 * it at once.
 */
function allowSoundByGesture(signal: AbortSignal): void {
  const gesture = () => {
    void allowSound();
  };
  gesture();
  for (const name of ["pointerdown", "keydown"] as const) window.addEventListener(name, gesture, { capture: true, passive: true, signal });
}
