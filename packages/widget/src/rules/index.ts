import { leavesOf, readRules, truth, turnsOf, type Device, type Rule, type RuleAction, type RuleFacts } from "@parlour/protocol/rules";

/** Time as rules see it: tests move it. Milliseconds. */
export interface RulesClock {
  now(): number;
  /** Runs once after `ms`; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
}
/** The page that the rules look at. Nothing is listened to before a rule asks for it. */
export interface RulesPage {
  readonly url: () => string;
  /** Of the visit, as its first page had it. */
  readonly referrer: string;
  readonly utm: RuleFacts["utm"];
  readonly visits: number;
  readonly pages: number;
  readonly device: Device;
  readonly language: string;
  /** Of the window (WG-089): in it rules speak. */
  readonly spoken: string;
  /** When the page, and the visit, began; milliseconds since 1970. */
  readonly since: number;
  readonly visitSince: number;
  /** Per cent of the page's height that lies above the lower edge of what is seen. */
  readonly scrolled: () => number;
  readonly onScroll: (run: () => void) => () => void;
  /** The pointer left through the upper edge (true), and came back. */
  readonly onExit: (run: (isOut: boolean) => void) => () => void;
}
/** What the page knows besides; all of it may change at any time. */
export interface RulesState {
  /** The server has spoken: who the visitor is and what runs is known. Nothing fires before. */
  readonly ready: boolean;
  readonly hasMessages: boolean;
  readonly quiet: boolean;
  readonly workingHours: boolean;
  readonly operatorsOnline: boolean;
  /** Invitations that were shown in this visit, by rules and operators. */
  readonly invited: number;
  /** The visitor closed one in this visit; when he last closed one in any, null: never. Milliseconds since 1970. */
  readonly closed: boolean;
  readonly closedAt: number | null;
}
export interface RulesDeps {
  /** The account's, as the script carries them. */
  readonly rules: readonly unknown[];
  readonly clock: RulesClock;
  readonly page: RulesPage;
  /** Names of rules that fired in this session, for this visitor. */
  readonly fired: (scope: "session" | "visitor") => readonly string[];
  readonly keepFired: (scope: "session" | "visitor", names: readonly string[]) => void;
  /** Settings of the widget (WG-090). */
  readonly caps: { readonly per_visit: number; readonly after_close_min: number };
  /** The page's own rules stand in the place of the account's. */
  readonly replaced: () => void;
  readonly act: {
    open(start: "chat" | "call"): void;
    /** As WG-060; the page counts it as shown. */
    invite(text: string, departmentId: number | null): void;
    label(text: string): void;
  };
}
export interface Rules {
  /** setRules (WG-050): these and no others on this page view. Refused: nothing changes. */
  set(rules: unknown): { readonly result: "ok" } | { readonly result: "fail"; readonly reason: string };
  facts(changed: Partial<RulesState>): void;
  /** Looks again: the page shows another address. */
  tick(): void;
  stop(): void;
}
interface Watched {
  readonly rule: Rule;
  readonly name: string;
  /** The condition held when it was last looked at. */
  held: boolean;
}
/** Names that are remembered of rules that fired; the oldest go. */
const mostNames = 200;
const second = 1000;

/** Fires the rules of a page view (WG-050 – WG-054), each when its condition becomes true. Sleeps until the next moment that can change one. */
export function openRules(deps: RulesDeps): Rules {
  const { clock, page, act, caps } = deps;
  let state: RulesState = {
    ready: false,
    hasMessages: false,
    quiet: false,
    workingHours: false,
    operatorsOnline: false,
    invited: 0,
    closed: false,
    closedAt: null,
  };
  let watched: Watched[] = [];
  let scroll = 0;
  let isOut = false;
  /** A window was opened by a rule of this page view. */
  let hasOpened = false;
  const firedHere = new Set<string>();
  let listening: (() => void)[] = [];
  let wake: (() => void) | null = null;
  let isLooking = false;
  let isStale = false;

  // Anything may lie in the page's storage.
  const firedIn = (scope: "session" | "visitor"): readonly string[] => {
    const names: unknown = deps.fired(scope);
    return Array.isArray(names) ? (names as string[]) : [];
  };
  const hasFired = ({ rule, name }: Watched): boolean => {
    const { once = "session" } = rule;
    return once !== "always" && (firedHere.has(name) || (once !== "page" && firedIn(once).includes(name)));
  };
  const remember = ({ rule, name }: Watched): void => {
    const { once = "session" } = rule;
    firedHere.add(name);
    if (once === "session" || once === "visitor") deps.keepFired(once, [...firedIn(once), name].slice(-mostNames));
  };
  const isBlocked = (): boolean => state.hasMessages || state.quiet || state.closed;
  const mayInvite = (): boolean =>
    state.invited < caps.per_visit && (state.closedAt === null || clock.now() - state.closedAt >= caps.after_close_min * 60 * second);
  const said = ({ text, texts }: Exclude<RuleAction, { type: "open" }>): string =>
    (texts as Readonly<Record<string, string>> | undefined)?.[page.spoken] ?? text;
  const fire = (one: Watched): void => {
    let hasEffect = false;
    for (const action of one.rule.do) {
      if (action.type === "label") act.label(said(action));
      else {
        // The first of a page view, unless the rule may always (WG-051).
        if ((hasOpened && one.rule.once !== "always") || (action.type === "invitation" && !mayInvite())) continue;
        hasOpened = true;
        if (action.type === "open") act.open(action.start ?? "chat");
        else act.invite(said(action), action.department_id ?? null);
      }
      hasEffect = true;
    }
    // What was held back may still come on another page.
    if (hasEffect) remember(one);
  };
  const seconds = (since: number): number => Math.floor((clock.now() - since) / second);
  const factsNow = (): RuleFacts => ({
    time_on_page: seconds(page.since),
    time_on_site: seconds(page.visitSince),
    url: page.url(),
    referrer: page.referrer,
    scroll,
    exit_intent: isOut,
    visits: page.visits,
    pages: page.pages,
    working_hours: state.workingHours,
    operators_online: state.operatorsOnline,
    device: page.device,
    utm: page.utm,
    language: page.language,
  });
  const lookOnce = (): void => {
    const facts = factsNow();
    for (const one of watched) {
      const was = one.held;
      one.held = truth(one.rule.if, facts) === true;
      if (one.held && !was && !isBlocked() && !hasFired(one)) fire(one);
    }
  };
  /** What an action changes is looked at behind it, never inside. */
  const look = (): void => {
    isStale = true;
    if (isLooking || !state.ready) return;
    isLooking = true;
    try {
      while (isStale) {
        isStale = false;
        lookOnce();
      }
    } finally {
      isLooking = false;
    }
    sleep();
  };
  const sleep = (): void => {
    wake?.();
    const now = clock.now();
    let next = Infinity;
    for (const one of watched) {
      if (hasFired(one)) continue;
      for (const leaf of leavesOf(one.rule.if)) {
        for (const turn of turnsOf(leaf)) {
          const at = (leaf.type === "time_on_page" ? page.since : page.visitSince) + turn * second;
          if (at > now) next = Math.min(next, at);
        }
      }
    }
    wake = next === Infinity ? null : clock.after(next - now, look);
  };
  const listen = (): void => {
    for (const end of listening) end();
    const asked = new Set(watched.filter((one) => !hasFired(one)).flatMap(({ rule }) => leavesOf(rule.if).map(({ type }) => type)));
    const scrolled = (): void => {
      const now = Math.min(100, page.scrolled());
      if (now <= scroll) return;
      scroll = now;
      look();
    };
    listening = [
      ...(asked.has("scroll") ? [page.onScroll(scrolled)] : []),
      // Fingers leave no page (WG-052).
      ...(asked.has("exit_intent") && page.device === "desktop"
        ? [
            page.onExit((now) => {
              isOut = now;
              look();
            }),
          ]
        : []),
    ];
    if (asked.has("scroll")) scrolled();
  };
  const watch = (rules: readonly Rule[]): void => {
    watched = rules.filter(({ enabled }) => enabled !== false).map((rule) => ({ rule, name: nameOf(rule), held: false }));
    listen();
    look();
  };
  const own = readRules(deps.rules);
  watch(typeof own === "string" ? [] : own);
  return {
    set(given) {
      const rules = readRules(given);
      if (typeof rules === "string") return { result: "fail", reason: rules };
      deps.replaced();
      watch(rules);
      return { result: "ok" };
    },
    facts(changed) {
      state = { ...state, ...changed };
      look();
    },
    tick: look,
    stop() {
      watched = [];
      wake?.();
      wake = null;
      for (const end of listening.splice(0)) end();
    },
  };
}

/** A changed rule is another one: it may fire again. */
function nameOf({ name, if: condition, do: actions }: Rule): string {
  let hash = 5381;
  for (const char of JSON.stringify([name, condition, actions])) hash = (Math.imul(hash, 33) + (char.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
