import type { Field, Fields, TextFormat } from "./field.ts";

/**
 * What is wrong with a value. The server writes a sentence for the caller, the file a line for the
 * administrator, the form a text of its language.
 */
export type Problem =
  | { readonly is: "empty" }
  | { readonly is: "too_long"; readonly max: number }
  | { readonly is: "too_few"; readonly min: number }
  | {
      readonly is: "out_of_range";
      readonly min: number;
      readonly max: number;
      readonly orZero: boolean;
    }
  | { readonly is: "no_time" }
  | { readonly is: "format"; readonly format: TextFormat };

/** Returns the text as it is stored. */
export function normalizeText(
  { exact, format }: { readonly exact?: true; readonly format?: TextFormat },
  text: string,
): string {
  if (format === "folder") return normalizeFolder(text);
  return exact ? text : text.trim();
}

/** Removes white space around the parts between slashes, and empty parts. */
const normalizeFolder = (text: string): string =>
  text
    .split("/")
    .map((part) => part.replaceAll(/\s+/gu, " ").trim())
    .filter((part) => part !== "")
    .join("/");

/** Returns what is wrong with a value, or null. The value has the type of the field. */
export function findProblem(field: Field, value: unknown): Problem | null {
  if (value === null) return null;
  switch (field.type) {
    case "text": {
      const text = normalizeText(field, value as string);
      if (text.trim() === "") return field.min === 1 ? { is: "empty" } : null;
      if (field.max !== undefined && Array.from(text).length > field.max)
        return { is: "too_long", max: field.max };
      return field.format === undefined || hasFormat(field.format, text)
        ? null
        : { is: "format", format: field.format };
    }
    case "integer": {
      const { min, max, orZero = false } = field;
      const isInRange =
        Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
      if (isInRange || (orZero && value === 0)) return null;
      return { is: "out_of_range", min, max, orZero };
    }
    case "time":
      return isTime(value as string) ? null : { is: "no_time" };
    case "choices":
    case "texts":
    case "references":
      return (value as readonly unknown[]).length < (field.min ?? 0)
        ? { is: "too_few", min: field.min ?? 0 }
        : null;
    case "flag":
    case "choice":
    case "reference":
    case "secret":
    case "custom":
      return null;
  }
}
/** Formats that are a pattern, which the schemas publish. */
export const patterns = {
  email: "^[^@\\s]+@[^@\\s]+$",
  provider_id: "^[A-Za-z0-9._-]{2,64}$",
  public_id: "^[A-Za-z0-9_-]{4,64}$",
  shortcut: "^[^/\\s]\\S*$",
  language: "^$|^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
} as const satisfies Record<Exclude<TextFormat, "url" | "folder">, string>;
const hasFormat = (format: TextFormat, text: string): boolean =>
  format === "url"
    ? isUrl(text)
    : format === "folder" || new RegExp(patterns[format], "u").test(text);

/** Returns whether the text is an http or https URL without user and password (WH-002). */
export function isUrl(text: string): boolean {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
/** Part of the class that browsers and Node have. The types of this package have neither. */
declare class URL {
  static canParse(text: string): boolean;
  constructor(text: string);
  readonly username: string;
  readonly password: string;
}

/** Returns whether the text is an RFC 3339 time with a zone. */
export const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
  !Number.isNaN(Date.parse(text));

/** Returns the problems of the given values by name of the field. */
export const findProblems = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): readonly (readonly [string, Problem])[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    const problem = value === undefined ? null : findProblem(field, value);
    return problem === null ? [] : [[name, problem] as const];
  });
