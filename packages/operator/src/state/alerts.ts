import type { Chat, Operator } from "@parlour/protocol";
import { t } from "../app/text.ts";
import type { Snapshot } from "@parlour/client";
import { announce } from "../ui/announcer.tsx";
import { flashTitle, setUnreadInTitle } from "../ui/title.ts";
import type { Happening, Live } from "./live.ts";
import { countsOf, isMine, isOfferedTo, nameOf, ringingOf } from "./live-state.ts";
import { isMissed } from "./missed.ts";
import { closeNotices, showNotice } from "./notices.ts";
import { isMarked, markTab, oneTab } from "./one-tab.ts";
import { preferences } from "./preferences.ts";
import { isQuiet } from "./quiet.ts";
import { onRingingCall, ringingCall } from "./ringing.ts";
import { may } from "./session.tsx";
import { allowSound, play, soundBlocked, subscribeSound, type Sound } from "./sound.ts";

const repeatMs = 10_000;
const lookMs = 500;

/**
 * The ladder of product.md 4 as far as this page reaches: title, favicon and badge, sound, notices beside the page, one polite announcement.
 * Of all tabs exactly one plays, one that may make sounds, and one shows notices. Gives the function that ends it.
 */
export function startAlerts(live: Live, me: Operator, chatInView: () => number | null): () => void {
  const ending = new AbortController();
  const notifies = oneTab("parlour.notices", ending.signal);
  const plays = soundingTab(ending.signal);
  const mark = markTab();
  const markFocus = markTab();

  const online = () => (live.get().snapshot.presence.get(me.id) ?? me.presence) === "online";
  const isLoud = () => online() && may(me, "chat") && !isQuiet(preferences().quiet, new Date());
  const sound = (which: Sound) => {
    if (plays() && isLoud() && preferences().sound[which]) play(which);
  };
  const rings = () => isLoud() && preferences().sound.newChat && (ringingCall() !== null || ringingOf(live.get(), me.id) !== null);
  let ringTimer: ReturnType<typeof setInterval> | null = null;
  const ring = () => {
    if (!rings()) {
      if (ringTimer !== null) clearInterval(ringTimer);
      ringTimer = null;
      return;
    }
    if (ringTimer !== null) return;
    sound("newChat");
    ringTimer = setInterval(() => {
      if (!rings()) ring();
      else if (preferences().sound.repeat) sound("newChat");
    }, repeatMs);
  };

  const nameIn = (chat: Chat) => nameOf(chat) ?? t("visitor.anonymous", { n: chat.visitor.number });
  const mayNotice = async () => notifies() && isLoud() && preferences().notices.on && !document.hasFocus() && !(await isMarked(focusMark));
  const notice = async (chat: Chat, title: string, text: string) => {
    if (!(await mayNotice())) return;
    const body = preferences().notices.text && text !== "" ? text : chat.channel.name;
    if (await showNotice(title, body, tagOf(chat.id), chat.id)) noticed.add(chat.id);
  };

  /** The call that was told of last. */
  let called: number | null = null;
  const lookForCall = () => {
    ring();
    const call = ringingCall();
    if (call?.id === called) return;
    // Taken, over or put off: nobody need come any more.
    if (called !== null) void closeNotices(callTag(called));
    called = call?.id ?? null;
    if (call === null) return;
    const title = t("announce.call", { name: call.name });
    announce(title);
    flashTitle(title);
    void mayNotice().then(
      (may) => may && showNotice(title, preferences().notices.text ? call.phone : call.channel, callTag(call.id), null),
    );
  };

  /** Chats that a notice was shown of. */
  const noticed = new Set<number>();
  const told = new Set<string>();
  const happened = (happening: Happening) => {
    const { chat } = happening;
    const name = nameIn(chat);
    if (happening.kind === "waiting") {
      // A waiting chat changes (its page, its contacts) and is news only once.
      const news = `${chat.id} ${chat.wait?.since ?? ""}`;
      if (told.has(news)) return;
      if (told.size > 500) told.clear();
      told.add(news);
      announce(t("announce.newchat", { name }));
      if (!isOfferedTo(chat, me.id)) return;
      flashTitle(t("announce.newchat", { name }));
      void notice(chat, t("announce.newchat", { name }), chat.last_message?.text ?? "");
      return;
    }
    const shown = chatInView() === chat.id;
    if (shown) announce(t("announce.message", { name, text: happening.message.text }));
    if (!isMine(chat, me.id) || (shown && document.hasFocus())) return;
    void isMarked(viewMark(chat.id)).then((seen) => {
      // The chat in view makes no sound, in whichever tab it is in view.
      if (!seen) sound("message");
    });
    flashTitle(name);
    void notice(chat, name, happening.message.text);
  };

  let waiting: ReadonlySet<number> = new Set();
  let drawn = -1;
  const drawUnread = (unread: number) => {
    if (unread === drawn) return;
    drawn = unread;
    setUnreadInTitle(unread);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const wanted = unread > 0 ? "/favicon-dot.svg" : "/favicon.svg";
    if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
    setBadge(unread);
  };
  const draw = () => {
    drawUnread(countsOf(live.get(), me.id).unread);
    lookForTaken(live.get().snapshot.chats);
    ring();
  };
  let walked: unknown = null;
  /** Waiting chats of which somebody was told, and that wait no longer. */
  const lookForTaken = (chats: Snapshot["chats"]) => {
    if (chats === walked) return;
    walked = chats;
    const now = new Set<number>();
    for (const { chat } of chats.values()) if (isOfferedTo(chat, me.id)) now.add(chat.id);
    for (const id of waiting) {
      if (now.has(id)) continue;
      // Taken or closed: nobody need come any more.
      if (noticed.delete(id)) void closeNotices(tagOf(id));
      const chat = chats.get(id)?.chat;
      if (chat && isMissed(chat)) sound("missed");
    }
    waiting = now;
  };

  const look = () => {
    const inView = document.hasFocus() ? chatInView() : null;
    mark(inView === null ? null : viewMark(inView));
    markFocus(document.hasFocus() ? focusMark : null);
    if (inView !== null && noticed.delete(inView)) void closeNotices(tagOf(inView));
  };
  const gesture = () => {
    void allowSound();
  };
  void allowSound();
  const gestures = ["pointerdown", "keydown"] as const;
  for (const name of gestures) window.addEventListener(name, gesture, { capture: true, passive: true });
  for (const name of ["focus", "blur"] as const) window.addEventListener(name, look, { signal: ending.signal });
  // Moving on to another chat is told by nothing but the address.
  const looking = setInterval(look, lookMs);
  const ends = [live.subscribe(draw), live.onHappening(happened), onRingingCall(lookForCall)];
  draw();
  lookForCall();
  look();
  return () => {
    for (const name of gestures) window.removeEventListener(name, gesture, { capture: true });
    for (const end of ends) end();
    clearInterval(looking);
    if (ringTimer !== null) clearInterval(ringTimer);
    ending.abort();
    mark(null);
    markFocus(null);
    setUnreadInTitle(0);
    setBadge(0);
  };
}

const focusMark = "parlour.focus";
const viewMark = (chatId: number): string => `parlour.view ${chatId}`;
const callTag = (callId: number): string => `call-${callId}`;
const tagOf = (chatId: number): string => `chat-${chatId}`;

/** The one tab that plays. A tab that may not make sounds does not ask, or it would keep the others silent. */
function soundingTab(signal: AbortSignal): () => boolean {
  let isIt: (() => boolean) | null = null;
  const ask = () => {
    if (isIt === null && !soundBlocked()) isIt = oneTab("parlour.sound", signal);
  };
  signal.addEventListener("abort", subscribeSound(ask));
  ask();
  return () => isIt?.() === true;
}

/** The number on the icon of the installed application. */
function setBadge(n: number): void {
  const app = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  // Browsers refuse it outside an installed application.
  const done = n > 0 ? app.setAppBadge?.(n) : app.clearAppBadge?.();
  done?.catch(() => undefined);
}
