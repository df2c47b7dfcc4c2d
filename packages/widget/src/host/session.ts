import type { Start, ToWindow } from "../bridge.ts";
import type { Early } from "../loader/start.ts";
import type { Visit } from "../loader/store.ts";
import { isOpen } from "../states.ts";
import type { Callbacks } from "./callbacks.ts";
import { firstMessage } from "./first-message.ts";
import { firstWord, type FirstWord } from "./first-word.ts";
import type { Invitations } from "./invitations.ts";
import { openKnown, type Known } from "./known.ts";
import { openMoving, type Moving } from "./moving.ts";
import { hearOtherTabs } from "./other-tabs.ts";
import type { PageRules } from "./page-rules.ts";
import { openPresence } from "./presence.ts";
import { openShownPage } from "./shown-page.ts";
import { openSurface } from "./surface.ts";
import { titleBadge } from "./title.ts";
import type * as scriptFile from "./script.ts";
import { keptVisit } from "./visit.ts";
import { hearWindow } from "./window-said.ts";

/** One run of the widget on a page, from its start to its destruction (WG-093). */
export interface Session extends Pick<Known, "facts" | "contacts" | "claim">, Pick<FirstWord, "whenHeard">, Moving {
  readonly visit: () => Visit;
  /** False if the queue for the chat window is full. */
  readonly post: (message: ToWindow) => boolean;
  /** Shows the text as a system message (WG-060). */
  invite(text: string, departmentId: number | null): void;
  /** `setRules` of the script API (WG-050). */
  readonly setRules: PageRules["set"];
  /** Adds invitations and rules once their script is loaded. Rules run after the load callback. */
  readonly attach: (script: typeof scriptFile) => void;
  /**
   * Reports the page as present, unless the chat window does. Call it after the page's calls so
   * far, because they may identify the visitor (WG-103).
   */
  readonly arrive: () => void;
  /** Loads the chat window, so that the state stays current (WG-031). */
  readonly connect: () => void;
  /** Runs the load callback: initialization is finished (WG-020). */
  load(): void;
  setAccent(colour: string): void;
  /** `hide()` and `show()` of the script API (WG-095). */
  hide(isHidden: boolean): void;
  setPage(url: string, title: string): void;
  setUserToken(token: string): void;
  /** `clearHistory` of the script API (WG-064). */
  forget(): void;
  end(): void;
}
export interface SessionDeps {
  readonly callbacks: Callbacks;
  /** The server rejected the widget on this page. */
  readonly onGone: () => void;
  /** The document removed all listeners (`document.open`). */
  readonly onErased: () => void;
}

