import { widgetLanguages, type WidgetLanguage } from "./languages.ts";
import { isFound, patternFault } from "./rule-pattern.ts";

/**
 * Rules of a widget (WG-050 – WG-053): validation and evaluation. Page, server and editor use the
 * same tables. Without a library, because it is part of the script on host pages.
 */
export type Device = "desktop" | "mobile" | "tablet";
/**
 * Facts that conditions test, by condition type. Times in whole seconds, `scroll` in percent of the
 * page height.
 */
export interface RuleFacts {
  readonly time_on_page: number;
  readonly time_on_site: number;
  readonly url: string;
  readonly referrer: string;
  readonly scroll: number;
  readonly exit_intent: boolean;
  readonly visits: number;
  readonly pages: number;
  readonly working_hours: boolean;
  readonly operators_online: boolean;
  readonly device: Device;
  readonly utm: Readonly<Record<string, string | null>>;
  readonly language: string;
}
export type ConditionType = keyof RuleFacts;
export interface Leaf {
  readonly type: ConditionType;
  readonly op?: string;
  readonly value?: string | number | boolean | Readonly<Record<string, string>>;
}
export type Condition =
  | Leaf
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };
/** `texts`: texts by language of the chat window (WG-089). Other languages use `text`. */
interface Wording {
  readonly text: string;
  readonly texts?: Readonly<Partial<Record<WidgetLanguage, string>>>;
}
export type RuleAction =
  | { readonly type: "open"; readonly start?: "chat" | "call" }
  | ({ readonly type: "invitation"; readonly department_id?: number } & Wording)
  | ({ readonly type: "label" } & Wording);
export const onceValues = ["session", "page", "visitor", "always"] as const;
export type Once = (typeof onceValues)[number];
/** `once`: default `session`. */
export interface Rule {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly once?: Once;
  readonly if?: Condition;
  readonly do: readonly RuleAction[];
}

/** Path in the rule, and the problem there. */
export type RuleFault = readonly [path: string, problem: string];
type Check = (value: unknown, path: string) => RuleFault | null;

export const mostRules = 100;
const mostLevels = 5;
/** Maximum characters of a rule as JSON. */
const largest = 16_384;
const mostPatterns = 10;

const says =
  (isRight: (value: unknown) => boolean, problem: string): Check =>
  (value, path) =>
    isRight(value) ? null : [path, problem];
const whole = (least: number, most: number): Check =>
  says(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `must be a whole number from ${least} to ${most}`,
  );
const text = (least: number, most: number): Check =>
  says(
    (value) => typeof value === "string" && value.trim().length >= least && Array.from(value).length <= most,
    `must be text of ${least} to ${most} characters`,
  );
const among = (values: readonly unknown[]): Check => says((value) => values.includes(value), `must be ${values.join(" or ")}`);
const maybe =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? null : check(value, path);
const list =
  (check: Check, least: number, most: number): Check =>
  (value, path) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return [path, `must be a list of ${least} to ${most}`];
    return first(value, (one, n) => check(one, `${path}[${n}]`));
  };
const fields =
  (known: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isObject(value)) return [path, "must be an object"];
    return (
      first(Object.keys(value), (key) => (Object.hasOwn(known, key) ? null : [`${path}.${key}`, "is not known here"])) ??
      first(Object.keys(known), (key) => known[key]?.(value[key], `${path}.${key}`) ?? null)
    );
  };

