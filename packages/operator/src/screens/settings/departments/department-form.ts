import type { Department } from "@parlour/protocol/api";
import { validateHours, toHoursValues, toApiHours, type HoursValues } from "../hours/hours-form.ts";
import { t } from "../hours/text.ts";

/** Form values of a department (CORE-023). */
export interface DepartmentFormValues {
  name: string;
  operators: number[];
  /** Hours of the department, or null for the account's hours (CORE-091). */
  hours: HoursValues | null;
}

export const getDepartmentLabels = () => ({
  name: t("department.name"),
  operators: t("department.people"),
  hours: t("department.hours"),
});

export function toFormValues({
  name,
  operators,
  working_hours: hours,
}: Department): DepartmentFormValues {
  return {
    name,
    operators: operators.toSorted((a, b) => a - b),
    hours: hours === null ? null : toHoursValues(hours),
  };
}

export function validateDepartment({
  name,
  hours,
}: DepartmentFormValues): Partial<Record<keyof DepartmentFormValues, string>> {
  const hoursError = hours === null ? null : validateHours(hours);
  return {
    ...((name.trim() === "" || Array.from(name).length > 100) && {
      name: t("department.name.missing"),
    }),
    ...(hoursError !== null && { hours: hoursError }),
  };
}

/**
 * Returns the request body. It contains the changed fields, or all fields of a new department
 * (`changed` is null).
 */
export function toRequestBody(
  values: DepartmentFormValues,
  changed: readonly (keyof DepartmentFormValues)[] | null,
): Record<string, unknown> {
  const isSent = (key: keyof DepartmentFormValues) => changed === null || changed.includes(key);
  return {
    ...(isSent("name") && { name: values.name.trim() }),
    ...(isSent("operators") && { operators: values.operators }),
    ...(isSent("hours") && {
      working_hours: values.hours === null ? null : toApiHours(values.hours),
    }),
  };
}
