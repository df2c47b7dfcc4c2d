import type { ResourceShape } from "./resource-shape.ts";

/** Departments (CORE-023). The name is unique in the account, ignoring case. */
export const departmentShape = {
  kind: "department",
  path: "departments",
  texts: { name: { minLength: 1, maxLength: 100 } },
} as const satisfies ResourceShape;
