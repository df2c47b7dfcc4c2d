import { widgetLanguages, type Translations } from "../entity/widget/languages.ts";
import {
  evaluateTree,
  findFirst,
  findTreeProblem,
  isObject,
  listTests,
  type Tree,
  type TreeProblem,
} from "../conditions/tree.ts";
import { matchesPattern, validatePattern } from "./pattern.ts";

export { isObject };

/**
 * Rules of a widget (WG-050 – WG-053): validation and evaluation. Page, server and editor use the
 * same tables. Without a library, because it is part of the script on host pages.
 */
export type Device = "desktop" | "mobile" | "tablet";
/** Values by condition type. Times are whole seconds, `scroll` per cent of the page height. */
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
  /** Country of the IP address, two capital letters. "" if the server does not know it. */
  readonly country: string;
  /** Ids of the visitor's segments, of those that triggers of the widget name (WG-291). */
  readonly segment: readonly number[];
  /** Values that the page has set by name (WG-210, WG-263). */
  readonly variable: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}
export type ConditionType = keyof RuleFacts;
export interface SingleCondition {
  readonly type: ConditionType;
  /** Name of the variable. Other types have none. */
  readonly name?: string;
  readonly op?: string;
  readonly value?:
    | string
    | number
    | boolean
    | readonly (string | number)[]
    | Readonly<Record<string, string>>;
}
export type Condition = Tree<SingleCondition>;
/** `texts`: by language of the chat window (WG-089). Other languages use `text`. */
interface LocalizedText {
  readonly text: string;
  readonly texts?: Translations;
}
export type RuleAction =
  | { readonly type: "open"; readonly start?: "chat" | "call" }
  | ({ readonly type: "invitation"; readonly department_id?: number } & LocalizedText)
  | ({ readonly type: "label" } & LocalizedText)
  /** Hides the widget while the condition is true. */
  | { readonly type: "hide" };
export type TextAction = Extract<RuleAction, LocalizedText>;
export const onceValues = ["session", "page", "visitor", "always"] as const;
export type Once = (typeof onceValues)[number];
/** A rule. The default of `once` is `session`. */
export interface Rule {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly once?: Once;
  readonly if?: Condition;
  readonly do: readonly RuleAction[];
}

/** Path of the invalid part of a rule, and the problem with it. */
export type RuleError = TreeProblem;
type Check = (value: unknown, path: string) => RuleError | null;

export const maxRules = 100;
/** Maximum number of characters in a rule as JSON. */
const maxRuleJsonLength = 16_384;
const maxPatterns = 10;

const checkThat =
  (isRight: (value: unknown) => boolean, problem: string): Check =>
  (value, path) =>
    isRight(value) ? null : [path, problem];
const integerBetween = (minimum: number, maximum: number): Check =>
  checkThat(
    (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
    `must be a whole number from ${minimum} to ${maximum}`,
  );
const textOfLength = (minimum: number, maximum: number): Check =>
  checkThat(
    (value) =>
      typeof value === "string" &&
      value.trim().length >= minimum &&
      Array.from(value).length <= maximum,
    `must be text of ${minimum} to ${maximum} characters`,
  );
const oneOf = (values: readonly unknown[]): Check =>
  checkThat((value) => values.includes(value), `must be ${values.join(" or ")}`);
const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? null : check(value, path);
const listOf =
  (check: Check, minimum: number, maximum: number): Check =>
  (value, path) => {
    if (!Array.isArray(value) || value.length < minimum || value.length > maximum)
      return [path, `must be a list of ${minimum} to ${maximum}`];
    return findFirst(value, (element, n) => check(element, `${path}[${n}]`));
  };
const objectWith =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isObject(value)) return [path, "must be an object"];
    return (
      findFirst(Object.keys(value), (key) =>
        Object.hasOwn(checks, key) ? null : [`${path}.${key}`, "is not known here"],
      ) ??
      findFirst(Object.keys(checks), (key) => checks[key]?.(value[key], `${path}.${key}`) ?? null)
    );
  };

