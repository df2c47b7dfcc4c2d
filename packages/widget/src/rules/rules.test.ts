import type { Condition, Rule } from "@parlour/protocol/rules";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Rules, RulesDeps, RulesPage } from "./deps.ts";
import { startRules } from "./index.ts";

/** A clock that the test advances. Timers run in order. */
function manualClock(start = 1_000_000) {
  let now = start;
  let alarms: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    random: () => 0,
    after(ms: number, run: () => void) {
      const alarm = { at: now + ms, run };
      alarms.push(alarm);
      return () => void (alarms = alarms.filter((one) => one !== alarm));
    },
    to(at: number) {
      for (;;) {
        const due = alarms.filter((one) => one.at <= at).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        alarms = alarms.filter((one) => one !== due);
        now = Math.max(now, due.at);
        due.run();
      }
      now = at;
    },
    waiting: () => alarms.length,
  };
}
interface ViewOptions {
  readonly page?: Partial<RulesPage>;
  readonly canInvite?: RulesDeps["canInvite"];
  readonly stored?: { session: readonly string[]; visitor: readonly string[] };
  readonly isReady?: boolean;
}
/** Opens a page view with rules. `effects`: what the rules did, each with its second. */
function openView(rules: readonly unknown[], options: ViewOptions = {}) {
  const clock = manualClock();
  const start = clock.now();
  const effects: string[] = [];
  const stored = options.stored ?? { session: [], visitor: [] };
  const listeners = { scroll: new Set<() => void>(), exit: new Set<(isOut: boolean) => void>() };
  const shown = { scroll: 0, url: "https://shop.example/cart", replaced: 0, isHidden: true };
  const record = (text: string): void =>
    void effects.push(`${(clock.now() - start) / 1000} ${text}`);
  const listen = <T>(to: Set<T>, run: T) => {
    to.add(run);
    return () => void to.delete(run);
  };
  const engine: Rules = startRules({
    rules,
    clock,
    page: {
      url: () => shown.url,
      referrer: "https://search.example/",
      utm: { source: "news" },
      visits: 2,
      pages: 3,
      device: "desktop",
      language: "de-DE",
      textLanguage: "de",
      since: start,
      visitSince: start - 60_000,
      getScrollPercent: () => shown.scroll,
      onScroll: (run) => listen(listeners.scroll, run),
      onExit: (run) => listen(listeners.exit, run),
      ...options.page,
    },
    loadFired: (scope) => stored[scope],
    saveFired: (scope, names) => void (stored[scope] = names),
    canInvite: options.canInvite ?? (() => true),
    onReplaced: () => void shown.replaced++,
    actions: {
      open: (what) => record(`open ${what}`),
      invite(text, department) {
        record(`invite ${text}${department === null ? "" : ` ${department}`}`);
        engine.recheck();
      },
      label: (text) => record(`label ${text}`),
      hide: (isHidden) => void (shown.isHidden = isHidden),
    },
  });
  if (options.isReady !== false) engine.update({ ready: true });
  return {
    engine,
    clock,
    effects,
    stored,
    listeners,
    shown,
    after: (seconds: number) => clock.to(start + seconds * 1000),
    scroll: (percent: number) => {
      shown.scroll = percent;
      for (const run of listeners.scroll) run();
    },
    exit: (isOut: boolean) => listeners.exit.forEach((run) => run(isOut)),
  };
}
const label = (text: string, more: Partial<Rule> = {}): Rule => ({
  do: [{ type: "label", text }],
  ...more,
});
const invite = (text: string, more: Partial<Rule> = {}): Rule => ({
  do: [{ type: "invitation", text }],
  ...more,
});
const after = (value: number): Condition => ({ type: "time_on_page", value });

test("[WG-051] [WG-205] a rule fires when its condition becomes true, once; nothing wakes in between", () => {
  const {
    effects,
    after: pass,
    clock,
  } = openView([
    label("a", { if: after(20) }),
    label("b", { if: { type: "time_on_site", value: 90 } }),
  ]);
  expect(clock.waiting()).toBe(1);
  pass(19.9);
  expect(effects).toEqual([]);
  pass(60);
  expect(effects).toEqual(["20 label a", "30 label b"]);
  expect(clock.waiting()).toBe(0);
});

test("[WG-051] [WG-205] absent `if` is true; the order of the list breaks ties; a rule that is off stays silent", () => {
  expect(openView([label("a"), label("b", { enabled: false }), label("c")]).effects).toEqual([
    "0 label a",
    "0 label c",
  ]);
});

test("[WG-052] one of the account's rules that says nothing right is left out, the others fire", () => {
  const everywhere = label("b", { if: { type: "url", value: "" } });
  expect(
    openView([label("a"), everywhere, label("c", { if: { type: "url", value: "/cart" } })]).effects,
  ).toEqual(["0 label a", "0 label c"]);
});

