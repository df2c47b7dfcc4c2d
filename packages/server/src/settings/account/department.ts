import { Department, DepartmentPatch, Departments, NewDepartment } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { department } from "@parlour/protocol/settings/kinds/department";
import { departmentStore } from "../../store/settings/account/department.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { hoursInFile, normalizeHours, serializeOpenState } from "./hours.ts";

/** Departments (CORE-023, CORE-091, API-293). */
export const departmentResource = createResource(department, {
  rights: { read: "departments.read", manage: "departments.manage" },
  summaries: summarizeRequests("a department", "departments"),
  schemas: {
    entity: Department,
    page: Departments,
    create: NewDepartment,
    patch: DepartmentPatch,
  },
  store: departmentStore,
  describe: ({ active, hours }, { config, now }) => ({
    operators: [...active],
    ...serializeOpenState(hours ?? config.hours, now),
  }),
  complete: (given, before) =>
    omitAbsent({
      operators: before === null ? (given.operators ?? []) : given.operators,
      working_hours: normalizeHours(
        given.working_hours,
        before?.facts.hours ?? null,
        "working_hours.",
      ),
    }),
  custom: { working_hours: hoursInFile },
});
