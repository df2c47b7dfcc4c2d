import type { ConfigFile } from "@parlour/protocol/config";
import type { RuleAction } from "@parlour/protocol/rules";
import type { TriggerRow } from "../core/record/trigger.ts";
import { triggersNamed, type ProvisionedTrigger } from "../store/settings/provision-triggers.ts";
import { departmentNamed } from "../store/settings/provision-writing.ts";
import type { Present } from "../store/settings/provision.ts";
import { createTrigger, deleteTrigger, orderTriggers, updateTrigger } from "../store/settings/trigger.ts";
import { channelId, changes, type Difference, type Target } from "./difference.ts";
import type { Step } from "./document.ts";
import { detailOf } from "./plan-found.ts";
import type { FileAction, WantedTrigger } from "./read-triggers.ts";
import type { Wanted } from "./read.ts";

/** Plans the triggers, matched by name, and their order. Runs after channels and departments. */
export function planTriggers(wanted: readonly WantedTrigger[], present: Present): { differences: Difference[]; gone: Difference[] } {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  const created: string[] = [];
  for (const trigger of wanted) {
    const found = present.triggers.find((one) => same(one.name, trigger.name));
    if (found) seen.add(found.id);
    else created.push(trigger.name);
    const difference = found ? changing(trigger, found, present) : coming(trigger);
    if (difference !== null) differences.push(difference);
  }
  const names = wanted.map(({ name }) => name);
  const stands = [...present.triggers.filter(({ id }) => seen.has(id)).map(({ name }) => name), ...created];
  if (stands.some((name, n) => !same(name, names[n] ?? ""))) differences.push(ordering(names));
  return { differences, gone: present.triggers.filter(({ id, managed }) => managed && !seen.has(id)).map(leaving) };
}

function coming(trigger: WantedTrigger): Difference {
  const run = async (to: Target): Promise<number | null> => createTrigger(to.tx, to.account, await rowOf(to, trigger), to.now);
  return { sign: "+", subject: `trigger ${trigger.name}`, detail: "", kind: "trigger", run };
}

function changing(trigger: WantedTrigger, found: ProvisionedTrigger, present: Present): Difference | null {
  const detail = detailOf(found, changes({ ...ordered(fileOf(found, present)) }, { ...ordered(trigger) }));
  if (detail === "") return null;
  const run = async (to: Target): Promise<number> => {
    await updateTrigger(to.tx, to.account, found.id, await rowOf(to, trigger), to.now);
    return found.id;
  };
  return { sign: "~", subject: `trigger ${trigger.name}`, detail, kind: "trigger", run };
}

/** Sets the order of the file. */
function ordering(names: readonly string[]): Difference {
  const run = async ({ tx, account }: Target): Promise<null> => {
    await orderTriggers(tx, account, await triggersNamed(tx, account, names));
    return null;
  };
  return { sign: "~", subject: "triggers", detail: "order", kind: "trigger", run };
}

function leaving({ id, name }: ProvisionedTrigger): Difference {
  const run = async ({ tx, account }: Target): Promise<number> => {
    await deleteTrigger(tx, account, id);
    return id;
  };
  return { sign: "-", subject: `trigger ${name}`, detail: "", kind: "trigger", run };
}

/** Reports errors that only the database shows: widgets that the account does not have. */
export function triggerFaults(
  wanted: Wanted,
  present: Present,
  fault: (path: readonly Step[], message: string, rule?: string) => void,
): void {
  const channels = new Set([...wanted.widgets, ...present.widgets].flatMap((c) => c.publicId ?? []));
  wanted.triggers.forEach((trigger, n) =>
    trigger.channels?.forEach((id, i) => {
      if (!channels.has(id)) fault(["triggers", n, "channels", i], `${id} is no public_id of a widget of this file or account`);
    }),
  );
}

/** Exports the triggers (CFG-024). */
export function exportTriggers(present: Present): Pick<ConfigFile, "triggers"> {
  const triggers = present.triggers.map((trigger) => {
    const { name, enabled, once, if: condition, do: actions, channels } = fileOf(trigger, present);
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

function fileOf({ name, enabled, once, if: condition, do: actions, channels }: ProvisionedTrigger, present: Present): WantedTrigger {
  return {
    name,
    enabled,
    once,
    if: condition,
    do: actions.map((action): FileAction => {
      if (action.type !== "invitation") return action;
      const { department_id: id, ...rest } = action;
      // A deleted department is left out.
      const department = present.integrations.departments.find((one) => one.id === id)?.name;
      return { ...rest, ...(department === undefined ? {} : { department }) };
    }),
    channels,
  };
}
async function rowOf(to: Target, trigger: WantedTrigger): Promise<TriggerRow> {
  const actions = await Promise.all(
    trigger.do.map(async (action): Promise<RuleAction> => {
      if (action.type !== "invitation") return action;
      const { department, ...rest } = action;
      const id = department === undefined ? null : await departmentNamed(to.tx, to.account, department);
      return { ...rest, ...(id === null ? {} : { department_id: id }) };
    }),
  );
  return { ...trigger, do: actions, channels: trigger.channels?.map((publicId) => channelId(to, publicId)) ?? null, managed: true };
}
/** Sorts keys, because the database has its own order. */
function ordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map(ordered) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, ordered(one)]),
  ) as T;
}
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