test("[WG-051] [WG-205] only the first open or invitation of a page view takes effect, unless `once` is always", () => {
  const {
    effects,
    after: pass,
    stored,
  } = openView([
    { do: [{ type: "open" }] },
    {
      if: after(5),
      do: [
        { type: "label", text: "b" },
        { type: "invitation", text: "second" },
      ],
    },
    {
      if: after(6),
      once: "always",
      do: [{ type: "invitation", text: "always", department_id: 2 }],
    },
    { if: after(7), do: [{ type: "open", start: "call" }] },
  ]);
  pass(10);
  expect(effects).toEqual(["0 open chat", "5 label b", "6 invite always 2"]);
  // An invitation that had no effect may still be shown on another page.
  expect(stored.session).toHaveLength(2);
});

test("[WG-051] once a page, a session, a visitor, always", () => {
  const stored = { session: [], visitor: [] };
  const on: Condition = { type: "url", value: "/cart" };
  const rules = (["page", "session", "visitor", "always"] as const).map((once) =>
    label(once, { once, if: on }),
  );
  const first = openView(rules, { stored });
  first.shown.url = "https://shop.example/";
  first.engine.recheck();
  first.shown.url = "https://shop.example/cart";
  first.engine.recheck();
  expect(first.effects).toEqual([
    "0 label page",
    "0 label session",
    "0 label visitor",
    "0 label always",
    "0 label always",
  ]);
  expect(openView(rules, { stored }).effects).toEqual(["0 label page", "0 label always"]);
  stored.session = [];
  expect(openView(rules, { stored }).effects).toEqual([
    "0 label page",
    "0 label session",
    "0 label always",
  ]);
  // A changed rule counts as a new rule.
  expect(openView([label("visitor!", { once: "visitor" })], { stored }).effects).toEqual([
    "0 label visitor!",
  ]);
});

test("[WG-052] scrolling counts as far as was reached, and is listened to only where a rule asks", () => {
  const { effects, listeners, scroll } = openView([
    label("a", { if: { type: "scroll", value: 60 } }),
  ]);
  scroll(59);
  scroll(10);
  expect(effects).toEqual([]);
  scroll(61);
  expect(effects).toEqual(["0 label a"]);
  expect([listeners.scroll.size, listeners.exit.size]).toEqual([1, 0]);
  expect(openView([label("a")]).listeners.scroll.size).toBe(0);
});

test("[WG-052] the pointer that leaves through the top counts while it is out; fingers never do", () => {
  const rules = [label("a", { if: { all: [after(20), { type: "exit_intent" }] } })];
  const { effects, after: pass, exit } = openView(rules);
  pass(5);
  exit(true);
  exit(false);
  pass(30);
  expect(effects).toEqual([]);
  exit(true);
  expect(effects).toEqual(["30 label a"]);
  expect(openView(rules, { page: { device: "mobile" } }).listeners.exit.size).toBe(0);
});

test("[WG-052] whether somebody is there may change at any time", () => {
  const { effects, engine } = openView([
    label("a", {
      if: {
        all: [
          { type: "operators_online", value: true },
          { type: "working_hours", value: true },
        ],
      },
    }),
  ]);
  engine.update({ operators_online: true });
  expect(effects).toEqual([]);
  engine.update({ working_hours: true });
  expect(effects).toEqual(["0 label a"]);
});

test("[WG-054] nothing fires before the server was heard, nor for a blocked visitor, nor while a chat has messages", () => {
  const {
    effects,
    engine,
    after: pass,
  } = openView(
    [label("a", { if: after(5) }), label("b", { if: after(15) }), label("c", { if: after(25) })],
    { isReady: false },
  );
  pass(6);
  expect(effects).toEqual([]);
  engine.update({ ready: true });
  expect(effects).toEqual(["6 label a"]);
  engine.update({ hasMessages: true });
  pass(16);
  engine.update({ hasMessages: false });
  // The time at which the rule would fire has passed.
  expect(effects).toEqual(["6 label a"]);
  engine.update({ quiet: true });
  pass(60);
  expect(effects).toEqual(["6 label a"]);
});

test("[WG-054] nothing fires after the visitor closed an invitation in this visit", () => {
  const { effects, engine, after: pass } = openView([invite("a"), label("b", { if: after(5) })]);
  engine.update({ closed: true });
  pass(10);
  expect(effects).toEqual(["0 invite a"]);
});