export function openSession(early: Early, { callbacks, onGone, onErased }: SessionDeps): Session {
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
      surface.post({ type: "page", ...now });
      presence.changed();
      rules?.tick();
    },
    signal,
  });
  const start = (): Start => firstMessage({ early, visit, page, surface, facts, userToken });
  const surface = openSurface({
    early,
    facts,
    start,
    ready: () => presence.asking(),
    heard(message) {
      if (message.type === "facts") {
        // Before `welcome` the chat window has no visitor.
        if (message.facts.number === null && presence.isActive()) return;
        presence.stop();
      }
      heard(message);
    },
    tell,
    move: (cause) => move(cause, "visitor"),
    onErased,
    signal,
  });
  const { holdsFocus, load: connect } = surface;
  /**
   * Marks that the visitor has used the chat window, so that the next pages load it at once
   * (WG-103).
   */
  const use = (): void => {
    store.browser.keep({ past: undefined });
    connect();
  };
  const presence = openPresence({
    store,
    told: start,
    surface,
    answered({ number, situation, quiet, has_written, invited }) {
      heard({ type: "facts", facts: { ...facts(), connected: true, number, situation, quiet } });
      if (has_written || invited) use();
    },
    refused: onGone,
    signal,
  });
  const post = (message: ToWindow): boolean => {
    // Custom data and attributes wait until the chat window is needed.
    if (message.type !== "custom_data" && message.type !== "attributes") use();
    return surface.post(message);
  };
  // Null until their script is loaded.
  let rules: PageRules | null = null;
  let areRulesDue = false;
  const tellRules = (): void => rules?.tell(areRulesDue);
  let invitations: Invitations | null = null;
  /** Time of an operator's invitation that waits for the script. 0: none. */
  let invitedAt = 0;
  const invited = (at: number): void => {
    invitedAt = at;
    if (at === 0) invitations?.withdrawn();
    else if (invitations === null) early.called();
    else invitations.came(at);
  };
  const { move, restore } = openMoving({ store, surface, invitations: () => invitations, facts, tell, use, signal });
  early.press = () => move(isOpen(surface.stand().state) ? "minimise" : "button", "visitor");
  const invite = (by: "script" | "rule", text: string, id: number | null): void =>
    void post({ type: "invite", text, department_id: id, by });
  const heard = hearWindow({
    early,
    known,
    surface,
    move,
    invitations: () => invitations,
    invited,
    badge,
    word,
    tell,
    tellRules,
    onGone,
  });
  window.addEventListener("pagehide", () => visit.keep({ last: Date.now() }), { signal });
  hearOtherTabs({
    store,
    signal,
    kept() {
      // Invitations that another tab has shown count here, too, and so does its use of the chat
      // window.
      visit.read();
      tellRules();
      loadKnown();
    },
    anotherVisitor() {
      known.restart();
      surface.restart();
      surface.set({ isDrawn: false });
      presence.changed();
    },
  });
  /** Loads the chat window if the visitor has used it before, on this page or another. */
  const loadKnown = (): void => {
    const { token, past } = store.browser.read();
    if (token && past !== false) connect();
  };
  loadKnown();
  if (face.preview !== undefined || face.rules.length > 0) connect();
  return {
    visit: visit.now,
    facts,
    contacts: known.contacts,
    claim: known.claim,
    whenHeard: word.whenHeard,
    move,
    restore,
    post,
    connect,
    arrive: presence.start,
    setRules: (given) => rules?.set(given) ?? { result: "fail", reason: "Widget is destroyed" },
    attach(script) {
      invitations = script.openInvitations({ caps: face.invitations, store, visit, facts, move, holdsFocus, changed: tellRules, signal });
      if (invitedAt > 0) invitations.came(invitedAt);
      rules = script.openPageRules({
        early,
        visit,
        url: () => page.now().url,
        replaced: () => void post({ type: "replaced" }),
        facts,
        move: (cause) => move(cause, "rule"),
        invite(text, departmentId) {
          invite("rule", text, departmentId);
          invitations?.ofRule();
        },
        label(caption) {
          surface.set({ caption });
          surface.tellSize();
        },
      });
    },
    invite(text, departmentId) {
      invite("script", text, departmentId);
      invitations?.ofScript();
    },
    load() {
      if (signal.aborted) return;
      tell("load", {});
      call(() => {
        if (signal.aborted) return;
        restore();
        areRulesDue = true;
        tellRules();
      });
    },
    setAccent(accent) {
      surface.post({ type: "look", accent });
      surface.set({ accent });
      early.config.widget_color = accent;
    },
    hide(isHidden) {
      early.isHidden = isHidden;
      surface.set({});
    },
    setPage: (url, title) => page.set({ url, title }),
    setUserToken(token) {
      userToken = token;
      post({ type: "user_token", token });
    },
    forget() {
      if (surface.isLoaded()) post({ type: "forget" });
      store.browser.keep({ token: undefined, fired: undefined });
      move("close", "api");
      known.forget();
      userToken = null;
      surface.set({ teaser: 0 });
      presence.changed();
    },
    end() {
      presence.stop();
      over.abort();
      badge.show(0);
      rules?.stop();
      surface.remove();
      word.wake();
    },
  };
}
