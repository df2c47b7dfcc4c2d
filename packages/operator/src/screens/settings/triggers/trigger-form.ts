import type { Channel } from "@parlour/protocol";
import { widgetLanguages, type WidgetLanguage } from "@parlour/protocol/entity/widget/languages";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import {
  validateRule,
  type Condition,
  type Once,
  type RuleAction,
  type RuleError,
} from "@parlour/protocol/rules";
import { t } from "./text.ts";

interface RuleContent {
  once: Once;
  if: Condition | null;
  do: readonly RuleAction[];
}
/** Values of the form that the rule editor edits. */
export interface RuleValues extends RuleContent {
  /** Ids of the widgets, or null for all widgets. */
  channels: readonly number[] | null;
  /** Text of the JSON view while it is not a valid rule, otherwise empty. */
  json: string;
}
/** State that all parts of the rule editor share. */
export interface EditorState {
  readonly readOnly: boolean;
  /** Error of the rule. Null if there is none, or until the operator has tried to save. */
  readonly ruleError: RuleError | null;
  /**
   * Number of dry-run visits in which each condition was true, in the order of the conditions. Null
   * without a dry run, or if the rule has changed since.
   */
  readonly counts: readonly (number | null)[] | null;
  readonly visitCount: number;
}

/** Kinds of actions that the editor offers. */
export const actionKinds = ["invitation", "open", "call", "label", "hide"] as const;
export type ActionKind = (typeof actionKinds)[number];
export const getActionKind = (action: RuleAction): ActionKind =>
  action.type === "open" ? (action.start === "call" ? "call" : "open") : action.type;

/** Formats the rule as JSON for the JSON view (WG-051). */
export function formatRuleJson(content: RuleContent): string {
  return JSON.stringify(toRule(content), null, 2);
}
/** Returns the rule as it is sent. */
const toRule = (content: RuleContent) => ({
  once: content.once,
  ...omitAbsent({ if: content.if ?? undefined }),
  do: content.do,
});
/**
 * Parses a rule from JSON. Returns its error if it is invalid. Ignores a name and an enabled flag
 * in the JSON, because the form sets them.
 */
export function parseRuleJson(text: string): RuleContent | { readonly fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: t("fault.json", { what: error instanceof Error ? error.message : "" }) };
  }
  const ruleError = validateRule(value);
  if (ruleError !== null) return { fault: formatRuleError(ruleError) };
  const rule = value as { once?: Once; if?: Condition; do: readonly RuleAction[] };
  return { once: rule.once ?? "session", if: rule.if ?? null, do: rule.do };
}

/**
 * Returns the error of the rule: the path (`.if.all[1].value`) and the problem. Null if the rule is
 * valid.
 */
export function validateTriggerRule(content: RuleContent): RuleError | null {
  return validateRule(toRule(content));
}
/**
 * Returns the languages in which the chat windows of these widgets can appear (WG-089). A widget
 * with a fixed language has only that one. All others follow the page and the browser. If
 * `channels` is null, all widgets count.
 */
export function getRuleLanguages(
  widgets: readonly Channel[],
  channels: readonly number[] | null,
): readonly WidgetLanguage[] {
  const setLanguages = widgets
    .filter(({ id }) => channels === null || channels.includes(id))
    .map(({ widget }) => widget?.language ?? null);
  return setLanguages.length === 0 || setLanguages.includes(null)
    ? widgetLanguages
    : widgetLanguages.filter((language) => setLanguages.includes(language));
}
/**
 * Counts the visitors per text of the rule. The key null is the default text. Empty if the rule has
 * no texts besides the default.
 */
export function countVisitorsByText(
  actions: readonly RuleAction[],
  visitors: readonly { readonly result: string; readonly language: string }[],
): readonly (readonly [WidgetLanguage | null, number])[] {
  const textLanguages = new Set(
    actions.flatMap((action) =>
      "text" in action ? (Object.keys(action.texts ?? {}) as WidgetLanguage[]) : [],
    ),
  );
  if (textLanguages.size === 0) return [];
  const counts = new Map<WidgetLanguage | null, number>();
  for (const { result, language } of visitors) {
    if (result !== "fires") continue;
    // Chat windows use English if they have no texts in the visitor's language.
    const primary = language.toLowerCase().split(/[-_]/, 1)[0] as WidgetLanguage;
    const windowLanguage = widgetLanguages.includes(primary) ? primary : "en";
    const textLanguage = textLanguages.has(windowLanguage) ? windowLanguage : null;
    counts.set(textLanguage, (counts.get(textLanguage) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
/** Returns the errors of the rule by field. */
export function findRuleErrors(values: RuleValues): Readonly<Record<string, string>> {
  if (values.json !== "") {
    const parsed = parseRuleJson(values.json);
    return "fault" in parsed ? { json: parsed.fault } : {};
  }
  const ruleError = validateTriggerRule(values);
  if (ruleError === null) return {};
  const [path, problem] = ruleError;
  return { [path.startsWith(".do") ? "do" : "if"]: ruleErrorText(problem) };
}
const formatRuleError = ([path, problem]: RuleError): string =>
  path === "" ? ruleErrorText(problem) : `${path.slice(1)}: ${ruleErrorText(problem)}`;

/** Returns the text of a problem found by the rule validation, in the interface language. */
export function ruleErrorText(problem: string): string {
  const range = /^must be (a whole number|text|a list) (?:from|of) (\d+) to (\d+)/.exec(problem);
  if (range !== null) {
    const [, kind, from = "", to = ""] = range;
    return kind === "text"
      ? t("fault.text", { from, to })
      : kind === "a list"
        ? t("fault.list", { from, to })
        : t("fault.number", { from, to });
  }
  if (problem === "must be a number") return t("fault.any");
  if (problem.startsWith("must be two letters") || problem.startsWith("must be a list of 1 to 250"))
    return t("fault.country");
  if (problem.startsWith("must name")) return t("fault.text", { from: "1", to: "255" });
  if (problem.startsWith("lies deeper")) return t("fault.deep");
  if (
    /^(is no regular|must not refer|must not look|asks for|has more than|must not be longer)/.test(
      problem,
    )
  )
    return t("fault.pattern");
  return problem;
}