test("[WG-054] a rule whose invitation the limits of the widget refuse has not fired", () => {
  let isAllowed = false;
  const {
    effects,
    stored,
    after: pass,
  } = openView([invite("a"), invite("b", { if: after(5) })], { canInvite: () => isAllowed });
  expect([effects, stored.session]).toEqual([[], []]);
  isAllowed = true;
  pass(10);
  expect(effects).toEqual(["5 invite b"]);
});

test("[WG-052] conditions on the country and on variables of the page follow their values", () => {
  const { effects, engine } = openView([
    label("a", { if: { type: "country", value: ["AT", "DE"] } }),
    label("b", { if: { type: "variable", name: "plan", value: "pro" } }),
  ]);
  engine.update({ country: "FR" });
  expect(effects).toEqual([]);
  engine.update({ country: "DE" });
  engine.update({ variable: { plan: "pro" } });
  expect(effects).toEqual(["0 label a", "0 label b"]);
});

test("[WG-291] a condition on segments follows those of the visitor", () => {
  const { effects, engine } = openView([
    label("a", { if: { type: "segment", value: [4, 5] } }),
    label("b", {
      if: { all: [{ not: { type: "segment", value: [5] } }, { type: "visits", value: 2 }] },
    }),
  ]);
  expect(effects).toEqual(["0 label b"]);
  engine.update({ segment: [5, 7] });
  expect(effects).toEqual(["0 label b", "0 label a"]);
});

test("[WG-270] a rule hides the widget while its condition is true and no chat has messages, and no other rule fires meanwhile", () => {
  const { effects, engine, shown } = openView([
    invite("a", { if: { type: "url", value: "/checkout" } }),
    label("b", { if: { type: "url", value: "/thanks" } }),
    { if: { type: "url", value: "/checkout" }, do: [{ type: "hide" }] },
  ]);
  const goTo = (path: string) => {
    shown.url = `https://shop.example${path}`;
    engine.recheck();
    return shown.isHidden;
  };
  expect(shown.isHidden).toBe(false);
  expect([goTo("/checkout"), goTo("/thanks"), goTo("/checkout")]).toEqual([true, false, true]);
  expect(effects).toEqual(["0 label b"]);
  engine.update({ hasMessages: true });
  expect(shown.isHidden).toBe(false);
  engine.update({ hasMessages: false });
  engine.set([]);
  expect(shown.isHidden).toBe(false);
});

test("[WG-050] setRules puts others in their place for this page view, says so, and leaves them where they are when it is refused", () => {
  const {
    engine,
    effects,
    after: pass,
    shown,
    clock,
    listeners,
  } = openView([
    label("old", { if: after(10) }),
    label("deep", { if: { type: "scroll", value: 90 } }),
  ]);
  expect(engine.set([{ do: [{ type: "label", text: "" }] }])).toEqual({
    result: "fail",
    reason: "rules[0].do[0].text: must be text of 1 to 60 characters",
  });
  expect(engine.set("x")).toEqual({ result: "fail", reason: "Rules must be object." });
  expect(shown.replaced).toBe(0);
  pass(5);
  expect(engine.set({ rules: [label("new", { if: after(8) })] })).toEqual({ result: "ok" });
  expect(listeners.scroll.size).toBe(0);
  pass(20);
  expect(effects).toEqual(["8 label new"]);
  expect(engine.set({})).toEqual({ result: "ok" });
  expect(shown.replaced).toBe(2);
  expect(clock.waiting()).toBe(0);
});

test("[WG-050] rules that act on themselves neither loop nor stop the others; what lies in the storage may be anything", () => {
  const stored = { session: 7 as unknown as readonly string[], visitor: [] };
  const { effects, engine } = openView([label("a")], { stored });
  expect(effects).toEqual(["0 label a"]);
  engine.stop();
  engine.update({ ready: true });
  engine.recheck();
  expect(effects).toEqual(["0 label a"]);
});

