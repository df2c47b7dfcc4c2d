import type { Field, Fields, SecretFormat, TextFormat } from "./field.ts";
import { parseSender } from "../email/sender.ts";
import { isTime } from "../field-kinds.ts";

/** Server and file write a sentence, the form a text of its language. */
export type Problem =
  | { readonly is: "empty" }
  | { readonly is: "too_long"; readonly max: number }
  | { readonly is: "too_few"; readonly min: number }
  | { readonly is: "too_many"; readonly max: number }
  | {
      readonly is: "out_of_range";
      readonly min: number;
      readonly max: number;
      readonly orZero: boolean;
    }
  | { readonly is: "no_time" }
  | {
      readonly is: "format";
      readonly format: TextFormat;
      /** Index of the wrong text, if the field has several, and that text. */
      readonly at?: number;
      readonly text: string;
    }
  | { readonly is: "pattern"; readonly pattern: string };

/** Returns the text as it is stored. */
export function normalizeText(
  { exact, format }: { readonly exact?: true; readonly format?: TextFormat },
  text: string,
): string {
  const normalize = format === undefined ? undefined : normalizers[format];
  if (normalize !== undefined) return normalize(text.trim());
  return exact ? text : text.trim();
}
/** Returns the texts as they are stored: with a format, each once. */
export function normalizeTexts(
  { format }: { readonly format?: TextFormat },
  texts: readonly string[],
): readonly string[] {
  if (format === undefined) return texts;
  return [...new Set(texts.map((text) => normalizeText({ format }, text)))];
}

/** Removes white space around the parts between slashes, and empty parts. */
const normalizeFolder = (text: string): string =>
  text
    .split("/")
    .map((part) => part.replaceAll(/\s+/gu, " ").trim())
    .filter((part) => part !== "")
    .join("/");

const toUpperCase = (text: string): string => text.toUpperCase();
/** Formats with one notation for texts that mean the same. Origins are as browsers send them. */
const normalizers: Readonly<Partial<Record<TextFormat, (text: string) => string>>> = {
  folder: normalizeFolder,
  base_url: (text) => text.replace(/\/+$/, ""),
  domain: (text) => text.toLowerCase(),
  origin: (text) => text.toLowerCase().replace(/\/$/, ""),
  color: toUpperCase,
  country: toUpperCase,
};

/** Returns what is wrong with a value, or null. The value has the type of the field. */
export function findProblem(field: Field, value: unknown): Problem | null {
  if (value === null) return null;
  switch (field.type) {
    case "text":
      return findTextProblem(field, normalizeText(field, value as string));
    case "integer": {
      const { min, max, orZero = false } = field;
      const isInRange =
        Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
      if (isInRange || (orZero && value === 0)) return null;
      return { is: "out_of_range", min, max, orZero };
    }
    case "time":
      return isTime(value) ? null : { is: "no_time" };
    case "texts":
      return (
        findLengthProblem(field, value as readonly string[]) ??
        findTextsProblem(field, value as readonly string[])
      );
    case "choices":
    case "references":
      return findLengthProblem(field, value as readonly unknown[]);
    case "credential": {
      const { length } = value as string;
      if (length < field.min) return { is: "empty" };
      return length > field.max ? { is: "too_long", max: field.max } : null;
    }
    case "secret": {
      const pattern = secretPatterns[field.format];
      if (value === "") return { is: "empty" };
      return new RegExp(pattern, "u").test(value as string) ? null : { is: "pattern", pattern };
    }
    case "flag":
    case "choice":
    case "reference":
    case "custom":
    case "group":
      return null;
  }
}
function findTextProblem(
  { min, max, pattern, format }: Extract<Field, { type: "text" }>,
  text: string,
): Problem | null {
  if (text.trim() === "") return min === 1 ? { is: "empty" } : null;
  if (max !== undefined && Array.from(text).length > max) return { is: "too_long", max };
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text))
    return { is: "pattern", pattern };
  return findFormatProblem(format, text);
}
function findLengthProblem(
  { min = 0, max = Infinity }: { readonly min?: number; readonly max?: number },
  list: readonly unknown[],
): Problem | null {
  if (list.length < min) return { is: "too_few", min };
  return list.length > max ? { is: "too_many", max } : null;
}
/** Returns the problem of the first wrong text of several. */
function findTextsProblem(
  { length, filled, format }: Extract<Field, { type: "texts" }>,
  texts: readonly string[],
): Problem | null {
  const tooLong = length !== undefined && texts.some((text) => Array.from(text).length > length);
  if (tooLong) return { is: "too_long", max: length };
  if (filled && texts.some((text) => text.trim() === "")) return { is: "empty" };
  for (const [at, text] of texts.entries()) {
    const problem = findFormatProblem(format, text);
    if (problem !== null) return { ...problem, at };
  }
  return null;
}
const findFormatProblem = (
  format: TextFormat | undefined,
  text: string,
): Extract<Problem, { is: "format" }> | null =>
  format === undefined || hasFormat(format, text) ? null : { is: "format", format, text };

