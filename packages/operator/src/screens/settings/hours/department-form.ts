import type { Department } from "@parlour/protocol/api";
import { faultOf, hoursOf, wireOf, type HoursValues } from "./hours-form.ts";
import { t } from "./text.ts";

/** Form values of a department (CORE-023). */
export interface DepartmentValues {
  name: string;
  operators: number[];
  /** null: the account's hours (CORE-091). */
  hours: HoursValues | null;
}

export const departmentLabels = () => ({
  name: t("department.name"),
  operators: t("department.people"),
  hours: t("department.hours"),
});

export function valuesOf({ name, operators, working_hours: hours }: Department): DepartmentValues {
  return { name, operators: operators.toSorted((a, b) => a - b), hours: hours === null ? null : hoursOf(hours) };
}

export function checkDepartment({ name, hours }: DepartmentValues): Partial<Record<keyof DepartmentValues, string>> {
  const fault = hours === null ? null : faultOf(hours);
  return {
    ...((name.trim() === "" || Array.from(name).length > 100) && { name: t("department.name.missing") }),
    ...(fault !== null && { hours: fault }),
  };
}

/**
 * Returns the request body: the changed fields, or all fields of a new department (`changed` is
 * null).
 */
export function bodyOf(values: DepartmentValues, changed: readonly (keyof DepartmentValues)[] | null): Record<string, unknown> {
  const sent = (key: keyof DepartmentValues) => changed === null || changed.includes(key);
  return {
    ...(sent("name") && { name: values.name.trim() }),
    ...(sent("operators") && { operators: values.operators }),
    ...(sent("hours") && { working_hours: values.hours === null ? null : wireOf(values.hours) }),
  };
}
