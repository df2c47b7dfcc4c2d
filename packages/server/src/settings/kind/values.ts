import type {
  CredentialField,
  Field,
  Fields,
  SecretField,
  SecretFormat,
} from "@parlour/protocol/settings/field";
import { listDefaults, readPath } from "@parlour/protocol/settings/paths";
import { findProblems, normalizeText, normalizeTexts } from "@parlour/protocol/settings/problems";
import type { AnswerValues, NewBody, Values } from "@parlour/protocol/settings/values";
import {
  generateApiKey,
  generateBotToken,
  generateIdentitySecret,
  generateRandomString,
  generateSigningSecret,
} from "../../auth/secrets.ts";
import { refuse } from "../../core/failure.ts";
import type { StoredSecret } from "../../store/settings/kind-store.ts";
import { describeProblem } from "./describe-problem.ts";

/** Values of a kind between the bodies and answers of the service API and its rows. */

type AnyValues = Readonly<Record<string, unknown>>;
export const listSecrets = (fields: Fields): readonly (readonly [string, SecretField])[] =>
  Object.entries(fields).filter(
    (entry): entry is [string, SecretField] => entry[1].type === "secret",
  );
export const listCredentials = (fields: Fields): readonly (readonly [string, CredentialField])[] =>
  Object.entries(fields).filter(
    (entry): entry is [string, CredentialField] => entry[1].type === "credential",
  );

/** Returns the paths of the credentials in nullable groups. */
export const listGroupCredentials = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([group, field]) =>
    field.type === "group" && field.nullable
      ? listCredentials(field.fields).map(([name]) => `${group}.${name}`)
      : [],
  );

/** Returns the defaults of a new row, with new secrets. */
export const createNewValues = (fields: Fields): AnyValues => ({
  ...listDefaults(fields),
  ...Object.fromEntries(
    listSecrets(fields).flatMap(([name, { format, optional, completed }]) =>
      optional || completed ? [] : [[name, generators[format]()]],
    ),
  ),
});
const generators: Readonly<Record<SecretFormat, () => string>> = {
  signing: generateSigningSecret,
  key: generateApiKey,
  random: generateRandomString,
  identity: generateIdentitySecret,
  token: generateBotToken,
};

/** Returns the values of a body as they are stored. Throws for a value that is not valid. */
export function parseBody<Body extends object>(fields: Fields, body: Body): Body {
  for (const [field, problem] of findProblems(fields, body as AnyValues))
    refuse("invalid_request", `${field} ${describeProblem(problem)}.`, { field });
  return normalizeAll(fields, body) as Body;
}
const normalizeAll = (fields: Fields, values: object): AnyValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      normalize(fields[name], value),
    ]),
  );

/** Returns the values of a body that sets all fields, with defaults, and the credentials in it. */
export function parseWholeBody<F extends Fields>(
  fields: F,
  body: NewBody<F>,
): { readonly values: Values<F>; readonly given: AnyValues } {
  const given = parseBody(fields, body) as AnyValues;
  const values = Object.entries(fields)
    .filter(([, { type }]) => type !== "secret" && type !== "credential")
    .map(([name, field]) => [name, given[name] ?? field.default ?? null]);
  return { values: Object.fromEntries(values) as Values<F>, given };
}

/** Returns a value as it is stored: texts trimmed, times in UTC. A wrong time stays as it is. */
export function normalize(field: Field | undefined, value: unknown): unknown {
  if (field?.type === "group" && value !== null) return normalizeAll(field.fields, value as object);
  if (field?.type === "texts" && Array.isArray(value))
    return normalizeTexts(field, value as readonly string[]);
  if (typeof value !== "string") return value;
  if (field?.type === "text") {
    const text = normalizeText(field, value);
    return text === "" && field.default === null && field.min !== 1 ? null : text;
  }
  if (field?.type === "credential") return value === "" ? null : value;
  const time = field?.type === "time" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

/**
 * Returns the encrypted credentials after a change. An absent one stays, unless a field changes
 * that it is bound to. null: none. `stored`: the row before the change, with its values and
 * encrypted credentials.
 */
export const sealCredentials = (
  fields: Fields,
  change: { readonly values: object; readonly given: object },
  stored: object | null,
  seal: (text: string) => Buffer,
): SealedCredentials =>
  Object.fromEntries(
    listCredentials(fields).map(([name, { boundTo = [] }]) => {
      const given = (change.given as AnyValues)[name] as string | null | undefined;
      if (typeof given === "string") return [name, seal(given)];
      const isSame =
        stored !== null &&
        boundTo.every((path) => readPath(change.values, path) === readPath(stored, path));
      const sealed = (stored as SealedCredentials | null)?.[name] ?? null;
      return [name, given === undefined && isSame ? sealed : null];
    }),
  );
export type SealedCredentials = Readonly<Record<string, Buffer | null>>;

/** Returns the fields of an answer in declared order. `row`: values and sealed credentials. */
export const toAnswer = <F extends Fields>(fields: F, row: object): AnswerValues<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = (row as AnyValues)[name];
      if (field.type === "secret") return [];
      if (field.type !== "credential") return [[name, value]];
      return field.presence === undefined ? [] : [[field.presence, value != null]];
    }),
  ) as AnswerValues<F>;

/** Returns the values of a row without references that the answer has as objects. */
export const omitObjects = (fields: Fields, values: object): AnyValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields[name];
      return field?.type !== "reference" || field.as !== "object";
    }),
  );

/** Returns the hints of the secrets. They are empty without the right to manage the kind. */
export const listHints = (
  fields: Fields,
  secrets: Readonly<Record<string, StoredSecret>>,
  canManage: boolean,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listSecrets(fields).flatMap(([name, { hint }]) =>
      hint === undefined ? [] : [[hint, canManage ? (secrets[name]?.hint ?? "") : ""]],
    ),
  );

/**
 * Returns the secrets of a row that was created just now, which are shown once. `created`: its
 * values, or null if the row is older.
 */
export const listGenerated = (fields: Fields, created: object | null): AnyValues =>
  created === null
    ? {}
    : Object.fromEntries(
        listSecrets(fields).flatMap(([name, { generated }]) =>
          generated === undefined ? [] : [[generated, (created as AnyValues)[name]]],
        ),
      );
