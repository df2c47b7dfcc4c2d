import { formatHours } from "../core/hours/format.ts";
import type { OpeningHours } from "../core/command.ts";
import { mergeAccountSettings } from "../store/settings/account-settings.ts";
import { createDepartment, deleteDepartment, updateDepartment } from "../store/settings/department.ts";
import type { Present } from "../store/settings/provision.ts";
import { changes, operatorId, type Difference, type Target } from "./difference.ts";
import { detailOf } from "./plan-found.ts";
import type { WantedDepartment } from "./read-integrations.ts";

/** Plans the departments, matched by name. */
export function planDepartments(wanted: readonly WantedDepartment[], present: Present): { differences: Difference[]; gone: Difference[] } {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  for (const department of wanted) {
    const found = present.integrations.departments.find((p) => p.name.toLowerCase() === department.name.toLowerCase());
    if (found) seen.add(found.id);
    const difference = found ? changing(department, found, present) : coming(department);
    if (difference !== null) differences.push(difference);
  }
  return { differences, gone: present.integrations.departments.filter((p) => p.managed && !seen.has(p.id)).map(leaving) };
}

type Found = Present["integrations"]["departments"][number];

const rowOf = (to: Target, { name, operators, hours }: WantedDepartment) => ({
  name,
  operators: operators.map((email) => operatorId(to, email)),
  hours,
  managed: true,
});

function coming(department: WantedDepartment): Difference {
  const run = (to: Target): Promise<number | null> => createDepartment(to.tx, to.account, { ...rowOf(to, department), now: to.now });
  return { sign: "+", subject: `department ${department.name}`, detail: "", kind: "department", run };
}

function changing(department: WantedDepartment, found: Found, present: Present): Difference | null {
  const { name, hours, operators } = department;
  const emails = found.operators.map((id) => present.operators.find((o) => o.id === id)?.email.toLowerCase() ?? "").sort();
  const detail = detailOf(
    found,
    changes(
      { name: found.name, working_hours: written(found.hours), operators: emails },
      { name, working_hours: written(hours), operators: operators.map((e) => e.toLowerCase()).sort() },
    ),
  );
  if (detail === "") return null;
  const run = async (to: Target): Promise<number> => {
    await updateDepartment(to.tx, to.account, found.id, rowOf(to, department));
    return found.id;
  };
  return { sign: "~", subject: `department ${name}`, detail, kind: "department", run };
}

function leaving({ id, name }: Found): Difference {
  const run = async ({ tx, account }: Target): Promise<number> => {
    await deleteDepartment(tx, account, id);
    return id;
  };
  return { sign: "-", subject: `department ${name}`, detail: "", kind: "department", run };
}

/** Plans the account's working hours (CORE-090). null: the file does not contain them. */
export function planHours(wanted: OpeningHours | null, present: Present): { differences: Difference[]; gone: Difference[] } {
  const settings = (present.account?.settings ?? {}) as { working_hours?: OpeningHours; working_hours_managed?: boolean };
  const managed = settings.working_hours_managed ?? false;
  const store =
    (hours: OpeningHours | null): Difference["run"] =>
    async ({ tx, account }) => {
      await mergeAccountSettings(tx, account, { working_hours: hours, working_hours_managed: hours === null ? null : true });
      return account;
    };
  if (wanted === null) {
    const gone: Difference[] = managed ? [{ sign: "-", subject: "working hours", detail: "", kind: "account", run: store(null) }] : [];
    return { differences: [], gone };
  }
  const detail = changes({ working_hours: written(settings.working_hours ?? null) }, { working_hours: written(wanted) });
  if (detail === "" && managed) return { differences: [], gone: [] };
  const sign = settings.working_hours === undefined ? ("+" as const) : ("~" as const);
  return {
    differences: [
      {
        sign,
        subject: "working hours",
        detail: sign === "+" ? "" : detail || "managed by the file",
        kind: "account",
        run: store(wanted),
      },
    ],
    gone: [],
  };
}

const written = (hours: OpeningHours | null): ReturnType<typeof formatHours> | null => (hours === null ? null : formatHours(hours));
