import type { ToPage, ToWindow } from "../bridge.ts";
import { isOpen, next, type Cause, type State } from "../states.ts";
import type { Early } from "../loader/start.ts";
import type { Visit } from "../loader/store.ts";
import { analyticsIds } from "./analytics-ids.ts";
import type { Callbacks } from "./callbacks.ts";
import { pageDark } from "./dark.ts";
import { firstWord, type FirstWord } from "./first-word.ts";
import { openFrame } from "./frame.ts";
import { openInvitations } from "./invitations.ts";
import { openKnown, type Known } from "./known.ts";
import { drawLauncher } from "./launcher.ts";
import { hearOtherTabs } from "./other-tabs.ts";
import type { PageRules } from "./page-rules.ts";
import { openCover } from "./phone.ts";
import type * as scriptFile from "./script.ts";
import { openShownPage } from "./shown-page.ts";
import { sizeSeen } from "./size.ts";
import { phoneQuery } from "./style.ts";
import { titleBadge } from "./title.ts";
import { keptVisit } from "./visit.ts";
import { wordsOf } from "./words.ts";

/** Who moved the widget (WG-023). */
export type By = "visitor" | "api" | "rule" | "invitation";

/** One life of the widget on a page, from its start to its destruction (WG-093). */
export interface Session extends Pick<Known, "facts" | "contacts" | "claim">, Pick<FirstWord, "whenHeard"> {
  readonly visit: Visit;
  move(cause: Cause, by: By): void;
  /** False when too much waits for the window. */
  post(message: ToWindow): boolean;
  /** Shown as a message of the service (WG-060). */
  invite(text: string, departmentId: number | null): void;
  /** setRules (WG-050); before `attach` it is not there. */
  setRules(given: unknown): ReturnType<PageRules["set"]>;
  /** The script API is there, and with it the rules; they begin behind the load callback. */
  attach(script: Pick<typeof scriptFile, "openPageRules">): void;
  /** Initialization is finished (WG-020). */
  load(): void;
  /** WG-071: as this tab was on the page before, unless something moved it already. */
  restore(): void;
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
const dayMs = 86_400_000;

export function openSession(early: Early, { callbacks, onGone }: SessionDeps): Session {
  const { face, store } = early;
  const { tell } = callbacks;
  const before = store.tab.read().state;
  const over = new AbortController();
  const { signal } = over;
  const visit = keptVisit(early.visit, store);
  const known = openKnown();
  const { facts } = known;
  let state: State = "label";
  let label: string | null = null;
  let accent = face.accent;
  let userToken: string | null = null;
  let isHalf = false;
  let isTeased = false;
  let isLoaded = false;
  let isRestored = false;
  let hasEnded = false;
  let rules: PageRules | null = null;

  const phone = matchMedia(phoneQuery);
  const badge = titleBadge();
  const page = openShownPage({
    ownTitle: badge.own,
    changed(now) {
      frame.post({ type: "page", ...now });
      rules?.tick();
    },
    signal,
  });
  const frame = openFrame({
    address: face.frame,
    title: face.name,
    heard,
    // He may have gone on in the page, or closed it.
    mayFocus: () => isOpen(state) && (launcher.holdsFocus() || document.activeElement === document.body),
    start() {
      const { referrer, first, visits, pages } = visit.now();
      const { token } = store.browser.read();
      const { sealed } = store.tab.read();
      return {
        type: "start",
        face,
        token: token ?? null,
        userToken,
        page: { ...page.now(), referrer, first, visits, pages },
        language: (face.language ?? (document.documentElement.lang || navigator.language || "en")).slice(0, 35),
        origin: location.origin,
        state,
        dark: dark.is(),
        phone: phone.matches,
        kept: store.lasting,
        ...(face.analytics_ids ? { cookies: analyticsIds() } : {}),
        ...(sealed === undefined ? {} : { sealed }),
      };
    },
  });
  const launcher = drawLauncher(early, {
    frame: frame.element,
    words: wordsOf(early.button.language, early.words.chat),
    press(what) {
      if (what === "dismiss") {
        isTeased = false;
        store.browser.keep({ dismissed: Date.now() });
        show();
        launcher.focus();
      } else if (what === "open") move("button", "visitor");
      else move(what, "visitor");
    },
    onReturn: () => frame.moved(),
    onResize: () => (size.hasBegun() ? tellSize() : size.begin()),
  });
  const size = sizeSeen(() => launcher.box());
  const word = firstWord(() => facts().number !== null);
  const invitations = openInvitations({
    caps: face.invitations,
    store,
    visit,
    facts,
    move,
    holdsFocus: () => launcher.holdsFocus(),
    changed: tellRules,
  });
  early.press = () => move(isOpen(state) ? "minimise" : "button", "visitor");
  const cover = openCover(() => move("minimise", "visitor"));
  const dark = pageDark({
    scheme: face.scheme,
    changed() {
      frame.post({ type: "look", dark: dark.is() });
      show();
    },
    signal,
  });

  function show(): void {
    const { unread, agents } = facts();
    launcher.show({
      state,
      unread,
      agents,
      caption: label ?? early.words.caption,
      teaser: isTeased,
      half: isHalf,
      look: { accent, dark: dark.is() },
    });
  }
  function tellSize(): void {
    tell("resize", () => (hasEnded ? null : size.changed()));
  }

  function move(cause: Cause, by: By): void {
    const previous = state;
    const to = next(state, cause, facts().hasMessages);
    if (to === state || hasEnded) return;
    const hadFocus = launcher.holdsFocus();
    size.begin();
    state = to;
    store.tab.keep({ state });
    const isShown = isOpen(state);
    if (isShown) {
      isTeased = false;
      isHalf = (by === "rule" || by === "invitation") && !isOpen(previous);
      dark.look();
    } else {
      isHalf = false;
      invitations.closed(by === "visitor");
    }
    show();
    cover.set(isShown && phone.matches && !isHalf, by === "visitor");
    frame.post({ type: "state", state, focus: by === "visitor" });
    if (isShown && by === "visitor") frame.focus();
    else if (!isShown && isOpen(previous) && hadFocus) launcher.focus();
    tell("changeState", { state, previous }, state);
    if (isShown !== isOpen(previous)) tell(isShown ? "open" : "close", { by });
    tellSize();
  }

  function heard(message: ToPage): void {
    switch (message.type) {
      case "facts": {
        const before = known.take(message.facts);
        if (before === null) return;
        const { unread, number, connected, hasMessages } = message.facts;
        if (before.connected && unread > before.unread) isTeased = Date.now() - (store.browser.read().dismissed ?? 0) > dayMs;
        if (face.title_badge && unread !== before.unread) badge.show(unread);
        if (number !== null) word.wake(true);
        tellRules();
        if (state === "chat/min" && connected && !hasMessages) move("ended", "api");
        return show();
      }
      case "token":
        return store.browser.keep({ token: message.token ?? undefined });
      case "keep":
        return store.tab.keep({ sealed: message.sealed ?? undefined });
      case "move":
        return move(message.cause, message.cause === "reply" ? "invitation" : message.cause === "ended" ? "api" : "visitor");
      case "invited":
        return invitations.came(message.at);
      case "withdrawn":
        return invitations.withdrawn();
      case "touched":
        isHalf = false;
        invitations.touched();
        cover.set(isOpen(state) && phone.matches, true);
        return show();
      case "gone":
        return onGone();
      case "event":
        tell(message.name, message.detail, message.name === "callEnd" ? message.detail : undefined);
    }
  }

  const attach: Session["attach"] = ({ openPageRules }) => {
    rules = openPageRules({
      early,
      visit,
      url: () => page.now().url,
      replaced: () => void frame.post({ type: "replaced" }),
      facts,
      move: (cause) => move(cause, "rule"),
      invite(text, departmentId) {
        frame.post({ type: "invite", text, department_id: departmentId, by: "rule" });
        invitations.ofRule();
      },
      label(text) {
        label = text;
        show();
        tellSize();
      },
    });
  };
  function tellRules(): void {
    rules?.tell(isLoaded);
  }

  const onPhone = (): void => {
    cover.set(isOpen(state) && phone.matches && !isHalf, false);
    frame.post({ type: "place", phone: phone.matches });
    show();
  };
  phone.addEventListener("change", onPhone, { signal });
  document.addEventListener("visibilitychange", () => invitations.looked(), { signal });
  window.addEventListener("pagehide", () => visit.keep({ last: Date.now() }), { signal });
  hearOtherTabs({
    store,
    signal,
    kept() {
      // What another tab has shown counts here, too.
      visit.read();
      tellRules();
    },
    anotherVisitor() {
      known.restart();
      frame.restart();
      show();
    },
  });

  function load(): void {
    if (hasEnded) return;
    tell("load", {});
    callbacks.call(() => {
      if (hasEnded) return;
      isLoaded = true;
      restore();
      tellRules();
    });
  }
  function restore(): void {
    if (isRestored || hasEnded) return;
    isRestored = true;
    if (state !== "label") return;
    if (before === "chat" || before === "chat/call") return move("button", "api");
    if (before !== "chat/min" || (facts().connected && !facts().hasMessages)) return;
    state = "chat/min";
    show();
    frame.post({ type: "state", state, focus: false });
    tell("changeState", { state, previous: "label" }, state);
    tellSize();
  }

  dark.look();
  show();
  frame.load();
  return {
    get visit() {
      return visit.now();
    },
    facts,
    contacts: known.contacts,
    claim: (contacts) => known.claim(contacts),
    move,
    post: (message) => frame.post(message),
    invite(text, departmentId) {
      frame.post({ type: "invite", text, department_id: departmentId, by: "script" });
      invitations.ofScript();
    },
    setRules: (given) => rules?.set(given) ?? { result: "fail", reason: "Widget is destroyed" },
    attach,
    load,
    restore,
    setAccent(colour) {
      accent = colour;
      frame.post({ type: "look", accent: colour });
      show();
    },
    setPage: (url, title) => page.set({ url, title }),
    setUserToken(token) {
      userToken = token;
      frame.post({ type: "user_token", token });
    },
    forget() {
      frame.post({ type: "forget" });
      store.browser.keep({ token: undefined, fired: undefined });
      move("close", "api");
      known.forget();
      userToken = null;
      isTeased = false;
      show();
    },
    whenHeard: word.whenHeard,
    end() {
      hasEnded = true;
      badge.show(0);
      over.abort();
      rules?.stop();
      cover.remove();
      launcher.remove();
      frame.remove();
      word.wake(false);
    },
  };
}
