import type { WidgetContacts } from "@parlour/protocol/widget";
import type { Facts, ToPage, ToWindow } from "../bridge.ts";
import type { Rules } from "../rules/index.ts";
import { isOpen, next, type Cause, type State } from "../states.ts";
import type { Callbacks } from "./callbacks.ts";
import type { Early } from "../loader/start.ts";
import type { Visit } from "../loader/store.ts";
import { pageDark } from "./dark.ts";
import { openFrame } from "./frame.ts";
import { drawLauncher } from "./launcher.ts";
import { openCover } from "./phone.ts";
import type * as scriptFile from "./script.ts";
import { phoneQuery } from "./style.ts";
import { titleBadge } from "./title.ts";
import { wordsOf } from "./words.ts";

/** Who moved the widget (WG-023). */
export type By = "visitor" | "api" | "rule" | "invitation";

/** One life of the widget on a page, from its start to its destruction (WG-093). */
export interface Session {
  readonly visit: Visit;
  state(): State;
  facts(): Facts;
  /** What is known of the visitor, with what the page said and the server has not confirmed yet (WG-032). */
  contacts(): WidgetContacts;
  claim(contacts: Partial<WidgetContacts>): void;
  move(cause: Cause, by: By): void;
  /** False when too much waits for the window. */
  post(message: ToWindow): boolean;
  /** Shown as a message of the service (WG-060). */
  invite(text: string, departmentId: number | null): void;
  /** setRules (WG-050); before `attach` it is not there. */
  setRules(given: unknown): ReturnType<Rules["set"]>;
  /** The script API is there, and with it the rules; they begin behind the load callback. */
  attach(script: Pick<typeof scriptFile, "openRules" | "pageClock" | "pageEvents" | "utmOf">): void;
  /** Initialization is finished (WG-020). */
  load(): void;
  /** WG-071: as this tab was on the page before, unless something moved it already. */
  restore(): void;
  setAccent(colour: string): void;
  setPage(url: string, title: string): void;
  setUserToken(token: string): void;
  /** clearHistory (WG-064). */
  forget(): void;
  /** As soon as the server was heard, or `ms` passed; `isHeard`: which of both. */
  whenHeard(ms: number, run: (isHeard: boolean) => void): void;
  end(): void;
}
export interface SessionDeps {
  readonly callbacks: Callbacks;
  /** The widget is not for this page after all. */
  readonly onGone: () => void;
}
const unknown: WidgetContacts = { name: null, email: null, phone: null, description: null };
const nothing: Facts = {
  connected: false,
  number: null,
  situation: null,
  contacts: unknown,
  unread: 0,
  agents: [],
  calling: false,
  quiet: false,
  hasMessages: false,
};
const dayMs = 86_400_000;

