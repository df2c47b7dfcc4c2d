import type { ApiError } from "@parlour/client";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Field, Fields } from "@parlour/protocol/settings/field";
import { flattenFields, isFieldShown, isShown, readPath } from "@parlour/protocol/settings/paths";
import { findProblem, normalizeText } from "@parlour/protocol/settings/problems";
import { durationText, parseDuration } from "./duration.ts";

/** Values of a form by path of the field. Numbers are texts, as people type them. */
export type FormValues = Record<string, unknown>;

/** Returns the form values of a stored object, or of a new one (null). */
export const toFormValues = (
  fields: Fields,
  names: readonly string[],
  stored: object | null,
): FormValues =>
  Object.fromEntries(
    listFields(fields, names).map(([name, field]) => [
      name,
      toFormValue(field, stored === null ? field.default : readPath(stored, name)),
    ]),
  );
const listFields = (
  fields: Fields,
  names: readonly string[],
): readonly (readonly [string, Field])[] =>
  Object.entries(flattenFields(fields)).filter(([name]) => names.includes(name));

function toFormValue(field: Field, value: unknown): unknown {
  switch (field.type) {
    // A credential is never read.
    case "credential":
      return "";
    case "text":
    case "time":
    case "secret":
      return value ?? "";
    case "choice":
      return value ?? (field.default === null ? "" : field.values[0]);
    case "integer":
      if (value === undefined) return "";
      if (field.unit === "s") return value === null ? "" : durationText(value as number);
      return value === null ? null : String(value as number);
    case "texts":
      if (field.typed === undefined) return value;
      return ((value ?? []) as readonly string[]).join(field.typed === "lines" ? "\n" : " ");
    case "reference":
    case "custom":
    case "group":
      return value;
    case "choices":
      return field.values.filter((choice) => (value as readonly string[]).includes(choice));
    case "references":
      if (value === null || field.ordered) return value ?? null;
      return ((value ?? []) as readonly number[]).toSorted((a, b) => a - b);
    case "flag":
      return value === true;
  }
}

/** Returns the value that is sent for a form value. A text that is not a number is sent as NaN. */
function toSentValue(field: Field, value: unknown): unknown {
  if (field.type === "text") {
    const text = normalizeText(field, value as string);
    return text === "" && field.default === null && !field.required ? null : text;
  }
  if (field.type === "time" || field.type === "choice") return value === "" ? null : value;
  // The stored credential stays.
  if (field.type === "credential") return value === "" ? undefined : value;
  if (field.type === "texts" && field.typed !== undefined)
    return splitTexts(field, value as string);
  if (value === null) return null;
  if (field.type === "integer" && field.unit === "s")
    return value === "" && field.default === null
      ? null
      : (parseDuration(value as string) ?? Number.NaN);
  if (field.type === "integer")
    return /^-?\d+$/.test((value as string).trim()) ? Number(value) : Number.NaN;
  return value;
}

function splitTexts(
  { typed, format }: Extract<Field, { type: "texts" }>,
  text: string,
): readonly string[] {
  const texts = text
    .split(typed === "lines" ? "\n" : /[\s,;]+/)
    .map((item) => normalizeText(omitAbsent({ format }), item));
  return [...new Set(texts)].filter((item) => item !== "");
}

/**
 * Returns the request body with these fields. A group contains all of its fields in the form,
 * except with `merge`. It is null if it is not shown. A credential that is not shown is absent.
 */
export const toBody = (
  fields: Fields,
  values: FormValues,
  names: readonly string[],
  prefix = "",
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): (readonly [string, unknown])[] => {
      const path = `${prefix}${name}`;
      if (field.type !== "group") {
        const isSent =
          names.includes(path) && (field.type !== "credential" || isShown(field, values, prefix));
        const value = isSent ? toSentValue(field, values[path]) : undefined;
        return value === undefined ? [] : [[name, value]];
      }
      const isOfGroup = (other: string): boolean =>
        other.startsWith(`${path}.`) || other === `${prefix}${field.shownIf?.field}`;
      if (!names.some(isOfGroup)) return [];
      if (!isShown(field, values, prefix)) return [[name, null]];
      const sent = field.merge ? names : Object.keys(values);
      const body = toBody(field.fields, values, sent, `${path}.`);
      return [[name, field.omitsEmpty ? omitNull(body) : body]];
    }),
  );

const omitNull = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

export const listCredentials = (fields: Fields, names: readonly string[]): readonly string[] =>
  listFields(fields, names).flatMap(([name, { type }]) => (type === "credential" ? [name] : []));

/**
 * Returns whether a credential of the stored object stays if nobody enters a new one. `again`: the
 * form changes a field that it is bound to.
 */
export function getCredentialState(
  fields: Fields,
  name: string,
  form: { readonly values: FormValues; readonly saved: FormValues },
  stored: object | undefined,
): "none" | "stored" | "again" {
  const field = fields[name];
  if (field?.type !== "credential") return "none";
  const isStored = (stored as FormValues | undefined)?.[field.presence ?? ""] === true;
  const isSame = ([other, bound]: readonly [string, Field]): boolean =>
    JSON.stringify(toSentValue(bound, form.values[other])) ===
    JSON.stringify(toSentValue(bound, form.saved[other]));
  if (!isStored) return "none";
  return listFields(fields, field.boundTo ?? []).every(isSame) ? "stored" : "again";
}

/** Returns the problems by field before anything is sent. The server checks again. */
export function listProblems(fields: Fields, values: FormValues) {
  const shown = Object.keys(values).filter((name) => isFieldShown(fields, values, name));
  return listFields(fields, shown).flatMap(([name, field]) => {
    const value = toSentValue(field, values[name]);
    const problem = value === undefined ? null : findProblem(field, value);
    return problem === null ? [] : [{ name, field, problem }];
  });
}

/** Returns the field of the form that a server error belongs to, or null. */
export function findErrorField(
  fields: Fields,
  names: readonly string[],
  error: ApiError,
): string | null {
  if (error.code === "private_address") {
    const isAddress = ([, field]: readonly [string, Field]): boolean =>
      field.type === "text" && (field.format === "url" || field.format === "base_url");
    return Object.entries(fields).find(isAddress)?.[0] ?? null;
  }
  const steps = (error.field ?? "").split(/[./[\]]+/).filter((step) => step !== "");
  const paths = steps.map((_, n) => steps.slice(0, n + 1).join(".")).reverse();
  const [whole] = paths;
  return (
    paths.find((path) => names.includes(path)) ??
    names.find((name) => whole !== undefined && name.startsWith(`${whole}.`)) ??
    null
  );
}

/**
 * Replaces the selected values of one group and keeps those of the others, in the order of the
 * field.
 */
export const selectChoices = (
  { values }: { readonly values: readonly string[] },
  { chosen, group, selected }: Readonly<Record<"chosen" | "group" | "selected", readonly string[]>>,
): readonly string[] =>
  values.filter((value) => (group.includes(value) ? selected : chosen).includes(value));