type Holds = (fact: never, value: never) => boolean;
interface Kind {
  readonly value: Check;
  /** Comparisons by `op`, the default first. A single comparison has the name "". */
  readonly ops: Readonly<Record<string, Holds>>;
}
const number = (least: number, most: number): Kind => ({
  value: whole(least, most),
  ops: {
    ">=": (fact: number, value: number) => fact >= value,
    "<=": (fact: number, value: number) => fact <= value,
    "=": (fact: number, value: number) => fact === value,
  },
});
const address: Kind = {
  value: text(0, 500),
  ops: {
    contains: (fact: string, value: string) => fact.includes(value),
    equals: (fact: string, value: string) => fact === value,
    starts: (fact: string, value: string) => fact.startsWith(value),
    ends: (fact: string, value: string) => fact.endsWith(value),
    matches: (fact: string, value: string) => isFound(value, fact),
  },
};
const same = (values: readonly unknown[]): Kind => ({ value: among(values), ops: { "": (fact, value) => fact === value } });
/** Requires at least one of these fields. */
const someOf =
  (known: Readonly<Record<string, Check>>): Check =>
  (value, path) =>
    isObject(value) && Object.keys(value).length === 0
      ? [path, `must name ${Object.keys(known).join(" or ")}`]
      : fields(known)(value, path);
const seconds = number(0, 86_400);
const count = number(0, 1_000_000);
export const utmParts = ["source", "campaign", "content", "medium", "term"] as const;
const devices = ["desktop", "mobile", "tablet"];

/** Condition types (WG-052). */
const kinds: Readonly<Record<ConditionType, Kind>> = {
  time_on_page: seconds,
  time_on_site: seconds,
  url: address,
  referrer: address,
  scroll: number(1, 100),
  exit_intent: { value: says((value) => value === undefined, "must be left out"), ops: { "": (fact: boolean) => fact } },
  visits: count,
  pages: count,
  working_hours: same([true, false]),
  operators_online: same([true, false]),
  device: same(devices),
  utm: {
    value: someOf(Object.fromEntries(utmParts.map((part) => [part, maybe(text(0, 255))]))),
    ops: {
      "": (fact: RuleFacts["utm"], value: Readonly<Record<string, string>>) =>
        Object.keys(value).every((part) => fact[part] === value[part]),
    },
  },
  language: { value: text(1, 35), ops: { "": (fact: string, value: string) => fact.toLowerCase().startsWith(value.toLowerCase()) } },
};
export const conditionTypes = Object.keys(kinds) as ConditionType[];

/** Returns the values of `op` for a condition type, the default first. [] if it has none. */
export function opsOf(type: ConditionType): readonly string[] {
  return Object.keys(kinds[type].ops).filter((op) => op !== "");
}

const condition =
  (levels: number): Check =>
  (value, path) => {
    if (!isObject(value)) return [path, "must be an object"];
    const group = ["all", "any", "not"].find((name) => Object.hasOwn(value, name));
    if (group !== undefined) {
      if (levels === 0) return [path, `lies deeper than ${mostLevels} levels`];
      const inner = condition(levels - 1);
      return fields({ [group]: group === "not" ? inner : list(inner, 0, 100) })(value, path);
    }
    const type = value["type"];
    if (typeof type !== "string" || !Object.hasOwn(kinds, type)) return [`${path}.type`, "is no condition"];
    const kind = kinds[type as ConditionType];
    const ops = opsOf(type as ConditionType);
    const { op } = value;
    return (
      fields({ type: () => null, value: kind.value, ...(ops.length === 0 ? {} : { op: maybe(among(ops)) }) })(value, path) ??
      // Every address contains "", so an empty value is useless.
      (kind === address && op !== "equals" ? text(1, 500)(value["value"], `${path}.value`) : null) ??
      (op === "matches" ? found(`${path}.value`, patternFault(String(value["value"]))) : null)
    );
  };
