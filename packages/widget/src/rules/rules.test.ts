import type { Condition, Rule } from "@parlour/protocol/rules";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Rules, RulesDeps, RulesPage } from "./deps.ts";
import { openRules } from "./index.ts";

/** A clock that the test moves. Timers run in order. */
function manualClock(start = 1_000_000) {
  let now = start;
  let alarms: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
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
interface Over {
  readonly page?: Partial<RulesPage>;
  readonly caps?: RulesDeps["caps"];
  readonly kept?: { session: readonly string[]; visitor: readonly string[] };
  readonly isReady?: boolean;
}
/** Opens a page view with rules. `effects`: what the rules did, each with its second. */
function view(rules: readonly unknown[], over: Over = {}) {
  const clock = manualClock();
  const start = clock.now();
  const told: string[] = [];
  const kept = over.kept ?? { session: [], visitor: [] };
  const heard = { scroll: new Set<() => void>(), exit: new Set<(isOut: boolean) => void>() };
  const shown = { scroll: 0, url: "https://shop.example/cart", replaced: 0 };
  const say = (text: string): void => void told.push(`${(clock.now() - start) / 1000} ${text}`);
  const listen = <T>(to: Set<T>, run: T) => {
    to.add(run);
    return () => void to.delete(run);
  };
  let invited = 0;
  const engine: Rules = openRules({
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
      spoken: "de",
      since: start,
      visitSince: start - 60_000,
      scrolled: () => shown.scroll,
      onScroll: (run) => listen(heard.scroll, run),
      onExit: (run) => listen(heard.exit, run),
      ...over.page,
    },
    fired: (scope) => kept[scope],
    keepFired: (scope, names) => void (kept[scope] = names),
    caps: over.caps ?? { per_visit: 10, after_close_min: 0 },
    replaced: () => void shown.replaced++,
    act: {
      open: (what) => say(`open ${what}`),
      invite(text, department) {
        say(`invite ${text}${department === null ? "" : ` ${department}`}`);
        engine.facts({ invited: ++invited });
      },
      label: (text) => say(`label ${text}`),
    },
  });
  if (over.isReady !== false) engine.facts({ ready: true });
  return {
    engine,
    clock,
    told,
    kept,
    heard,
    shown,
    after: (seconds: number) => clock.to(start + seconds * 1000),
    scroll: (percent: number) => {
      shown.scroll = percent;
      for (const run of heard.scroll) run();
    },
    exit: (isOut: boolean) => heard.exit.forEach((run) => run(isOut)),
  };
}
const label = (text: string, more: Partial<Rule> = {}): Rule => ({ do: [{ type: "label", text }], ...more });
const invite = (text: string, more: Partial<Rule> = {}): Rule => ({ do: [{ type: "invitation", text }], ...more });
const after = (value: number): Condition => ({ type: "time_on_page", value });

test("[WG-051] a rule fires when its condition becomes true, once; nothing wakes in between", () => {
  const { told, after: pass, clock } = view([label("a", { if: after(20) }), label("b", { if: { type: "time_on_site", value: 90 } })]);
  expect(clock.waiting()).toBe(1);
  pass(19.9);
  expect(told).toEqual([]);
  pass(60);
  expect(told).toEqual(["20 label a", "30 label b"]);
  expect(clock.waiting()).toBe(0);
});

test("[WG-051] absent `if` is true; the order of the list breaks ties; a rule that is off stays silent", () => {
  expect(view([label("a"), label("b", { enabled: false }), label("c")]).told).toEqual(["0 label a", "0 label c"]);
});

test("[WG-052] one of the account's rules that says nothing right is left out, the others fire", () => {
  const everywhere = label("b", { if: { type: "url", value: "" } });
  expect(view([label("a"), everywhere, label("c", { if: { type: "url", value: "/cart" } })]).told).toEqual(["0 label a", "0 label c"]);
});

test("[WG-051] only the first open or invitation of a page view takes effect, unless `once` is always", () => {
  const {
    told,
    after: pass,
    kept,
  } = view([
    { do: [{ type: "open" }] },
    {
      if: after(5),
      do: [
        { type: "label", text: "b" },
        { type: "invitation", text: "second" },
      ],
    },
    { if: after(6), once: "always", do: [{ type: "invitation", text: "always", department_id: 2 }] },
    { if: after(7), do: [{ type: "open", start: "call" }] },
  ]);
  pass(10);
  expect(told).toEqual(["0 open chat", "5 label b", "6 invite always 2"]);
  // The invitation without effect may still be shown on another page.
  expect(kept.session).toHaveLength(2);
});

