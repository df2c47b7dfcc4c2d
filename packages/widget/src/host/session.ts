import type { ToWindow } from "../bridge.ts";
import type { Early } from "../loader/start.ts";
import type { Visit } from "../loader/store.ts";
import { isOpen } from "../states.ts";
import type { Callbacks } from "./callbacks.ts";
import { firstMessage } from "./first-message.ts";
import { firstWord, type FirstWord } from "./first-word.ts";
import { openInvitations } from "./invitations.ts";
import { openKnown, type Known } from "./known.ts";
import { openLateRules, type LateRules } from "./late-rules.ts";
import { openMoving, type Moving } from "./moving.ts";
import { hearOtherTabs } from "./other-tabs.ts";
import { openShownPage } from "./shown-page.ts";
import { openSurface } from "./surface.ts";
import { titleBadge } from "./title.ts";
import { keptVisit } from "./visit.ts";
import { hearWindow } from "./window-said.ts";

/** One life of the widget on a page, from its start to its destruction (WG-093). */
export interface Session extends Pick<Known, "facts" | "contacts" | "claim">, Pick<FirstWord, "whenHeard">, Moving {
  readonly visit: () => Visit;
  /** False when too much waits for the window. */
  readonly post: (message: ToWindow) => boolean;
  /** Shown as a message of the service (WG-060). */
  invite(text: string, departmentId: number | null): void;
  /** setRules (WG-050). */
  readonly setRules: LateRules["set"];
  /** The script API is there, and with it the rules; they begin behind the load callback. */
  readonly attach: LateRules["attach"];
  /** Initialization is finished (WG-020). */
  load(): void;
  setAccent(colour: string): void;
  setPage(url: string, title: string): void;
  setUserToken(token: string): void;
  /** clearHistory (WG-064). */
  forget(): void;
  end(): void;
}
export interface SessionDeps {
  readonly callbacks: Callbacks;
  /** The widget is not for this page after all. */
  readonly onGone: () => void;
}

export function openSession(early: Early, { callbacks, onGone }: SessionDeps): Session {
  const { face, store } = early;
  const { tell, call } = callbacks;
  const over = new AbortController();
  const { signal } = over;
  const visit = keptVisit(early.visit, store);
  const known = openKnown();
  const { facts } = known;
  const badge = titleBadge();
  const word = firstWord(() => facts().number !== null);
  let userToken: string | null = null;
  const page = openShownPage({
    ownTitle: badge.own,
    changed(now) {
      post({ type: "page", ...now });
      rules.tick();
    },
    signal,
  });
  const surface = openSurface({
    early,
    facts,
    start: () => firstMessage({ early, visit, page, surface, userToken }),
    heard: (message) => heard(message),
    tell,
    move: (cause) => move(cause, "visitor"),
    signal,
  });
  const { post, holdsFocus } = surface;
  const invitations = openInvitations({
    caps: face.invitations,
    store,
    visit,
    facts,
    move: (cause, by) => move(cause, by),
    holdsFocus,
    changed: () => rules.tell(),
  });
  const { move, restore } = openMoving({ store, surface, invitations, facts, tell, signal });
  early.press = () => move(isOpen(surface.stand().state) ? "minimise" : "button", "visitor");
  const invite = (by: "script" | "rule", text: string, id: number | null): void =>
    void post({ type: "invite", text, department_id: id, by });
  const rules = openLateRules({
    early,
    visit,
    url: () => page.now().url,
    replaced: () => void post({ type: "replaced" }),
    facts,
    move: (cause) => move(cause, "rule"),
    invite(text, departmentId) {
      invite("rule", text, departmentId);
      invitations.ofRule();
    },
    label(caption) {
      surface.set({ caption });
      surface.tellSize();
    },
  });
  const heard = hearWindow({ early, known, surface, move, invitations, badge, word, tell, tellRules: rules.tell, onGone });
  document.addEventListener("visibilitychange", () => invitations.looked(), { signal });
  window.addEventListener("pagehide", () => visit.keep({ last: Date.now() }), { signal });
  hearOtherTabs({
    store,
    signal,
    kept() {
      // What another tab has shown counts here, too.
      visit.read();
      rules.tell();
    },
    anotherVisitor() {
      known.restart();
      surface.restart();
      surface.set({ isDrawn: false });
    },
  });
  return {
    visit: visit.now,
    facts,
    contacts: known.contacts,
    claim: known.claim,
    whenHeard: word.whenHeard,
    move,
    restore,
    post,
    setRules: rules.set,
    attach: rules.attach,
    invite(text, departmentId) {
      invite("script", text, departmentId);
      invitations.ofScript();
    },
    load() {
      if (signal.aborted) return;
      tell("load", {});
      call(() => {
        if (signal.aborted) return;
        restore();
        rules.begin();
      });
    },
    setAccent(accent) {
      post({ type: "look", accent });
      surface.set({ accent });
    },
    setPage: (url, title) => page.set({ url, title }),
    setUserToken(token) {
      userToken = token;
      post({ type: "user_token", token });
    },
    forget() {
      post({ type: "forget" });
      store.browser.keep({ token: undefined, fired: undefined });
      move("close", "api");
      known.forget();
      userToken = null;
      surface.set({ teaser: false });
    },
    end() {
      over.abort();
      badge.show(0);
      rules.stop();
      surface.remove();
      word.wake(false);
    },
  };
}
