import type { Static } from "typebox";
import { department } from "../../settings/kinds/department.ts";
import { DepartmentHours, openNow, WorkingHours } from "./hours.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/** Schemas of departments (CORE-023, CORE-091, API-293). Their fields are in `department`. */
export const {
  entity: Department,
  page: Departments,
  create: NewDepartment,
  patch: DepartmentPatch,
  file: DepartmentConfigFile,
} = createListSchemas(department, openNow, {
  working_hours: { answer: DepartmentHours, sent: WorkingHours },
});
export type Department = Static<typeof Department>;