test("[WG-051] once a page, a session, a visitor, always", () => {
  const kept = { session: [], visitor: [] };
  const on: Condition = { type: "url", value: "/cart" };
  const rules = (["page", "session", "visitor", "always"] as const).map((once) => label(once, { once, if: on }));
  const first = view(rules, { kept });
  first.shown.url = "https://shop.example/";
  first.engine.tick();
  first.shown.url = "https://shop.example/cart";
  first.engine.tick();
  expect(first.told).toEqual(["0 label page", "0 label session", "0 label visitor", "0 label always", "0 label always"]);
  expect(view(rules, { kept }).told).toEqual(["0 label page", "0 label always"]);
  kept.session = [];
  expect(view(rules, { kept }).told).toEqual(["0 label page", "0 label session", "0 label always"]);
  // A changed rule counts as a new one.
  expect(view([label("visitor!", { once: "visitor" })], { kept }).told).toEqual(["0 label visitor!"]);
});

test("[WG-052] scrolling counts as far as was reached, and is listened to only where a rule asks", () => {
  const { told, heard, scroll } = view([label("a", { if: { type: "scroll", value: 60 } })]);
  scroll(59);
  scroll(10);
  expect(told).toEqual([]);
  scroll(61);
  expect(told).toEqual(["0 label a"]);
  expect([heard.scroll.size, heard.exit.size]).toEqual([1, 0]);
  expect(view([label("a")]).heard.scroll.size).toBe(0);
});

test("[WG-052] the pointer that leaves through the top counts while it is out; fingers never do", () => {
  const rules = [label("a", { if: { all: [after(20), { type: "exit_intent" }] } })];
  const { told, after: pass, exit } = view(rules);
  pass(5);
  exit(true);
  exit(false);
  pass(30);
  expect(told).toEqual([]);
  exit(true);
  expect(told).toEqual(["30 label a"]);
  expect(view(rules, { page: { device: "mobile" } }).heard.exit.size).toBe(0);
});

test("[WG-052] whether somebody is there may change at any time", () => {
  const { told, engine } = view([
    label("a", {
      if: {
        all: [
          { type: "operators_online", value: true },
          { type: "working_hours", value: true },
        ],
      },
    }),
  ]);
  engine.facts({ operatorsOnline: true });
  expect(told).toEqual([]);
  engine.facts({ workingHours: true });
  expect(told).toEqual(["0 label a"]);
});

test("[WG-054] nothing fires before the server was heard, nor for a blocked visitor, nor while a chat has messages", () => {
  const {
    told,
    engine,
    after: pass,
  } = view([label("a", { if: after(5) }), label("b", { if: after(15) }), label("c", { if: after(25) })], { isReady: false });
  pass(6);
  expect(told).toEqual([]);
  engine.facts({ ready: true });
  expect(told).toEqual(["6 label a"]);
  engine.facts({ hasMessages: true });
  pass(16);
  engine.facts({ hasMessages: false });
  // The time of the rule has passed.
  expect(told).toEqual(["6 label a"]);
  engine.facts({ quiet: true });
  pass(60);
  expect(told).toEqual(["6 label a"]);
});

test("[WG-054] nothing fires after the visitor closed an invitation in this visit", () => {
  const { told, engine, after: pass } = view([invite("a"), label("b", { if: after(5) })]);
  engine.facts({ closed: true, closedAt: 1_000_000 });
  pass(10);
  expect(told).toEqual(["0 invite a"]);
});

test("[WG-090] invitations keep to the widget's caps: in one visit, and minutes after one was closed", () => {
  const rules = [invite("a", { once: "always" }), invite("b", { once: "always", if: after(5) })];
  const one = view(rules, { caps: { per_visit: 1, after_close_min: 0 } });
  one.after(10);
  expect(one.told).toEqual(["0 invite a"]);
  const late = view(rules, { caps: { per_visit: 9, after_close_min: 1 }, isReady: false });
  late.engine.facts({ ready: true, closedAt: 1_000_000 - 57_000 });
  late.after(10);
  expect(late.told).toEqual(["5 invite b"]);
});

test("[WG-050] setRules puts others in their place for this page view, says so, and leaves them where they are when it is refused", () => {
  const {
    engine,
    told,
    after: pass,
    shown,
    clock,
    heard,
  } = view([label("old", { if: after(10) }), label("deep", { if: { type: "scroll", value: 90 } })]);
  expect(engine.set([{ do: [{ type: "label", text: "" }] }])).toEqual({
    result: "fail",
    reason: "rules[0].do[0].text: must be text of 1 to 60 characters",
  });
  expect(engine.set("x")).toEqual({ result: "fail", reason: "Rules must be object." });
  expect(shown.replaced).toBe(0);
  pass(5);
  expect(engine.set({ rules: [label("new", { if: after(8) })] })).toEqual({ result: "ok" });
  expect(heard.scroll.size).toBe(0);
  pass(20);
  expect(told).toEqual(["8 label new"]);
  expect(engine.set({})).toEqual({ result: "ok" });
  expect(shown.replaced).toBe(2);
  expect(clock.waiting()).toBe(0);
});