type Comparison = (fact: never, value: never) => boolean;
/** Comparisons by `op`, each with the check of its value. The default is first. */
type ConditionKind = Readonly<Record<string, readonly [holds: Comparison, value: Check]>>;
const numberKind = (minimum: number, maximum: number): ConditionKind => {
  const check = integerBetween(minimum, maximum);
  return {
    ">=": [(fact: number, value: number) => fact >= value, check],
    "<=": [(fact: number, value: number) => fact <= value, check],
    "=": [(fact: number, value: number) => fact === value, check],
  };
};
// Every address contains an empty text, so only `equals` may have one.
const filledText = textOfLength(1, 500);
const checkPattern: Check = (value, path) => {
  const problem = validatePattern(String(value));
  return filledText(value, path) ?? (problem === null ? null : [path, problem]);
};
const textKind: ConditionKind = {
  contains: [(fact: string, value: string) => fact.includes(value), filledText],
  equals: [(fact: string, value: string) => fact === value, textOfLength(0, 500)],
  starts: [(fact: string, value: string) => fact.startsWith(value), filledText],
  ends: [(fact: string, value: string) => fact.endsWith(value), filledText],
  matches: [(fact: string, value: string) => matchesPattern(value, fact), checkPattern],
};
/** A kind with one comparison, which has no name. */
const onlyKind = (holds: Comparison, value: Check): ConditionKind => ({ "": [holds, value] });
const equalKind = (values: readonly unknown[]): ConditionKind =>
  onlyKind((fact, value) => fact === value, oneOf(values));
/** Returns a check that requires at least one of these fields. */
const atLeastOneOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, path) =>
    isObject(value) && Object.keys(value).length === 0
      ? [path, `must name ${Object.keys(checks).join(" or ")}`]
      : objectWith(checks)(value, path);
const anyNumber = checkThat(Number.isFinite, "must be a number");
const secondsKind = numberKind(0, 86_400);
const countKind = numberKind(0, 1_000_000);
const checkId = integerBetween(1, Number.MAX_SAFE_INTEGER);
const utmParts = ["source", "campaign", "content", "medium", "term"] as const;
const devices = ["desktop", "mobile", "tablet"];

/** Condition types (WG-052). */
const conditionKinds: Readonly<Record<ConditionType, ConditionKind>> = {
  time_on_page: secondsKind,
  time_on_site: secondsKind,
  url: textKind,
  referrer: textKind,
  scroll: numberKind(1, 100),
  exit_intent: onlyKind(
    (fact: boolean) => fact,
    checkThat((value) => value === undefined, "must be left out"),
  ),
  visits: countKind,
  pages: countKind,
  working_hours: equalKind([true, false]),
  operators_online: equalKind([true, false]),
  device: equalKind(devices),
  utm: onlyKind(
    (fact: RuleFacts["utm"], value: Readonly<Record<string, string>>) =>
      Object.keys(value).every((part) => fact[part] === value[part]),
    atLeastOneOf(
      Object.fromEntries(utmParts.map((part) => [part, optional(textOfLength(0, 255))])),
    ),
  ),
  language: onlyKind(
    (fact: string, value: string) => fact.toLowerCase().startsWith(value.toLowerCase()),
    textOfLength(1, 35),
  ),
  country: onlyKind(
    (fact: string, value: readonly string[]) => value.includes(fact),
    listOf(
      checkThat((value) => /^[A-Z]{2}$/.test(String(value)), "must be two letters"),
      1,
      250,
    ),
  ),
  segment: onlyKind(
    (fact: readonly number[], value: readonly number[]) => value.some((id) => fact.includes(id)),
    listOf(checkId, 1, 100),
  ),
  variable: {
    equals: textKind["equals"]!,
    ...textKind,
    ">=": [(fact: string, value: number) => Number.parseFloat(fact) >= value, anyNumber],
    "<=": [(fact: string, value: number) => Number.parseFloat(fact) <= value, anyNumber],
  },
};
// Pages do not need it.
export const conditionTypes = /* @__PURE__ */ Object.keys(conditionKinds) as ConditionType[];

/** Returns the values of `op` for a condition type, the default first. Empty if it has none. */
export function getOperators(type: ConditionType): readonly string[] {
  return Object.keys(conditionKinds[type]).filter((op) => op !== "");
}

