import type { Operator } from "@parlour/protocol";
import { announce } from "../ui/announcer.tsx";
import { t } from "../app/text.ts";
import { setUnreadInTitle } from "../ui/title.ts";
import type { Happening, Live } from "./live.ts";
import { countsOf, isMine, nameOf, ringingOf } from "./live-state.ts";
import { preferences } from "./preferences.ts";
import { may } from "./session.tsx";
import { allowSound, play } from "./sound.ts";

const repeatMs = 10_000;

/**
 * The ladder of product.md 4 as far as this page reaches: title and favicon, sound, one polite announcement.
 * Exactly one tab plays: the one that holds the lock. Gives the function that ends it.
 */
export function startAlerts(live: Live, me: Operator, chatInView: () => number | null): () => void {
  let plays = typeof navigator.locks === "undefined";
  const ending = new AbortController();
  if (!plays) {
    navigator.locks
      .request("parlour.sound", { signal: ending.signal }, () => {
        plays = true;
        return new Promise<void>((resolve) => {
          ending.signal.addEventListener("abort", () => resolve());
        });
      })
      .catch(() => undefined);
  }

  const online = () => (live.get().snapshot.presence.get(me.id) ?? me.presence) === "online";
  const rings = () => online() && preferences().sound.newChat && may(me, "chat") && ringingOf(live.get(), me.id) !== null;
  let ringTimer: ReturnType<typeof setInterval> | null = null;
  const ring = () => {
    if (!rings()) {
      if (ringTimer !== null) clearInterval(ringTimer);
      ringTimer = null;
      return;
    }
    if (ringTimer !== null) return;
    if (plays) play("new_chat");
    ringTimer = setInterval(() => {
      if (!rings()) ring();
      else if (plays) play("new_chat");
    }, repeatMs);
  };

  const told = new Set<string>();
  const happened = (happening: Happening) => {
    const name = nameOf(happening.chat) ?? t("visitor.anonymous", { n: happening.chat.visitor.number });
    if (happening.kind === "waiting") {
      // A waiting chat changes (its page, its contacts) and is news only once.
      const news = `${happening.chat.id} ${happening.chat.wait?.since ?? ""}`;
      if (!told.has(news)) announce(t("announce.newchat", { name }));
      if (told.size > 500) told.clear();
      told.add(news);
      return;
    }
    const inView = chatInView() === happening.chat.id && document.hasFocus();
    if (chatInView() === happening.chat.id) announce(t("announce.message", { name, text: happening.message.text }));
    if (isMine(happening.chat, me.id) && !inView && plays && online() && preferences().sound.message) play("message");
  };

  const draw = () => {
    const { unread } = countsOf(live.get(), me.id);
    setUnreadInTitle(unread);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const wanted = unread > 0 ? "/favicon-dot.svg" : "/favicon.svg";
    if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
    ring();
  };

  const gesture = () => {
    void allowSound();
  };
  void allowSound();
  const gestures = ["pointerdown", "keydown"] as const;
  for (const name of gestures) window.addEventListener(name, gesture, { capture: true, passive: true });
  const ends = [live.subscribe(draw), live.onHappening(happened)];
  draw();
  return () => {
    for (const name of gestures) window.removeEventListener(name, gesture, { capture: true });
    for (const end of ends) end();
    if (ringTimer !== null) clearInterval(ringTimer);
    ending.abort();
    setUnreadInTitle(0);
  };
}
