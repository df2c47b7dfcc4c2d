import { isDate, type ValueKind } from "./field-kinds.ts";
import { isUrl } from "./settings/problems.ts";

/** Maximum length of texts and links, in characters. */
const maxFieldText = 1000;

/** The definition of a field, as far as its values depend on it. */
export interface ValueRules {
  readonly kind: ValueKind;
  readonly options: readonly string[];
}

/** Returns what is wrong with a value: the end of a sentence that begins with its path. */
export function findFieldValueProblem(
  { kind, options }: ValueRules,
  value: unknown,
): string | null {
  const isOption = (text: unknown): boolean => options.some((option) => option === text);
  switch (kind) {
    case "text":
      return isFieldText(value) ? null : `must be a text of 1 to ${maxFieldText} characters`;
    case "link":
      return isFieldText(value) && isUrl(value)
        ? null
        : `must be an http or https URL of at most ${maxFieldText} characters`;
    case "number":
      return Number.isFinite(value) ? null : "must be a number";
    case "flag":
      return typeof value === "boolean" ? null : "must be true or false";
    case "date":
      return isDate(value) ? null : "must be a date like 2026-11-20";
    case "one_of":
      return isOption(value) ? null : `must be ${options.join(" or ")}`;
    case "several_of":
      return isSelection(value) && value.every(isOption)
        ? null
        : `must be a list of different values of ${options.join(", ")}`;
  }
}

const isFieldText = (value: unknown): value is string =>
  typeof value === "string" &&
  value.trim() !== "" &&
  Array.from(value).length <= maxFieldText &&
  // Not isWellFormed(), which older browsers of the widget lack.
  !/\p{Surrogate}/u.test(value) &&
  !value.includes("\0");
const isSelection = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;