const checkCondition: Check = (value, path) => findTreeProblem(value, path, checkSingle);
function checkSingle(condition: Readonly<Record<string, unknown>>, path: string): RuleError | null {
  const { type } = condition;
  if (typeof type !== "string" || !Object.hasOwn(conditionKinds, type))
    return [`${path}.type`, "is no condition"];
  const kind = conditionKinds[type as ConditionType];
  const ops = getOperators(type as ConditionType);
  const { op = ops[0] ?? "" } = condition;
  const accept: Check = () => null;
  const checks: Record<string, Check> = { type: accept, value: kind[String(op)]?.[1] ?? accept };
  if (ops.length > 0) checks["op"] = optional(oneOf(ops));
  if (type === "variable") checks["name"] = textOfLength(1, 255);
  return objectWith(checks)(condition, path);
}
const wordingChecks = (maximum: number): Readonly<Record<string, Check>> => ({
  text: textOfLength(1, maximum),
  texts: optional(
    objectWith(
      Object.fromEntries(
        widgetLanguages.map((language) => [language, optional(textOfLength(1, maximum))]),
      ),
    ),
  ),
});
/** Checks of the fields of each action (WG-053). */
const actionChecks: Readonly<Record<RuleAction["type"], Readonly<Record<string, Check>>>> = {
  open: { start: optional(oneOf(["chat", "call"])) },
  invitation: {
    ...wordingChecks(500),
    department_id: optional(checkId),
  },
  label: wordingChecks(60),
  hide: {},
};
const checkActionType = oneOf(Object.keys(actionChecks));
const checkAction: Check = (value, path) => {
  const { type } = Object(value) as { readonly type?: RuleAction["type"] };
  return (
    checkActionType(type, `${path}.type`) ??
    objectWith({ ...actionChecks[type ?? "hide"], type: checkActionType })(value, path)
  );
};
const checkRule = objectWith({
  name: optional(textOfLength(0, 100)),
  enabled: optional(oneOf([true, false])),
  once: optional(oneOf(onceValues)),
  if: optional(checkCondition),
  do: listOf(checkAction, 1, 5),
});

/** Returns null, or the error with its path, such as `.if.all[1].value`. */
export function validateRule(rule: unknown, path = ""): RuleError | null {
  const json = JSON.stringify(rule) ?? "";
  if (json.length > maxRuleJsonLength) return [path, "is too large"];
  if (json.split('"op":"matches"').length > maxPatterns + 1)
    return [path, `has more than ${maxPatterns} regular expressions`];
  return checkRule(rule, path);
}

/** Parses rules passed to `setRules` (WG-050). Returns a copy, or the error text. */
export function parseRules(input: unknown): readonly Rule[] | string {
  const refusal = "Rules must be object.";
  let value: unknown;
  try {
    value = JSON.parse(JSON.stringify(input)) as unknown;
  } catch {
    return refusal;
  }
  const rules = isObject(value) ? (Object.keys(value).length === 0 ? [] : value["rules"]) : value;
  if (!Array.isArray(rules)) return refusal;
  if (rules.length > maxRules) return `rules[${maxRules}]: is one too many`;
  const error = findFirst(rules, (rule, n) => validateRule(rule, `rules[${n}]`));
  return error === null ? (rules as Rule[]) : error.join(": ");
}

/** Returns null if the result depends on unknown values. An absent condition is true. */
export function evaluateCondition(
  tree: Condition | undefined,
  facts: Partial<RuleFacts>,
): boolean | null {
  if (tree === undefined) return true;
  return evaluateTree(tree, ({ type, name, op, value }) => {
    const fact =
      name === undefined ? facts[type] : facts.variable && String(facts.variable[name] ?? "");
    if (fact === undefined) return null;
    const kind = conditionKinds[type];
    const [holds] = kind[op ?? ""] ?? Object.values(kind)[0]!;
    return holds(fact as never, value as never);
  });
}

/** Returns the single conditions of a tree, without the groups that contain them. */
export const listConditions = (tree: Condition | undefined): readonly SingleCondition[] =>
  tree === undefined ? [] : listTests(tree);

/** Returns the seconds after which a time condition changes its value. [] for other conditions. */
export function getConditionChangeTimes({ type, op, value }: SingleCondition): readonly number[] {
  if (type !== "time_on_page" && type !== "time_on_site") return [];
  const at = Number(value);
  return op === "<=" ? [at + 1] : op === "=" ? [at, at + 1] : [at];
}