const wording = (most: number): Readonly<Record<string, Check>> => ({
  text: text(1, most),
  texts: maybe(fields(Object.fromEntries(widgetLanguages.map((language) => [language, maybe(text(1, most))])))),
});
const action: Check = (value, path) => {
  const type = isObject(value) ? value["type"] : undefined;
  const known: Readonly<Record<string, Check>> = { type: among(["open", "invitation", "label"]) };
  if (type === "open") return fields({ ...known, start: maybe(among(["chat", "call"])) })(value, path);
  if (type === "invitation")
    return fields({ ...known, ...wording(500), department_id: maybe(whole(1, Number.MAX_SAFE_INTEGER)) })(value, path);
  if (type === "label") return fields({ ...known, ...wording(60) })(value, path);
  return isObject(value) ? [`${path}.type`, "must be open or invitation or label"] : [path, "must be an object"];
};
const shape = fields({
  name: maybe(text(0, 100)),
  enabled: maybe(among([true, false])),
  once: maybe(among(onceValues)),
  if: maybe(condition(mostLevels)),
  do: list(action, 1, 5),
});

/**
 * Validates a rule in JSON form. Returns null, or the error with its path, which begins with `path`
 * (`.if.all[1].value`).
 */
export function ruleFault(rule: unknown, path = ""): RuleFault | null {
  const json = JSON.stringify(rule) ?? "";
  if (json.length > largest) return [path, "is too large"];
  if (json.split('"op":"matches"').length > mostPatterns + 1) return [path, `has more than ${mostPatterns} regular expressions`];
  return shape(rule, path);
}

/** Parses rules passed to `setRules` (WG-050). Returns a copy, or the error text. */
export function readRules(given: unknown): readonly Rule[] | string {
  const refusal = "Rules must be object.";
  let value: unknown;
  try {
    value = JSON.parse(JSON.stringify(given)) as unknown;
  } catch {
    return refusal;
  }
  const rules = isObject(value) ? (Object.keys(value).length === 0 ? [] : value["rules"]) : value;
  if (!Array.isArray(rules)) return refusal;
  if (rules.length > mostRules) return `rules[${mostRules}]: is one too many`;
  const fault = first(rules, (rule, n) => ruleFault(rule, `rules[${n}]`));
  return fault === null ? (rules as Rule[]) : fault.join(": ");
}

/** Evaluates a condition. null: it depends on unknown facts. An absent condition is true. */
export function truth(given: Condition | undefined, facts: Partial<RuleFacts>): boolean | null {
  if (given === undefined) return true;
  if ("not" in given) return opposite(truth(given.not, facts));
  if ("any" in given) return opposite(joined(given.any.map((one) => opposite(truth(one, facts)))));
  if ("all" in given) return joined(given.all.map((one) => truth(one, facts)));
  const fact = facts[given.type];
  if (fact === undefined) return null;
  const { ops } = kinds[given.type];
  const holds = ops[given.op ?? ""] ?? Object.values(ops)[0];
  return holds?.(fact as never, given.value as never) ?? false;
}

/** Returns the conditions without the groups around them. */
export function leavesOf(given: Condition | undefined): readonly Leaf[] {
  if (given === undefined) return [];
  if ("not" in given) return leavesOf(given.not);
  if ("any" in given) return given.any.flatMap(leavesOf);
  if ("all" in given) return given.all.flatMap(leavesOf);
  return [given];
}

/** Returns the seconds after which a time condition changes its value. [] for other conditions. */
export function turnsOf({ type, op, value }: Leaf): readonly number[] {
  if (type !== "time_on_page" && type !== "time_on_site") return [];
  const at = Number(value);
  return op === "<=" ? [at + 1] : op === "=" ? [at, at + 1] : [at];
}

const opposite = (value: boolean | null): boolean | null => (value === null ? null : !value);
const joined = (values: readonly (boolean | null)[]): boolean | null =>
  values.includes(false) ? false : values.includes(null) ? null : true;
const found = (path: string, problem: string | null): RuleFault | null => (problem === null ? null : [path, problem]);
function first<T>(values: readonly T[], of: (value: T, n: number) => RuleFault | null): RuleFault | null {
  for (let n = 0; n < values.length; n++) {
    const fault = of(values[n] as T, n);
    if (fault !== null) return fault;
  }
  return null;
}
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
