import { NewTrigger, Trigger, TriggerPatch, Triggers } from "@parlour/protocol/api";
import type { ConfigFile } from "@parlour/protocol/config";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { validateRule, type Condition, type RuleAction } from "@parlour/protocol/rules";
import { listSegments, mapSegments } from "@parlour/protocol/rules/segments";
import { trigger } from "@parlour/protocol/settings/kinds/trigger";
import type { NamedValues, Values } from "@parlour/protocol/settings/values";
import type { AccountConfig } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import { getChatSegment } from "../../core/field/account-facts.ts";
import { triggerStore, type TriggerFields } from "../../store/settings/channels/trigger.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { parsePath } from "../parse-path.ts";
import type { RowIds, RowNames } from "../resource.ts";
import { sortKeys } from "../sort-keys.ts";

type Invitation = Extract<RuleAction, { type: "invitation" }>;
/** An action of the file: an invitation of WG-053 has the name of a department. */
type FileAction =
  | Exclude<RuleAction, Invitation>
  | (Omit<Invitation, "department_id"> & { readonly department?: string });

/** The account's rules for its site widgets (WG-050 to WG-054, API-313). */
export const triggerResource = createResource(trigger, {
  rights: { read: "triggers.read", manage: "triggers.manage" },
  summaries: {
    ...summarizeRequests("a trigger", "triggers"),
    order: "Set the order of the triggers",
  },
  schemas: { entity: Trigger, page: Triggers, create: NewTrigger, patch: TriggerPatch },
  store: triggerStore,
  describe: ({ updatedAt }) => ({ updated_at: updatedAt }),
  check: async (values, before, { config }) => {
    assertValidRule(values);
    assertSegments(config, values.if);
    assertDepartments(config, values.do, before?.values.do ?? []);
  },
  custom: {
    if: {
      toNamed: (condition: Condition | null, names) =>
        mapSegments(condition, (id) => names.segment(Number(id)) ?? id),
      toIds: (condition: Condition | null, ids) =>
        mapSegments(condition, (name) => ids.segment(String(name))),
      references: (condition: Condition | null) =>
        listSegments(condition).map(({ segment, path }) => ({
          kind: "segment" as const,
          name: String(segment),
          path: parsePath(path),
        })),
      toCompared: (condition: Condition | null) =>
        sortKeys(mapSegments(condition, (name) => String(name).toLowerCase())),
    },
    do: {
      toNamed: (actions: readonly RuleAction[], names) =>
        actions.map((action) => nameDepartment(action, names)),
      toIds: (actions: readonly FileAction[], ids) =>
        actions.map((action) => findDepartment(action, ids)),
      toCompared: (actions: readonly FileAction[]) => sortKeys(actions.map(ignoreCase)),
    },
  },
  checkEntry,
});

/** Throws the same error that `setRules` returns to a page (WG-050). */
export function assertValidRule(
  rule: Partial<Values<TriggerFields>> & { readonly if: Condition | null },
): void {
  const { name, enabled, once } = rule;
  const fault = validateRule({
    name,
    enabled,
    once,
    ...omitAbsent({ if: rule.if ?? undefined }),
    do: rule.do ?? [{ type: "open" }],
  });
  if (fault === null) return;
  const field = fault[0].replace(/^\./, "");
  refuse("invalid_request", field === "" ? `The rule ${fault[1]}.` : `${field}: ${fault[1]}.`, {
    field: field === "" ? "if" : field,
  });
}

/** Throws if a condition names a segment that conditions on chats cannot name (SEG-007). */
export const assertSegments = (config: AccountConfig, condition: Condition | null): void =>
  listSegments(condition, "if").forEach(({ segment, path }) =>
    getChatSegment(config, Number(segment), path),
  );

/** Throws for an unknown department (WG-053), except one that the trigger had. */
function assertDepartments(
  { departments }: AccountConfig,
  actions: readonly RuleAction[],
  before: readonly RuleAction[],
): void {
  const existing = new Set(before.flatMap(getDepartments));
  actions.forEach((action, n) => {
    const unknownId = getDepartments(action).find(
      (id) => !departments.has(id) && !existing.has(id),
    );
    if (unknownId !== undefined)
      refuse("invalid_request", `${unknownId} is not a department of this account.`, {
        field: `do[${n}].department_id`,
      });
  });
}
const getDepartments = (action: RuleAction): readonly number[] =>
  action.type === "invitation" && action.department_id !== undefined ? [action.department_id] : [];

/** A deleted department is omitted. */
function nameDepartment(action: RuleAction, names: RowNames): FileAction {
  if (action.type !== "invitation") return action;
  const { department_id, ...rest } = action;
  const department = department_id === undefined ? undefined : names.department(department_id);
  return { ...rest, ...omitAbsent({ department }) };
}

function findDepartment(action: FileAction, ids: RowIds): RuleAction {
  if (!hasDepartment(action)) return action as RuleAction;
  const { department, ...rest } = action;
  return { ...rest, department_id: ids.department(String(department)) };
}

/** Names of departments are the same in another case. */
const ignoreCase = (action: FileAction): FileAction =>
  hasDepartment(action)
    ? { ...action, department: String(action.department).toLowerCase() }
    : action;

/** The schema of the file does not check actions, so one may be anything. */
const hasDepartment = (
  action: FileAction,
): action is Extract<FileAction, { type: "invitation" }> & { readonly department: string } =>
  typeof action === "object" &&
  action !== null &&
  action.type === "invitation" &&
  action.department !== undefined;

/** Reports faults of a rule of the file (WG-051) and departments that the file does not have. */
function checkEntry(
  values: NamedValues<TriggerFields>,
  report: (path: readonly (string | number)[], message: string, rule?: string) => void,
  { departments = [] }: ConfigFile,
): void {
  const names = new Set(departments.map(({ name }) => name.toLowerCase()));
  // The file contains the name of a department where the API expects an id.
  const withoutDepartments = (values.do as readonly FileAction[]).map((action, n) => {
    if (!hasDepartment(action)) return action;
    const { department, ...rest } = action;
    if (!names.has(String(department).toLowerCase()))
      report(["do", n, "department"], "is not a department in this file", "API-314");
    return rest;
  });
  const withoutNames = mapSegments(values.if, (name) => (typeof name === "string" ? 1 : 0));
  const fault = validateRule({
    ...omitAbsent({ if: withoutNames ?? undefined }),
    do: withoutDepartments,
  });
  if (fault !== null) report(parsePath(fault[0]), fault[1], "WG-051");
}
