import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { openNow, DepartmentHours, WorkingHours } from "./hours.ts";
import { Id, Nullable, Time } from "../../entity/index.ts";
import { Email, Name, Optional, strictOptions } from "./file-fields.ts";
import { departmentShape } from "./shapes/department.ts";

/** Departments (CORE-023, CORE-091, API-293). */

export const Department = Type.Object({
  id: Id,
  name: Type.String(),
  operators: Type.Array(Id),
  /** Working hours of the department. If null, those of the account apply. */
  working_hours: Nullable(DepartmentHours),
  ...openNow,
  created_at: Time,
  managed: Type.Boolean(),
});
export type Department = Static<typeof Department>;
export const Departments = Page(Department);

const settings = {
  /** Name of the department. It is unique in the account, ignoring case. */
  name: Type.String(departmentShape.texts.name),
  operators: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
  working_hours: Nullable(WorkingHours),
};
export const NewDepartment = Type.Object(
  {
    name: settings.name,
    operators: Type.Optional(settings.operators),
    working_hours: Type.Optional(settings.working_hours),
  },
  { additionalProperties: false },
);
export type NewDepartment = Static<typeof NewDepartment>;
export const DepartmentPatch = Type.Partial(Type.Object(settings), {
  additionalProperties: false,
  minProperties: 1,
});
export type DepartmentPatch = Static<typeof DepartmentPatch>;

/** A department in the provisioning file (CFG-021). */
export const DepartmentConfigFile = Type.Object(
  {
    name: Name,
    operators: Type.Array(Email, { uniqueItems: true }),
    working_hours: Optional(WorkingHours),
  },
  strictOptions,
);
