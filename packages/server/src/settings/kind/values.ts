import type { Field, Fields, SecretField, SecretFormat } from "@parlour/protocol/settings/field";
import { findProblems, normalizeText } from "@parlour/protocol/settings/problems";
import { generateApiKey, generateRandomString, generateSigningSecret } from "../../auth/secrets.ts";
import { refuse } from "../../core/failure.ts";
import type { StoredSecret } from "../../store/settings/kind-store.ts";
import { describeProblem } from "./describe-problem.ts";

/** Values of a kind between the bodies and answers of the service API and its rows. */

type AnyValues = Readonly<Record<string, unknown>>;
export const listSecrets = (fields: Fields): readonly (readonly [string, SecretField])[] =>
  Object.entries(fields).filter(
    (entry): entry is [string, SecretField] => entry[1].type === "secret",
  );

/** Returns the defaults of a new row, with new secrets. */
export const createNewValues = (fields: Fields): AnyValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.type === "secret") return [[name, generators[field.format]()]];
      return field.default === undefined || field.completed ? [] : [[name, field.default]];
    }),
  );
const generators: Readonly<Record<SecretFormat, () => string>> = {
  signing: generateSigningSecret,
  key: generateApiKey,
  random: generateRandomString,
};

/** Returns the values of a body as they are stored. Throws for a value that is not valid. */
export function parseBody<Body extends object>(fields: Fields, body: Body): Body {
  for (const [field, problem] of findProblems(fields, body as AnyValues))
    refuse("invalid_request", `${field} ${describeProblem(problem)}.`, { field });
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      normalize(fields[name], value),
    ]),
  ) as Body;
}

/** Returns a value as it is stored: texts trimmed, times in UTC. A wrong time stays as it is. */
export function normalize(field: Field | undefined, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (field?.type === "text") return normalizeText(field, value);
  const time = field?.type === "time" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

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
