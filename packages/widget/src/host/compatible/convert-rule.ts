import type { Condition, RuleAction, SingleCondition } from "@parlour/protocol/rules";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts a rule in the form of the comparable service, with `conditions` and `commands` (WG-256).
 * Returns other values unchanged, and null if the rule cannot be used. `ignore` receives each part
 * without a counterpart.
 */
export function convertRule(rule: unknown, ignore: (part: string) => void): unknown {
  const { name, enabled, type, conditions, commands } = (rule ?? {}) as Fields;
  if (!Array.isArray(conditions) || !Array.isArray(commands)) return rule;
  const listed = listFields(conditions);
  const converted = listed
    .map((one, at): Condition | null => {
      const condition = convertCondition(one);
      if (condition === null) ignore(`conditions[${at}]: ${String(one["condition"])}`);
      return condition;
    })
    .filter((_, at) => !limitedByWidget.has(listed[at]?.["condition"]));
  const actions = listFields(commands).flatMap(({ command, params }, at): RuleAction[] => {
    const action = convertCommand(String(command), (params ?? {}) as Fields);
    if (action === null) ignore(`commands[${at}]: ${String(command)}`);
    return action === null ? [] : [action];
  });
  // Without one of its conditions, the rule would fire too often or never.
  if (converted.includes(null) || actions.length === 0) return null;
  return {
    name: typeof name === "string" ? name.slice(0, 100) : undefined,
    enabled: enabled !== false,
    if: type === "any" ? { any: converted } : { all: converted },
    do: actions,
  };
}

/** Returns the objects of a list. Other values have no fields. */
const listFields = (values: readonly unknown[]): readonly Fields[] =>
  values.map((value) => (value ?? {}) as Fields);

/** Conditions that are left out, because the limits of invitations apply instead (WG-054). */
const limitedByWidget: ReadonlySet<unknown> = new Set([
  "time_after_close",
  "time_after_invitation",
]);
const numberTypes = new Map<unknown, SingleCondition["type"]>([
  ["time_on_page", "time_on_page"],
  ["time_on_site", "time_on_site"],
  ["pages_count", "pages"],
  ["number_of_visits", "visits"],
  ["goal_scroll", "scroll"],
]);
const textOps = new Map([
  ["equal", "equals"],
  ["contain", "contains"],
  ["regexp", "matches"],
]);

function convertCondition({ condition, comparator, value }: Fields): Condition | null {
  if (condition === "online") return { type: "operators_online", value: value !== false };
  if (condition === "goal_close") return { type: "exit_intent" };
  const [, negation, operator = ""] = /^(not_)?(.*)$/.exec(String(comparator)) ?? [];
  const type = numberTypes.get(condition);
  const positive =
    type !== undefined
      ? compareNumber(type, operator, Number(value))
      : condition === "page_url" && textOps.has(operator)
        ? { type: "url" as const, op: textOps.get(operator) ?? "", value: String(value) }
        : null;
  return positive === null || negation === undefined ? positive : { not: positive };
}

/** Compares whole numbers. "Greater than 10" is "at least 11". */
function compareNumber(
  type: SingleCondition["type"],
  operator: string,
  value: number,
): SingleCondition | null {
  if (operator === "equal") return { type, op: "=", value };
  if (operator === "greater") return { type, op: ">=", value: value + 1 };
  if (operator === "greater_equal") return { type, op: ">=", value };
  if (operator === "lower") return { type, op: "<=", value: value - 1 };
  return operator === "lower_equal" ? { type, op: "<=", value } : null;
}

function convertCommand(command: string, { message }: Fields): RuleAction | null {
  if (command === "proactive") return { type: "invitation", text: String(message) };
  if (command === "open_offline") return { type: "open" };
  return command === "show_callform" ? { type: "open", start: "call" } : null;
}
