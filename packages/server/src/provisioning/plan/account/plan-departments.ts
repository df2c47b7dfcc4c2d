import { formatHours } from "../../../core/hours/format.ts";
import type { OpeningHours } from "../../../core/command.ts";
import { mergeAccountSettings } from "../../../store/settings/account/account.ts";
import {
  createDepartment,
  deleteDepartment,
  updateDepartment,
} from "../../../store/settings/account/department.ts";
import type { CurrentSettings } from "../../../store/provisioning/present.ts";
import {
  describeChanges,
  getOperatorId,
  type PlannedChange,
  type ApplyContext,
} from "../planned-change.ts";
import { joinDetails } from "../plan-named-resources.ts";
import type { DesiredDepartment } from "../../read-integrations.ts";

/** Plans the departments, matched by name. */
export function planDepartments(
  desired: readonly DesiredDepartment[],
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const differences: PlannedChange[] = [];
  const matched = new Set<number>();
  for (const department of desired) {
    const existing = current.integrations.departments.find(
      (p) => p.name.toLowerCase() === department.name.toLowerCase(),
    );
    if (existing) matched.add(existing.id);
    const difference = existing
      ? planUpdate(department, existing, current)
      : planCreation(department);
    if (difference !== null) differences.push(difference);
  }
  return {
    differences,
    removals: current.integrations.departments
      .filter((p) => p.managed && !matched.has(p.id))
      .map(planRemoval),
  };
}

type CurrentDepartment = CurrentSettings["integrations"]["departments"][number];

const toRow = (context: ApplyContext, { name, operators, hours }: DesiredDepartment) => ({
  name,
  operators: operators.map((email) => getOperatorId(context, email)),
  hours,
  managed: true,
});

function planCreation(department: DesiredDepartment): PlannedChange {
  const run = async (context: ApplyContext): Promise<number | null> => {
    const row = { ...toRow(context, department), now: context.now };
    const id = await createDepartment(context.tx, context.account, row);
    if (id !== null) context.ids.department.set(department.name.toLowerCase(), id);
    return id;
  };
  return {
    sign: "+",
    subject: `department ${department.name}`,
    detail: "",
    kind: "department",
    run,
  };
}

function planUpdate(
  department: DesiredDepartment,
  existing: CurrentDepartment,
  current: CurrentSettings,
): PlannedChange | null {
  const { name, hours, operators } = department;
  const emails = existing.operators
    .map((id) => current.operators.find((o) => o.id === id)?.email.toLowerCase() ?? "")
    .sort();
  const detail = joinDetails(
    existing,
    describeChanges(
      { name: existing.name, working_hours: toHoursForm(existing.hours), operators: emails },
      {
        name,
        working_hours: toHoursForm(hours),
        operators: operators.map((e) => e.toLowerCase()).sort(),
      },
    ),
  );
  if (detail === "") return null;
  const run = async (context: ApplyContext): Promise<number> => {
    await updateDepartment(context.tx, context.account, existing.id, toRow(context, department));
    return existing.id;
  };
  return { sign: "~", subject: `department ${name}`, detail, kind: "department", run };
}

function planRemoval({ id, name }: CurrentDepartment): PlannedChange {
  const run = async ({ tx, account }: ApplyContext): Promise<number> => {
    await deleteDepartment(tx, account, id);
    return id;
  };
  return { sign: "-", subject: `department ${name}`, detail: "", kind: "department", run };
}

/** Plans the account's working hours (CORE-090). null: the file does not contain them. */
export function planHours(
  desired: OpeningHours | null,
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const settings = (current.account?.settings ?? {}) as {
    working_hours?: OpeningHours;
    working_hours_managed?: boolean;
  };
  const managed = settings.working_hours_managed ?? false;
  const store =
    (hours: OpeningHours | null): PlannedChange["run"] =>
    async ({ tx, account }) => {
      await mergeAccountSettings(tx, account, {
        working_hours: hours,
        working_hours_managed: hours === null ? null : true,
      });
      return account;
    };
  if (desired === null) {
    const removals: PlannedChange[] = managed
      ? [{ sign: "-", subject: "working hours", detail: "", kind: "account", run: store(null) }]
      : [];
    return { differences: [], removals };
  }
  const detail = describeChanges(
    { working_hours: toHoursForm(settings.working_hours ?? null) },
    { working_hours: toHoursForm(desired) },
  );
  if (detail === "" && managed) return { differences: [], removals: [] };
  const sign = settings.working_hours === undefined ? ("+" as const) : ("~" as const);
  return {
    differences: [
      {
        sign,
        subject: "working hours",
        detail: sign === "+" ? "" : detail || "managed by the file",
        kind: "account",
        run: store(desired),
      },
    ],
    removals: [],
  };
}

const toHoursForm = (hours: OpeningHours | null): ReturnType<typeof formatHours> | null =>
  hours === null ? null : formatHours(hours);