/** A reference implementation that checks every condition each second. */
function expectedEffects(
  rules: readonly Rule[],
  events: ReadonlyMap<number, Event>,
  until: number,
): string[] {
  const effects: string[] = [];
  const wasTrue = rules.map(() => false);
  const fired = new Set<number>();
  let hasOpened = false;
  const now = { scroll: 0, out: false, url: "/a", online: false };
  const isTrue = (condition: Condition | undefined, second: number): boolean => {
    if (condition === undefined) return true;
    if ("all" in condition) return condition.all.every((one) => isTrue(one, second));
    if ("any" in condition) return condition.any.some((one) => isTrue(one, second));
    if ("not" in condition) return !isTrue(condition.not, second);
    const { type, op = ">=", value } = condition;
    if (type === "exit_intent") return now.out;
    if (type === "operators_online") return now.online === value;
    if (type === "url") return now.url.includes(value as string);
    const n = type === "scroll" ? now.scroll : type === "time_on_page" ? second : second + 60;
    return op === ">=" ? n >= Number(value) : op === "<=" ? n <= Number(value) : n === value;
  };
  for (let second = 0; second <= until; second++) {
    const looks = [
      () => undefined,
      ...(events.has(second) ? [() => apply(now, events.get(second) as Event)] : []),
    ];
    for (const change of looks) {
      change();
      rules.forEach((rule, n) => {
        const was = wasTrue[n] === true;
        wasTrue[n] = isTrue(rule.if, second);
        if (!wasTrue[n] || was || (rule.once !== "always" && fired.has(n))) return;
        for (const action of rule.do) {
          if (action.type === "label") effects.push(`${second} label ${action.text}`);
          else if (hasOpened && rule.once !== "always") continue;
          else {
            hasOpened = true;
            effects.push(
              `${second} open ${action.type === "open" ? (action.start ?? "chat") : ""}`,
            );
          }
          fired.add(n);
        }
      });
    }
  }
  return effects;
}
type Event =
  | { readonly scroll: number }
  | { readonly out: boolean }
  | { readonly url: string }
  | { readonly online: boolean };
function apply(
  now: { scroll: number; out: boolean; url: string; online: boolean },
  event: Event,
): void {
  if ("scroll" in event) now.scroll = Math.max(now.scroll, event.scroll);
  else Object.assign(now, event);
}
const numberCondition = (
  type: "time_on_page" | "time_on_site" | "scroll",
  minValue: number,
  maxValue: number,
) =>
  fc.record({
    type: fc.constant(type),
    op: fc.constantFrom(">=", "<=", "="),
    value: fc.integer({ min: minValue, max: maxValue }),
  });
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    numberCondition("time_on_page", 0, 40),
    numberCondition("time_on_site", 50, 100),
    numberCondition("scroll", 1, 100),
    fc.constant<Condition>({ type: "exit_intent" }),
    fc.record({ type: fc.constant("url" as const), value: fc.constantFrom("/a", "/b") }),
    fc.record({ type: fc.constant("operators_online" as const), value: fc.boolean() }),
    fc.record({ all: fc.array(tie("condition"), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie("condition"), { maxLength: 3 }) }),
    fc.record({ not: tie("condition") }),
  ),
}));
const event = fc.oneof(
  fc.record({ scroll: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ out: fc.boolean() }),
  fc.record({ url: fc.constantFrom("/a", "/b") }),
  fc.record({ online: fc.boolean() }),
);
const createRule = (n: number) =>
  fc.record({
    once: fc.constantFrom("page" as const, "session" as const, "always" as const),
    if: condition,
    do: fc.constantFrom<Rule["do"]>(
      [{ type: "label", text: `r${n}` }],
      [{ type: "open", start: "chat" }],
      [
        { type: "label", text: `r${n}` },
        { type: "open", start: "call" },
      ],
    ),
  });

test("[WG-051] rules that sleep until their time do what rules do that are asked every second", () => {
  const rules = fc.tuple(createRule(0), createRule(1), createRule(2));
  const events = fc.array(fc.tuple(fc.integer({ min: 0, max: 45 }), event), { maxLength: 12 });
  fc.assert(
    fc.property(rules, events, (generatedRules, list) => {
      const at = new Map(list);
      let currentUrl = "/a";
      const shownView = openView(generatedRules, { page: { url: () => currentUrl } });
      // The first check of the rules is at second 0 with the initial values.
      for (let second = 0; second <= 45; second++) {
        shownView.after(second);
        const now = at.get(second);
        if (now === undefined) continue;
        if ("scroll" in now) shownView.scroll(Math.max(shownView.shown.scroll, now.scroll));
        else if ("out" in now) shownView.exit(now.out);
        else if ("online" in now) shownView.engine.update({ operators_online: now.online });
        else {
          currentUrl = now.url;
          shownView.engine.recheck();
        }
      }
      expect(shownView.effects).toEqual(expectedEffects(generatedRules, at, 45));
    }),
    { numRuns: 1500 },
  );
});

test("[WG-053] [WG-089] an invitation and a caption speak the language of the window where they have it, else their own", () => {
  const rules: Rule[] = [
    { do: [{ type: "invitation", text: "Need help?", texts: { de: "Hilfe?", ru: "Помочь?" } }] },
    { do: [{ type: "label", text: "Chat", texts: { ru: "Чат" } }] },
  ];
  expect(openView(rules).effects).toEqual(["0 invite Hilfe?", "0 label Chat"]);
  expect(openView(rules, { page: { textLanguage: "ru" } }).effects).toEqual([
    "0 invite Помочь?",
    "0 label Чат",
  ]);
});