export function openSession(early: Early, { callbacks, onGone }: SessionDeps): Session {
  const { face, store, device, button } = early;
  const { tell } = callbacks;
  const words = wordsOf(button.language, early.words.chat);
  const before = store.tab.read().state;
  let { visit } = early;
  /** Other tabs are in the same visit. */
  const readVisit = (): void => {
    const stored = store.browser.read().visit;
    if (stored?.since === visit.since) visit = { ...visit, ...stored };
  };
  const keepVisit = (patch: Partial<Visit>): void => {
    readVisit();
    visit = { ...visit, ...patch };
    store.browser.keep({ visit });
  };

  let facts = nothing;
  let claimed: Partial<WidgetContacts> = {};
  let state: State = "label";
  let label: string | null = null;
  let accent = face.accent;
  let userToken: string | null = null;
  let page: { url: string; title: string } | null = null;
  let isHalf = false;
  let isInvited = false;
  let isTouched = false;
  /** Time of an operator's invitation that no tab has shown yet, as far as this one knows; 0: none. */
  let due = 0;
  let isTeased = false;
  let isDark = face.scheme === "dark";
  let isLoaded = false;
  let isRestored = false;
  let hasEnded = false;
  let size = "";
  let rules: Rules | null = null;
  let waiting: ((isHeard: boolean) => void)[] = [];

  const phone = matchMedia(phoneQuery);
  const badge = titleBadge();
  const pageNow = () => page ?? { url: location.href.slice(0, 4096), title: badge.own().slice(0, 1000) };
  const frame = openFrame({
    address: face.frame,
    title: face.name,
    heard,
    // He may have gone on in the page, or closed it.
    mayFocus: () => isOpen(state) && (launcher.holdsFocus() || document.activeElement === document.body),
    start: () => ({
      type: "start",
      face,
      token: store.browser.read().token ?? null,
      userToken,
      page: { ...pageNow(), referrer: visit.referrer, first: visit.first, visits: visit.visits, pages: visit.pages },
      language: (face.language ?? (document.documentElement.lang || navigator.language || "en")).slice(0, 35),
      origin: location.origin,
      state,
      dark: isDark,
      phone: phone.matches,
      kept: store.lasting,
      ...(face.analytics_ids ? { cookies: analyticsIds() } : {}),
      ...sealedOf(store.tab.read().sealed),
    }),
  });
  const launcher = drawLauncher(early, {
    frame: frame.element,
    words,
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
    onResize: () => {
      if (size === "") size = measure(launcher.box());
      else tellSize();
    },
  });
  early.press = () => move(isOpen(state) ? "minimise" : "button", "visitor");
  const cover = openCover(() => move("minimise", "visitor"));
  const dark = pageDark(face.scheme, colour);
  // Not at the start: it asks for computed styles, and the page may be busy.
  function colour(): void {
    const now = dark.now();
    if (now === isDark) return;
    isDark = now;
    frame.post({ type: "look", dark: isDark });
    show();
  }

  function show(): void {
    const { unread, agents } = facts;
    launcher.show({
      state,
      unread,
      agents,
      caption: label ?? early.words.caption,
      teaser: isTeased,
      half: isHalf,
      look: { accent, dark: isDark },
    });
  }
  function tellSize(): void {
    tell("resize", () => {
      const box = launcher.box();
      const measured = measure(box);
      if (hasEnded || measured === size) return null;
      size = measured;
      return { width: Math.round(box.width), height: Math.round(box.height) };
    });
  }

  function move(cause: Cause, by: By): void {
    const previous = state;
    const to = next(state, cause, facts.hasMessages);
    if (to === state || hasEnded) return;
    const hadFocus = launcher.holdsFocus();
    if (size === "") size = measure(launcher.box());
    state = to;
    store.tab.keep({ state });
    const isShown = isOpen(state);
    if (isShown) {
      isTeased = false;
      isHalf = (by === "rule" || by === "invitation") && !isOpen(previous);
      colour();
    } else {
      isHalf = false;
      if (isInvited && by === "visitor" && !facts.hasMessages) {
        keepVisit({ closed: true });
        store.browser.keep({ declined: Date.now() });
        tellRules();
      }
      isInvited = false;
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

  /** Number of the visitor whose history was cleared. */
  let forgotten: number | null = null;
  function heard(message: ToPage): void {
    switch (message.type) {
      case "facts": {
        // The window has not heard it yet.
        if (message.facts.number !== null && message.facts.number === forgotten) return;
        const before = facts;
        facts = message.facts;
        // What changed since the server was heard is newer than the page's own word.
        if (before.connected)
          claimed = Object.fromEntries(
            Object.entries(claimed).filter(([name]) => {
              const key = name as keyof WidgetContacts;
              return facts.contacts[key] === before.contacts[key];
            }),
          );
        if (before.connected && facts.unread > before.unread) isTeased = Date.now() - (store.browser.read().dismissed ?? 0) > dayMs;
        if (face.title_badge && facts.unread !== before.unread) badge.show(facts.unread);
        if (facts.number !== null) wake(true);
        tellRules();
        if (state === "chat/min" && facts.connected && !facts.hasMessages) move("ended", "api");
        return show();
      }
      case "token":
        return store.browser.keep({ token: message.token ?? undefined });
      case "keep":
        return store.tab.keep({ sealed: message.sealed ?? undefined });
      case "move":
        return move(message.cause, message.cause === "reply" ? "invitation" : message.cause === "ended" ? "api" : "visitor");
      case "invited":
        due = message.at;
        return onSeen();
      case "withdrawn":
        due = 0;
        if (isInvited && !isTouched && !launcher.holdsFocus()) move("close", "invitation");
        return;
      case "touched":
        isHalf = false;
        isTouched = true;
        cover.set(isOpen(state) && phone.matches, true);
        return show();
      case "gone":
        return onGone();
      case "event":
        tell(message.name, message.detail, message.name === "callEnd" ? message.detail : undefined);
    }
  }
  /** An operator's invitation comes up in the tab that is looked at, and in no other. */
  function onSeen(): void {
    if (due === 0 || document.visibilityState === "hidden") return;
    readVisit();
    if (visit.shown !== due && mayInvite()) {
      keepVisit({ shown: due });
      showInvitation("invitation");
    }
    due = 0;
  }
  function showInvitation(by: "invitation" | "rule"): void {
    if (facts.hasMessages) return;
    isInvited = true;
    isTouched = false;
    keepVisit({ invited: (visit.invited ?? 0) + 1 });
    move("button", by);
    tellRules();
  }
  function mayInvite(): boolean {
    const { per_visit, after_close_min } = face.invitations;
    const declined = store.browser.read().declined ?? 0;
    return (
      !facts.quiet &&
      !facts.hasMessages &&
      visit.closed !== true &&
      (visit.invited ?? 0) < per_visit &&
      Date.now() - declined >= after_close_min * 60_000
    );
  }
  function wake(isHeard: boolean): void {
    const due = waiting;
    waiting = [];
    for (const one of due) one(isHeard);
  }

  const attach: Session["attach"] = ({ openRules, pageClock, pageEvents, utmOf }) => {
    rules = openRules({
      rules: face.rules,
      clock: pageClock,
      page: {
        ...pageEvents,
        url: () => pageNow().url,
        referrer: visit.referrer,
        utm: utmOf(visit.first),
        visits: visit.visits,
        pages: visit.pages,
        device,
        language: navigator.language,
        spoken: button.language,
        since: early.since,
        visitSince: visit.since,
      },
      fired: (scope) => (scope === "session" ? visit.fired : store.browser.read().fired) ?? [],
      keepFired: (scope, fired) => (scope === "session" ? keepVisit({ fired }) : store.browser.keep({ fired })),
      caps: face.invitations,
      replaced: () => void frame.post({ type: "replaced" }),
      act: {
        open(start) {
          if (start === "chat" || (face.calls && facts.situation?.call !== "disabled")) move(start === "call" ? "call" : "button", "rule");
        },
        invite(text, departmentId) {
          frame.post({ type: "invite", text, department_id: departmentId, by: "rule" });
          showInvitation("rule");
        },
        label(text) {
          label = text;
          show();
          tellSize();
        },
      },
    });
  };
  function tellRules(): void {
    rules?.facts({
      // Not before the page had its say in the load callback.
      ready: isLoaded && facts.situation !== null,
      hasMessages: facts.hasMessages,
      quiet: facts.quiet,
      workingHours: facts.situation?.working_hours === true,
      operatorsOnline: facts.situation?.operators_online === true,
      invited: visit.invited ?? 0,
      closed: visit.closed === true,
      closedAt: store.browser.read().declined ?? null,
    });
  }

  const onPhone = (): void => {
    cover.set(isOpen(state) && phone.matches && !isHalf, false);
    frame.post({ type: "place", phone: phone.matches });
    show();
  };
  const onStored = (event: StorageEvent): void => {
    if (event.key !== store.name) return;
    // What another tab has shown counts here, too.
    readVisit();
    tellRules();
    // Another tab forgot the visitor, or both met the server at once: one visitor for one browser.
    if (tokenOf(event.oldValue) === tokenOf(event.newValue)) return;
    facts = { ...nothing, situation: facts.situation };
    frame.restart();
    show();
  };
  const onHide = (): void => keepVisit({ last: Date.now() });
  const onNavigate = (): void => {
    page = null;
    frame.post({ type: "page", ...pageNow() });
    rules?.tick();
  };
  const navigation = (window as unknown as { readonly navigation?: EventTarget }).navigation;
  phone.addEventListener("change", onPhone);
  window.addEventListener("storage", onStored);
  document.addEventListener("visibilitychange", onSeen);
  window.addEventListener("pagehide", onHide);
  navigation?.addEventListener("navigatesuccess", onNavigate);

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
    if (before === "chat" || before === "chat/call") move("button", "api");
    else if (before === "chat/min" && (facts.hasMessages || !facts.connected)) restoreBar();
  }
  function restoreBar(): void {
    state = "chat/min";
    show();
    frame.post({ type: "state", state, focus: false });
    tell("changeState", { state, previous: "label" }, state);
    tellSize();
  }
  function whenHeard(ms: number, run: (isHeard: boolean) => void): void {
    if (facts.number !== null) return run(true);
    waiting.push(run);
    setTimeout(() => {
      if (!waiting.includes(run)) return;
      waiting = waiting.filter((one) => one !== run);
      run(false);
    }, ms);
  }

  colour();
  show();
  frame.load();
  return {
    get visit() {
      return visit;
    },
    state: () => state,
    facts: () => facts,
    contacts: () => ({ ...facts.contacts, ...claimed }),
    claim: (contacts) => void (claimed = { ...claimed, ...contacts }),
    move,
    post: (message) => frame.post(message),
    invite(text, departmentId) {
      frame.post({ type: "invite", text, department_id: departmentId, by: "script" });
      isInvited = true;
      move("button", "invitation");
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
    setPage(url, text) {
      page = { url, title: text };
      frame.post({ type: "page", ...page });
      rules?.tick();
    },
    setUserToken(token) {
      userToken = token;
      frame.post({ type: "user_token", token });
    },
    forget() {
      forgotten = facts.number;
      frame.post({ type: "forget" });
      store.browser.keep({ token: undefined, fired: undefined });
      move("close", "api");
      facts = { ...facts, contacts: unknown, number: null, unread: 0, agents: [], hasMessages: false };
      claimed = {};
      userToken = null;
      isTeased = false;
      show();
    },
    whenHeard,
    end() {
      hasEnded = true;
      badge.show(0);
      phone.removeEventListener("change", onPhone);
      window.removeEventListener("storage", onStored);
      document.removeEventListener("visibilitychange", onSeen);
      window.removeEventListener("pagehide", onHide);
      navigation?.removeEventListener("navigatesuccess", onNavigate);
      rules?.stop();
      dark.stop();
      cover.remove();
      launcher.remove();
      frame.remove();
      wake(false);
    },
  };
}

function measure({ left, top, width, height }: DOMRect): string {
  return [left, top, width, height].map(Math.round).join();
}
function tokenOf(stored: string | null): unknown {
  try {
    return (JSON.parse(stored ?? "{}") as { token?: unknown } | null)?.token;
  } catch {
    return undefined;
  }
}
function sealedOf(sealed: string | undefined): { readonly sealed?: string } {
  return sealed === undefined ? {} : { sealed };
}
/** WH-026. */
function analyticsIds(): { ga?: string; ym?: string } {
  const ids: { ga?: string; ym?: string } = {};
  try {
    for (const [name, key] of [
      ["_ga", "ga"],
      ["_ym_uid", "ym"],
    ] as const) {
      const found = new RegExp(`(?:^|; )${name}=([^;]{1,255})`).exec(document.cookie)?.[1];
      if (found !== undefined) ids[key] = found;
    }
  } catch {
    // Cookies are blocked here.
    return {};
  }
  return ids;
}
