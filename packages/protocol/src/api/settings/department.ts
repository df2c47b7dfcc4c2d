import type { Static } from "typebox";
import { department } from "../../settings/kinds/department.ts";
import { DepartmentHours, openNow, WorkingHours } from "./hours.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/** Schemas of departments (CORE-023, CORE-091, API-293). Their fields are in `department`. */
const schemas = createListSchemas(department, openNow, {
  working_hours: { answer: DepartmentHours, sent: WorkingHours },
});
export const Department = schemas.entity;
export const Departments = schemas.page;
export const NewDepartment = schemas.create;
export const DepartmentPatch = schemas.patch;
export const DepartmentConfigFile = schemas.file;
export type Department = Static<typeof Department>;
