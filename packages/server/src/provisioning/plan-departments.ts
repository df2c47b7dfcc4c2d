import { writeHours } from "../core/hours/form.ts";
import type { Hours } from "../core/ports.ts";
import { mergeAccountSettings } from "../store/settings/account-settings.ts";
import { createDepartment, deleteDepartment, updateDepartment } from "../store/settings/department.ts";
import type { Present } from "../store/settings/provision.ts";
import { changes, operatorId, type Difference } from "./difference.ts";
import type { WantedDepartment } from "./read-integrations.ts";

/** Differences of the departments, found by their name. */
export function planDepartments(wanted: readonly WantedDepartment[], present: Present): { differences: Difference[]; gone: Difference[] } {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  for (const department of wanted) {
    const subject = `department ${department.name}`;
    const found = present.integrations.departments.find((p) => p.name.toLowerCase() === department.name.toLowerCase());
    if (!found) {
      differences.push({
        sign: "+",
        subject,
        detail: "",
        kind: "department",
        run: (to) =>
          createDepartment(to.tx, to.account, {
            name: department.name,
            operators: department.operators.map((email) => operatorId(to, email)),
            hours: department.hours,
            managed: true,
            now: to.now,
          }),
      });
      continue;
    }
    seen.add(found.id);
    const emails = found.operators.map((id) => present.operators.find((o) => o.id === id)?.email.toLowerCase() ?? "").sort();
    const detail = [
      changes(
        { name: found.name, working_hours: written(found.hours), operators: emails },
        {
          name: department.name,
          working_hours: written(department.hours),
          operators: department.operators.map((e) => e.toLowerCase()).sort(),
        },
      ),
      found.managed ? "" : "managed by the file",
    ]
      .filter((d) => d !== "")
      .join("; ");
    if (detail === "") continue;
    differences.push({
      sign: "~",
      subject,
      detail,
      kind: "department",
      run: async (to) => {
        await updateDepartment(to.tx, to.account, found.id, {
          name: department.name,
          operators: department.operators.map((email) => operatorId(to, email)),
          hours: department.hours,
          managed: true,
        });
        return found.id;
      },
    });
  }
  const gone = present.integrations.departments
    .filter((p) => p.managed && !seen.has(p.id))
    .map((p): Difference => ({
      sign: "-",
      subject: `department ${p.name}`,
      detail: "",
      kind: "department",
      run: async ({ tx, account }) => {
        await deleteDepartment(tx, account, p.id);
        return p.id;
      },
    }));
  return { differences, gone };
}

/** The account's hours (CORE-090). null: the file does not speak of them. */
export function planHours(wanted: Hours | null, present: Present): { differences: Difference[]; gone: Difference[] } {
  const settings = (present.account?.settings ?? {}) as { working_hours?: Hours; working_hours_managed?: boolean };
  const managed = settings.working_hours_managed ?? false;
  const store =
    (hours: Hours | null): Difference["run"] =>
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

const written = (hours: Hours | null): ReturnType<typeof writeHours> | null => (hours === null ? null : writeHours(hours));
