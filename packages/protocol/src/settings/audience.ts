import { valueOf } from "./field.ts";

/** Operators who use a view or a macro: its owner, all, or those of a department (VIEW-003). */
export type Audience = "me" | "all" | { readonly department_id: number };
/** The file names the department, and has no rows of single operators. */
export type FileAudience = "all" | { readonly department: string };

export const audienceField = {
  type: "custom",
  value: valueOf<Audience>(),
  elsewhere: true,
  default: "me",
} as const;

/** Maximum number of shared rows of an account, and of own rows of each operator (VIEW-004). */
export const maxShared = 100;
export const maxOwn = 50;