test("[WG-050] rules that act on themselves neither loop nor stop the others; what lies in the storage may be anything", () => {
  const kept = { session: 7 as unknown as readonly string[], visitor: [] };
  const { told, engine } = view([label("a")], { kept });
  expect(told).toEqual(["0 label a"]);
  engine.stop();
  engine.facts({ ready: true });
  engine.tick();
  expect(told).toEqual(["0 label a"]);
});

/** A reference implementation that checks every condition each second. */
function naive(rules: readonly Rule[], events: ReadonlyMap<number, Event>, until: number): string[] {
  const told: string[] = [];
  const held = rules.map(() => false);
  const fired = new Set<number>();
  let hasOpened = false;
  const now = { scroll: 0, out: false, url: "/a", online: false };
  const holds = (condition: Condition | undefined, second: number): boolean => {
    if (condition === undefined) return true;
    if ("all" in condition) return condition.all.every((one) => holds(one, second));
    if ("any" in condition) return condition.any.some((one) => holds(one, second));
    if ("not" in condition) return !holds(condition.not, second);
    const { type, op = ">=", value } = condition;
    if (type === "exit_intent") return now.out;
    if (type === "operators_online") return now.online === value;
    if (type === "url") return now.url.includes(value as string);
    const n = type === "scroll" ? now.scroll : type === "time_on_page" ? second : second + 60;
    return op === ">=" ? n >= Number(value) : op === "<=" ? n <= Number(value) : n === value;
  };
  for (let second = 0; second <= until; second++) {
    const looks = [() => undefined, ...(events.has(second) ? [() => apply(now, events.get(second) as Event)] : [])];
    for (const change of looks) {
      change();
      rules.forEach((rule, n) => {
        const was = held[n] === true;
        held[n] = holds(rule.if, second);
        if (!held[n] || was || (rule.once !== "always" && fired.has(n))) return;
        for (const action of rule.do) {
          if (action.type === "label") told.push(`${second} label ${action.text}`);
          else if (hasOpened && rule.once !== "always") continue;
          else {
            hasOpened = true;
            told.push(`${second} open ${action.type === "open" ? (action.start ?? "chat") : ""}`);
          }
          fired.add(n);
        }
      });
    }
  }
  return told;
}
type Event = { readonly scroll: number } | { readonly out: boolean } | { readonly url: string } | { readonly online: boolean };
function apply(now: { scroll: number; out: boolean; url: string; online: boolean }, event: Event): void {
  if ("scroll" in event) now.scroll = Math.max(now.scroll, event.scroll);
  else Object.assign(now, event);
}
const numberOf = (type: "time_on_page" | "time_on_site" | "scroll", least: number, most: number) =>
  fc.record({ type: fc.constant(type), op: fc.constantFrom(">=", "<=", "="), value: fc.integer({ min: least, max: most }) });
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    numberOf("time_on_page", 0, 40),
    numberOf("time_on_site", 50, 100),
    numberOf("scroll", 1, 100),
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
const ruleOf = (n: number) =>
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
  const rules = fc.tuple(ruleOf(0), ruleOf(1), ruleOf(2));
  const events = fc.array(fc.tuple(fc.integer({ min: 0, max: 45 }), event), { maxLength: 12 });
  fc.assert(
    fc.property(rules, events, (given, list) => {
      const at = new Map(list);
      let seenUrl = "/a";
      const seen = view(given, { page: { url: () => seenUrl } });
      // The first check of the rules is at second 0 with the initial values.
      for (let second = 0; second <= 45; second++) {
        seen.after(second);
        const now = at.get(second);
        if (now === undefined) continue;
        if ("scroll" in now) seen.scroll(Math.max(seen.shown.scroll, now.scroll));
        else if ("out" in now) seen.exit(now.out);
        else if ("online" in now) seen.engine.facts({ operatorsOnline: now.online });
        else {
          seenUrl = now.url;
          seen.engine.tick();
        }
      }
      expect(seen.told).toEqual(naive(given, at, 45));
    }),
    { numRuns: 1500 },
  );
});

test("[WG-053] [WG-089] an invitation and a caption speak the language of the window where they have it, else their own", () => {
  const rules: Rule[] = [
    { do: [{ type: "invitation", text: "Need help?", texts: { de: "Hilfe?", ru: "Помочь?" } }] },
    { do: [{ type: "label", text: "Chat", texts: { ru: "Чат" } }] },
  ];
  expect(view(rules).told).toEqual(["0 invite Hilfe?", "0 label Chat"]);
  expect(view(rules, { page: { spoken: "ru" } }).told).toEqual(["0 invite Помочь?", "0 label Чат"]);
});
