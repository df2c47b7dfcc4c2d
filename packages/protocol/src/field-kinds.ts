import type { FactKind } from "./conditions/operators.ts";

/** Kinds of values that fields of visitors and chats have (FLD-010), as plain data. */

/** What a field belongs to. */
export const fieldObjects = ["visitor", "chat"] as const;
export type FieldObject = (typeof fieldObjects)[number];

/**
 * Each kind with the kind of its fact (FLD-005), and the type of the input in which a value is
 * typed. The check of its values is in `findFieldValueProblem`.
 */
export const fieldKinds = {
  text: { fact: "text", input: "text" },
  number: { fact: "number", input: "number" },
  flag: { fact: "flag", input: "text" },
  date: { fact: "date", input: "date" },
  one_of: { fact: "choice", input: "text" },
  several_of: { fact: "choices", input: "text" },
  link: { fact: "text", input: "url" },
} as const satisfies Readonly<
  Record<string, { readonly fact: FactKind; readonly input: InputType }>
>;
type InputType = "text" | "number" | "date" | "url" | "email" | "tel";
export type ValueKind = keyof typeof fieldKinds;
export const valueKinds = Object.keys(fieldKinds) as readonly ValueKind[];
/** A value of a field (FLD-010). */
export type FieldValue = string | number | boolean | readonly string[];

/** Who can set a value: page, integrator's server, people, a rule, a form of the widget, a file. */
export const fieldSources = [
  "page",
  "channel",
  "webhook",
  "api",
  "operator",
  "rule",
  "form",
  "import",
] as const;
export type FieldSource = (typeof fieldSources)[number];

/** Returns whether a value is a day from the year 1000 on, such as 2026-11-20. */
export function isDate(value: unknown): boolean {
  if (typeof value !== "string" || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  // Date.parse accepts the 30th of February.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Returns whether a value is an RFC 3339 time with a zone. */
export const isTime = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
  !Number.isNaN(Date.parse(value));

/** Returns whether a field of visitors has the names of companies as its values (CO-001). */
export const isCompanyField = (field: {
  readonly object: FieldObject;
  readonly key: string;
  readonly kind: ValueKind;
}): boolean => field.object === "visitor" && field.key === "company" && field.kind === "text";
