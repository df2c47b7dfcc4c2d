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
 * The ladder of product.md 4 as far as this page reaches: title, favicon and badge, sound, notices beside the page, one polite announcement.
 * Gives the function that ends it.
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

/** Tells the other tabs what somebody looks at in this one; `onSeen`: a chat is in view. Gives the function that ends it. */
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
  // Moving on to another chat is told by nothing but the address.
  const looking = setInterval(look, lookMs);
  look();
  return () => {
    ending.abort();
    clearInterval(looking);
    mark(null);
    markFocus(null);
  };
}

/** Browsers allow sound in a gesture only, and may at once on pages that were opened before. */
function allowSoundByGesture(signal: AbortSignal): void {
  const gesture = () => {
    void allowSound();
  };
  gesture();
  for (const name of ["pointerdown", "keydown"] as const) window.addEventListener(name, gesture, { capture: true, passive: true, signal });
}
