import type { ConfigFile } from "@parlour/protocol/config";
import type { RuleAction } from "@parlour/protocol/rules";
import {
  type TriggerRow,
  createTrigger,
  deleteTrigger,
  setTriggerOrder,
  updateTrigger,
} from "../../store/settings/channels/trigger.ts";
import { findTriggersByName, type CurrentTrigger } from "../../store/provisioning/triggers.ts";
import { findDepartmentByName } from "../../store/provisioning/replies.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import {
  getChannelId,
  describeChanges,
  type PlannedChange,
  type ApplyContext,
} from "./planned-change.ts";
import type { PathStep } from "../document.ts";
import { joinDetails } from "./plan-named-resources.ts";
import type { FileAction, DesiredTrigger } from "../read-triggers.ts";
import type { DesiredSettings } from "../read.ts";

/** Plans the triggers, matched by name, and their order. Runs after channels and departments. */
export function planTriggers(
  desired: readonly DesiredTrigger[],
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const differences: PlannedChange[] = [];
  const matched = new Set<number>();
  const created: string[] = [];
  for (const trigger of desired) {
    const existing = current.triggers.find((candidate) => isSameName(candidate.name, trigger.name));
    if (existing) matched.add(existing.id);
    else created.push(trigger.name);
    const difference = existing ? planUpdate(trigger, existing, current) : planCreation(trigger);
    if (difference !== null) differences.push(difference);
  }
  const names = desired.map(({ name }) => name);
  const currentOrder = [
    ...current.triggers.filter(({ id }) => matched.has(id)).map(({ name }) => name),
    ...created,
  ];
  if (currentOrder.some((name, n) => !isSameName(name, names[n] ?? "")))
    differences.push(planOrder(names));
  return {
    differences,
    removals: current.triggers
      .filter(({ id, managed }) => managed && !matched.has(id))
      .map(planRemoval),
  };
}

function planCreation(trigger: DesiredTrigger): PlannedChange {
  const run = async (context: ApplyContext): Promise<number | null> =>
    createTrigger(context.tx, context.account, await toRow(context, trigger), context.now);
  return { sign: "+", subject: `trigger ${trigger.name}`, detail: "", kind: "trigger", run };
}

function planUpdate(
  trigger: DesiredTrigger,
  existing: CurrentTrigger,
  current: CurrentSettings,
): PlannedChange | null {
  const detail = joinDetails(
    existing,
    describeChanges({ ...sortKeys(toFileTrigger(existing, current)) }, { ...sortKeys(trigger) }),
  );
  if (detail === "") return null;
  const run = async (context: ApplyContext): Promise<number> => {
    await updateTrigger(
      context.tx,
      context.account,
      existing.id,
      await toRow(context, trigger),
      context.now,
    );
    return existing.id;
  };
  return { sign: "~", subject: `trigger ${trigger.name}`, detail, kind: "trigger", run };
}

/** Sets the order of the file. */
function planOrder(names: readonly string[]): PlannedChange {
  const run = async ({ tx, account }: ApplyContext): Promise<null> => {
    await setTriggerOrder(tx, account, await findTriggersByName(tx, account, names));
    return null;
  };
  return { sign: "~", subject: "triggers", detail: "order", kind: "trigger", run };
}

function planRemoval({ id, name }: CurrentTrigger): PlannedChange {
  const run = async ({ tx, account }: ApplyContext): Promise<number> => {
    await deleteTrigger(tx, account, id);
    return id;
  };
  return { sign: "-", subject: `trigger ${name}`, detail: "", kind: "trigger", run };
}

/** Reports errors that only the database shows: widgets that the account does not have. */
export function validateTriggers(
  desired: DesiredSettings,
  current: CurrentSettings,
  reportError: (path: readonly PathStep[], message: string, rule?: string) => void,
): void {
  const channels = new Set(
    [...desired.widgets, ...current.widgets].flatMap((c) => c.publicId ?? []),
  );
  desired.triggers.forEach((trigger, n) =>
    trigger.channels?.forEach((id, i) => {
      if (!channels.has(id))
        reportError(
          ["triggers", n, "channels", i],
          `no widget with public_id ${id} in this file or account`,
        );
    }),
  );
}

/** Exports the triggers (CFG-024). */
export function exportTriggers(current: CurrentSettings): Pick<ConfigFile, "triggers"> {
  const triggers = current.triggers.map((trigger) => {
    const {
      name,
      enabled,
      once,
      if: condition,
      do: actions,
      channels,
    } = toFileTrigger(trigger, current);
    return {
      name,
      ...(enabled ? {} : { enabled }),
      ...(once === "session" ? {} : { once }),
      ...(condition === null ? {} : { if: condition }),
      do: [...actions],
      ...(channels === null ? {} : { channels: [...channels] }),
    };
  });
  return triggers.length === 0 ? {} : { triggers };
}

function toFileTrigger(
  { name, enabled, once, if: condition, do: actions, channels }: CurrentTrigger,
  current: CurrentSettings,
): DesiredTrigger {
  return {
    name,
    enabled,
    once,
    if: condition,
    do: actions.map((action): FileAction => {
      if (action.type !== "invitation") return action;
      const { department_id: id, ...rest } = action;
      // A deleted department is left out.
      const department = current.integrations.departments.find((item) => item.id === id)?.name;
      return { ...rest, ...(department === undefined ? {} : { department }) };
    }),
    channels,
  };
}
async function toRow(context: ApplyContext, trigger: DesiredTrigger): Promise<TriggerRow> {
  const actions = await Promise.all(
    trigger.do.map(async (action): Promise<RuleAction> => {
      if (action.type !== "invitation") return action;
      const { department, ...rest } = action;
      const id =
        department === undefined
          ? null
          : await findDepartmentByName(context.tx, context.account, department);
      return { ...rest, ...(id === null ? {} : { department_id: id }) };
    }),
  );
  return {
    ...trigger,
    do: actions,
    channels: trigger.channels?.map((publicId) => getChannelId(context, publicId)) ?? null,
    managed: true,
  };
}
/** Sorts keys, because the database has its own order. */
function sortKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sortKeys) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  ) as T;
}
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
