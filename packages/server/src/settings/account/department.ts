import { Department, DepartmentPatch, Departments, NewDepartment } from "@parlour/protocol/api";
import { departmentShape } from "@parlour/protocol/api/settings/shapes/department";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { formatHours, type HoursFields } from "../../core/hours/format.ts";
import {
  createDepartment,
  deleteDepartment,
  listDepartments,
  updateDepartment,
  type DepartmentFields,
  type DepartmentRecord,
} from "../../store/settings/account/department.ts";
import { assertActiveOperators } from "../references.ts";
import type { SettingsResource } from "../resource.ts";
import { trimTexts } from "../texts.ts";
import {
  completeHours,
  parseSentHours,
  readFileHours,
  serializeOpenState,
  serializeWorkingHours,
  writeFileHours,
} from "./hours.ts";

/** A department of the provisioning file. */
interface DepartmentEntry {
  readonly name: string;
  /** Emails. */
  readonly operators: readonly string[];
  readonly hours: OpeningHours | null;
}

/** Departments (CORE-023, CORE-091, API-293). */
export const departmentResource: SettingsResource<{
  fields: DepartmentFields;
  row: DepartmentRecord;
  body: NewDepartment;
  api: Department;
  entry: DepartmentEntry;
}> = {
  shape: departmentShape,
  label: "department",
  rights: { read: "departments.read", manage: "departments.manage" },
  summaries: {
    list: "List departments",
    one: "Get a department",
    create: "Create a department",
    change: "Update a department",
    remove: "Delete a department",
  },
  schemas: {
    entity: Department,
    page: Departments,
    create: NewDepartment,
    patch: DepartmentPatch,
  },
  store: {
    list: listDepartments,
    create: createDepartment,
    update: updateDepartment,
    remove: deleteDepartment,
  },
  audit: { nameOf: ({ name }) => name },
  newFields: () => ({ operators: [], hours: null }),
  parse: ({ working_hours: hours, ...body }) => ({
    ...trimTexts(departmentShape, body),
    ...(hours === undefined ? {} : { hours: hours && parseSentHours(hours, "working_hours.") }),
  }),
  complete: ({ hours }, before) =>
    hours ? { hours: completeHours(hours, before?.hours ?? null, "working_hours.") } : {},
  async check({ operators }, before, { tx, account }) {
    if (operators !== before?.operators) await assertActiveOperators(tx, account, operators);
  },
  toApi: ({ id, name, operators, hours, createdAt, managed }, { config, now }) => ({
    id,
    name,
    operators: [...operators],
    working_hours: hours === null ? null : serializeWorkingHours(hours),
    ...serializeOpenState(hours ?? config.hours, now),
    created_at: createdAt,
    managed,
  }),
  file: {
    part: "departments",
    read(config, helpers) {
      const departments = (config.departments ?? []).map(
        ({ name, operators, working_hours: hours }, n): DepartmentEntry => ({
          name,
          operators,
          hours: readFileHours(
            hours as HoursFields | undefined,
            ["departments", n, "working_hours"],
            helpers,
          ),
        }),
      );
      helpers.unique(
        departments,
        ({ name }) => name.toLowerCase(),
        (n, first) =>
          helpers.reportError(
            ["departments", n, "name"],
            `has the same name as departments[${first}]`,
          ),
      );
      return departments;
    },
    write: ({ name, operators, hours }) => ({
      name,
      operators: [...operators],
      ...(hours === null ? {} : { working_hours: writeFileHours(hours) }),
    }),
    keyOf: ({ name }) => name.toLowerCase(),
    subject: ({ name }) => `department ${name}`,
    compared: ({ name, hours, operators }) => ({
      name,
      working_hours: hours === null ? null : formatHours(hours),
      operators: operators.map((email) => email.toLowerCase()).sort(),
    }),
    toEntry: ({ name, members, hours }, names) => ({
      name,
      operators: members.flatMap((id) => names.operator(id) ?? []),
      hours,
    }),
    toFields: ({ name, operators, hours }, ids) => ({
      name,
      operators: operators.map(ids.operator),
      hours,
    }),
    references: ({ operators }) =>
      operators.map((name, n) => ({ kind: "operator", name, path: ["operators", n] })),
  },
};
