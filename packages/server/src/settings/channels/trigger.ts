import { NewTrigger, Trigger, TriggerPatch, Triggers } from "@parlour/protocol/api";
import { triggerShape } from "@parlour/protocol/api/settings/shapes/trigger";
import type { ConfigFile } from "@parlour/protocol/config";
import { validateRule, type RuleAction } from "@parlour/protocol/rules";
import type { AccountConfig } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import {
  createTrigger,
  deleteTrigger,
  listTriggers,
  setTriggerOrder,
  updateTrigger,
  type TriggerFields,
  type TriggerRecord,
} from "../../store/settings/channels/trigger.ts";
import { assertAccountChannels } from "../references.ts";
import type { FileHelpers, SettingsResource } from "../resource.ts";
import { sortKeys } from "../sort-keys.ts";
import { trimTexts } from "../texts.ts";

/** A trigger of the provisioning file: with names of departments and public ids of widgets. */
interface TriggerEntry extends Omit<TriggerFields, "do" | "channels"> {
  readonly do: readonly FileAction[];
  readonly channels: readonly string[] | null;
}
type Invitation = Extract<RuleAction, { type: "invitation" }>;
/** An invitation of WG-053, but with the name of a department instead of its id. */
type FileAction =
  | Exclude<RuleAction, Invitation>
  | (Omit<Invitation, "department_id"> & { readonly department?: string });

/** The account's rules for its site widgets (WG-050 to WG-054, API-313). */
export const triggerResource: SettingsResource<{
  fields: TriggerFields;
  row: TriggerRecord;
  body: NewTrigger;
  api: Trigger;
  entry: TriggerEntry;
}> = {
  shape: triggerShape,
  label: "trigger",
  rights: { read: "triggers.read", manage: "triggers.manage" },
  summaries: {
    list: "List triggers",
    one: "Get a trigger",
    create: "Create a trigger",
    change: "Update a trigger",
    order: "Set the order of the triggers",
    remove: "Delete a trigger",
  },
  schemas: { entity: Trigger, page: Triggers, create: NewTrigger, patch: TriggerPatch },
  store: {
    list: listTriggers,
    create: createTrigger,
    update: updateTrigger,
    remove: deleteTrigger,
    order: setTriggerOrder,
  },
  audit: { nameOf: ({ name }) => name },
  newFields: () => ({ enabled: true, once: "session", if: null, channels: null }),
  parse: (body) => trimTexts(triggerShape, body),
  async check(fields, before, { tx, account, config }) {
    assertValidRule(fields);
    if (fields.channels !== before?.channels)
      await assertAccountChannels(tx, account, fields.channels);
    assertDepartments(config, fields.do, before?.do ?? []);
  },
  toApi: ({ createdAt, updatedAt, ...row }) => ({
    ...row,
    do: [...row.do],
    channels: row.channels === null ? null : [...row.channels],
    created_at: createdAt,
    updated_at: updatedAt,
  }),
  file: {
    part: "triggers",
    read: readEntries,
    write: ({ name, enabled, once, if: condition, do: actions, channels }) => ({
      name,
      ...(enabled ? {} : { enabled }),
      ...(once === "session" ? {} : { once }),
      ...(condition === null ? {} : { if: condition }),
      do: [...actions],
      ...(channels === null ? {} : { channels: [...channels] }),
    }),
    keyOf: ({ name }) => name.toLowerCase(),
    subject: ({ name }) => `trigger ${name}`,
    compared: (entry) => ({ ...sortKeys(entry) }),
    toEntry: ({ name, enabled, once, if: condition, do: actions, channels }, names) => ({
      name,
      enabled,
      once,
      if: condition,
      do: actions.map((action): FileAction => {
        if (action.type !== "invitation") return action;
        const { department_id: id, ...rest } = action;
        // A deleted department is omitted.
        const department = id === undefined ? undefined : names.department(id);
        return { ...rest, ...(department === undefined ? {} : { department }) };
      }),
      channels: channels?.flatMap((id) => names.channel(id) ?? []).sort() ?? null,
    }),
    toFields: ({ do: actions, channels, ...fields }, ids) => ({
      ...fields,
      do: actions.map((action): RuleAction => {
        if (action.type !== "invitation") return action;
        const { department, ...rest } = action;
        return {
          ...rest,
          ...(department === undefined ? {} : { department_id: ids.department(department) }),
        };
      }),
      channels: channels?.map(ids.channel) ?? null,
    }),
    references: ({ channels }) =>
      (channels ?? []).map((name, n) => ({ kind: "widget", name, path: ["channels", n] })),
  },
};

/** Throws the same error that `setRules` returns to a page (WG-050). */
export function assertValidRule(
  rule: Pick<TriggerFields, "if"> &
    Partial<Pick<TriggerFields, "name" | "enabled" | "once" | "do">>,
): void {
  const { name, enabled, once, do: actions = [{ type: "open" }] } = rule;
  const fault = validateRule({
    name,
    enabled,
    once,
    ...(rule.if === null ? {} : { if: rule.if }),
    do: actions,
  });
  if (fault === null) return;
  const field = fault[0].replace(/^\./, "");
  refuse("invalid_request", field === "" ? `The rule ${fault[1]}.` : `${field}: ${fault[1]}.`, {
    field: field === "" ? "if" : field,
  });
}

/**
 * Throws if an invitation names an unknown department (WG-053). Accepts a deleted department if the
 * trigger already had it.
 */
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

/** Reads the triggers of a file (API-313, WG-051) in its order. */
function readEntries(
  config: ConfigFile,
  { reportError, unique }: FileHelpers,
): readonly TriggerEntry[] {
  const triggers = (config.triggers ?? []).map((t): TriggerEntry => ({
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
    // The file contains the name of a department where the API expects an id.
    const apiActions = actions.map((action, i) => {
      if (!hasDepartment(action)) return action;
      const { department, ...rest } = action;
      if (!(config.departments ?? []).some((d) => d.name === department))
        reportError([...at, "do", i, "department"], "is not a department in this file", "API-314");
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
/** The schema of the file does not check actions, so one may be anything. */
const hasDepartment = (
  action: FileAction,
): action is Extract<FileAction, { type: "invitation" }> & { readonly department: string } =>
  typeof action === "object" &&
  action !== null &&
  action.type === "invitation" &&
  action.department !== undefined;

/**
 * Replaces the name of a department with its spelling in the file's departments. Ignores upper and
 * lower case.
 */
function normalizeDepartmentName(action: FileAction, { departments = [] }: ConfigFile): FileAction {
  if (!hasDepartment(action)) return action;
  const departmentKey = String(action.department).toLowerCase();
  const department = departments.find(({ name }) => name.toLowerCase() === departmentKey)?.name;
  return department === undefined ? action : { ...action, department };
}
/** Splits a path such as `.if.all[1].value` into steps. */
const parseSteps = (path: string): (string | number)[] =>
  [...path.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
