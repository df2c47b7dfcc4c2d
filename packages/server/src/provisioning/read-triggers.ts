import type { ConfigFile } from "@parlour/protocol/config";
import { validateRule, type Condition, type Once, type RuleAction } from "@parlour/protocol/rules";
import type { PathStep } from "./document.ts";
import type { ParseHelpers } from "./read-integrations.ts";

/** Like WG-053, but with a department name instead of its id. */
type Invitation = Extract<RuleAction, { type: "invitation" }>;
export type FileAction =
  | Exclude<RuleAction, Invitation>
  | (Omit<Invitation, "department_id"> & { readonly department?: string });
export interface DesiredTrigger {
  readonly name: string;
  readonly enabled: boolean;
  readonly once: Once;
  readonly if: Condition | null;
  readonly do: readonly FileAction[];
  /** Public ids, or null: all widgets. */
  readonly channels: readonly string[] | null;
}

/** Parses the triggers of a file (API-313, WG-051) in its order. */
export function parseTriggers(
  config: ConfigFile,
  { reportError, unique }: ParseHelpers,
): readonly DesiredTrigger[] {
  const triggers = (config.triggers ?? []).map((t): DesiredTrigger => ({
    name: t.name.trim(),
    enabled: t.enabled ?? true,
    once: t.once ?? "session",
    if: t.if ?? null,
    do: (t.do as readonly FileAction[]).map((action) => normalizeDepartmentName(action, config)),
    channels: t.channels === undefined ? null : t.channels.toSorted(),
  }));
  triggers.forEach((trigger, n) => {
    const at = ["triggers", n] as const;
    if (trigger.name === "") reportError([...at, "name"], "is empty", "API-313");
    const { if: condition, do: actions } = trigger;
    // The file has a department name where the API has an id.
    const apiActions = actions.map((action) => {
      if (
        typeof action !== "object" ||
        action === null ||
        !("department" in action) ||
        action.type !== "invitation"
      )
        return action;
      const { department, ...rest } = action;
      if (!(config.departments ?? []).some((d) => d.name === department))
        reportError(
          [...at, "do", actions.indexOf(action), "department"],
          "is not a department in this file",
          "API-314",
        );
      return rest;
    });
    const ruleError = validateRule({
      ...(condition === null ? {} : { if: condition }),
      do: apiActions,
    });
    if (ruleError !== null)
      reportError([...at, ...parseSteps(ruleError[0])], ruleError[1], "WG-051");
  });
  unique(
    triggers,
    ({ name }) => name.toLowerCase(),
    (n, first) =>
      reportError(["triggers", n, "name"], `has the same name as triggers[${first}]`, "API-313"),
  );
  return triggers;
}

/** Replaces a department name by its spelling in the file's departments, ignoring letter case. */
function normalizeDepartmentName(action: FileAction, { departments = [] }: ConfigFile): FileAction {
  if (
    typeof action !== "object" ||
    action === null ||
    action.type !== "invitation" ||
    action.department === undefined
  )
    return action;
  const departmentKey = String(action.department).toLowerCase();
  const department = departments.find(({ name }) => name.toLowerCase() === departmentKey)?.name;
  return department === undefined ? action : { ...action, department };
}
/** Splits a path such as `.if.all[1].value` into steps. */
function parseSteps(path: string): PathStep[] {
  return [...path.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(
    ([, name, index]) => name ?? Number(index),
  );
}
