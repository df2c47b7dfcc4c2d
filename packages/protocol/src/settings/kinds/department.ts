import type { WorkingHours } from "../../entity/hours.ts";
import { valueOf } from "../field.ts";
import { listKind } from "../kind.ts";
import { skillsField } from "../../skills.ts";

/** Departments (CORE-023). The name is unique in the account, ignoring case. */
export const department = listKind({
  kind: "department",
  path: "departments",
  label: "department",
  table: "department",
  part: "departments",
  key: "name",
  fields: {
    name: { type: "text", min: 1, max: 100 },
    /** The members, also deactivated ones: a reactivated operator is a member again. */
    operators: {
      type: "references",
      to: "operator",
      max: 1000,
      elsewhere: true,
      completed: true,
      exported: "always",
    },
    /** Whether operators should speak the visitor's language (CORE-397). */
    match_language: { type: "flag", default: false },
    /** Skills that operators should have (CORE-397). */
    skills: skillsField,
    /** null: the working hours of the account (CORE-091). */
    working_hours: {
      type: "custom",
      value: valueOf<Required<WorkingHours>, WorkingHours>(),
      elsewhere: true,
      default: null,
    },
  },
});