/** Formats that are a pattern, which the schemas publish. */
export const patterns = {
  email: "^[^@\\s]+@[^@\\s]+$",
  provider_id: "^[A-Za-z0-9._-]{2,64}$",
  public_id: "^[A-Za-z0-9_-]{4,64}$",
  widget_id: "^[A-Za-z0-9]{10}$",
  shortcut: "^[^/\\s]\\S*$",
  language: "^$|^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
  domain: "^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$",
  host: "^[A-Za-z0-9.:_-]+$",
  color: "^#[0-9A-Fa-f]{6}$",
  country: "^[A-Z]{2}$",
  script_prefix: "^[A-Za-z$][A-Za-z0-9$]{0,30}$",
} as const satisfies Partial<Record<TextFormat, string>>;
/** Patterns of secrets that people or other programs choose. */
export const secretPatterns = {
  signing: "^whsec_[A-Za-z0-9+/]{43}=$",
  random: "^[A-Za-z0-9_-]{22,64}$",
  key: "^[\\x21-\\x7e]{20,200}$",
  identity: "^[\\s\\S]{32,}$",
  token: "^[\\x21-\\x7e]{1,255}$",
} as const satisfies Record<SecretFormat, string>;
const checks = {
  url: isUrl,
  origin: isOrigin,
  base_url: isBaseUrl,
  folder: () => true,
  sender: (text: string) => parseSender(text) !== null,
} as const satisfies Record<Exclude<TextFormat, keyof typeof patterns>, (text: string) => boolean>;
const hasFormat = (format: TextFormat, text: string): boolean =>
  format in checks
    ? checks[format as keyof typeof checks](text)
    : new RegExp(patterns[format as keyof typeof patterns], "u").test(text);

/** Accepts only scheme, host and port. `*.` before the host: its subdomains (WG-006). */
export function isOrigin(text: string): boolean {
  const match = /^(https?:\/\/)(\*\.)?([^/*?#@\s]+)\/?$/i.exec(text.trim());
  const [, scheme = "", star = "", host = ""] = match ?? [];
  if (match === null || !URL.canParse(scheme + host)) return false;
  const url = new URL(scheme + host);
  // Browsers never send an origin in another notation, such as one with a default port, so such a
  // text would match nothing.
  return url.host === host.toLowerCase() && (star === "" || /[a-z]/.test(url.hostname));
}

/** Returns whether the text is an http or https URL without user and password (WH-002). */
export function isUrl(text: string): boolean {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
/** Returns whether paths can follow the URL: it has no query and no fragment. */
function isBaseUrl(text: string): boolean {
  return isUrl(text) && !/[?#]/.test(text);
}
/** Part of the class that browsers and Node have. The types of this package have neither. */
declare class URL {
  static canParse(text: string): boolean;
  constructor(text: string);
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
}

/** Returns the problems of the given values by path of the field: `widget.origins.2`. */
export const findProblems = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  prefix = "",
): readonly (readonly [string, Problem])[] =>
  Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, Problem])[] => {
    const value = values[name];
    const path = `${prefix}${name}`;
    if (value === undefined || value === null) return [];
    if (field.type === "group")
      return findProblems(field.fields, value as Readonly<Record<string, unknown>>, `${path}.`);
    const problem = findProblem(field, value);
    if (problem === null) return [];
    const isInList = problem.is === "format" && problem.at !== undefined;
    return [[isInList ? `${path}.${problem.at}` : path, problem]];
  });
