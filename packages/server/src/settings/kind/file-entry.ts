import type { Field, Fields } from "@parlour/protocol/settings/field";
import type { ListKind } from "@parlour/protocol/settings/kind";
import { findProblems, normalizeText } from "@parlour/protocol/settings/problems";
import type { NamedValues } from "@parlour/protocol/settings/values";
import { readSigningSecret } from "../signing-secret.ts";
import type { FileHelpers, FileReference, NameVariable, RowIds, RowNames } from "../resource.ts";
import { describeProblem } from "./describe-problem.ts";

/** An entry of the provisioning file, with every default filled in and references by name. */
export interface Entry<F extends Fields> {
  readonly values: NamedValues<F>;
  /** Secrets in clear. null: the file does not contain it. */
  readonly secrets: Readonly<Record<string, string | null>>;
}
type AnyValues = Readonly<Record<string, unknown>>;

/** Reads the entries of one part (CFG-021): defaults, secrets, formats, unique keys. */
export function readEntries<F extends Fields>(
  { part, key, sharesKeys, shortEntry, fields }: ListKind,
  list: readonly (object | string)[],
  helpers: FileHelpers,
): readonly Entry<F>[] {
  const entries = list.map((item, n) => {
    const isShort = typeof item === "string";
    const given = (isShort ? { [shortEntry ?? ""]: item } : item) as AnyValues;
    const values = readValues(fields, given);
    for (const [name, problem] of findProblems(listTyped(fields), values))
      helpers.reportError(
        isShort ? [part, n] : [part, n, name],
        describeProblem(problem),
        fields[name]?.rule,
      );
    return { values, secrets: readSecrets(fields, given, [part, n], helpers) };
  });
  const rule = fields[key]?.rule;
  if (sharesKeys)
    helpers.unique(
      entries,
      (entry) => JSON.stringify(entry),
      (n, first) => helpers.reportError([part, n], `duplicates ${part}[${first}]`, rule),
    );
  else
    helpers.unique(
      entries,
      ({ values }) => String(values[key]).toLowerCase(),
      (n, first) =>
        helpers.reportError(
          typeof list[n] === "string" ? [part, n] : [part, n, key],
          `has the same ${key} as ${part}[${first}]`,
          rule,
        ),
    );
  return entries as unknown as readonly Entry<F>[];
}
/** Fields besides references. A list of rows may be empty in a file, because rows are deleted. */
const listTyped = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { type }]) => type !== "references"));
const readValues = (fields: Fields, given: AnyValues): AnyValues =>
  Object.fromEntries(
    listValues(fields).map(([name, field]) => {
      const value = given[name] ?? field.default ?? null;
      return [
        name,
        field.type === "text" && typeof value === "string" ? normalizeText(field, value) : value,
      ];
    }),
  );
const readSecrets = (
  fields: Fields,
  given: AnyValues,
  at: readonly (string | number)[],
  helpers: FileHelpers,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { type }]) => type === "secret")
      .map(([name]) => [name, readSigningSecret(given, at, helpers)]),
  );

/** Fields of an entry besides secrets. */
const listValues = (fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, { type }]) => type !== "secret");

/** Returns a key that is equal for an entry and the row that it describes. */
export function toKey<F extends Fields>(
  { key, sharesKeys }: ListKind,
  { values }: Entry<F>,
): string {
  const text = String((values as AnyValues)[key]);
  return sharesKeys ? text : text.toLowerCase();
}

/** Returns the entry of a row. Rows that no longer exist are left out of lists. */
export function toEntry<F extends Fields>(fields: F, values: object, names: RowNames): Entry<F> {
  const named = listValues(fields).map(([name, field]) => {
    const value = (values as AnyValues)[name];
    if (field.type !== "references" || value === null) return [name, value];
    return [name, (value as readonly number[]).flatMap((id) => names[field.to](id) ?? []).sort()];
  });
  return { values: Object.fromEntries(named) as NamedValues<F>, secrets: {} };
}

/** Values that the plan compares and prints: sorted where the order has no meaning. */
export const toCompared = (fields: Fields, values: object): AnyValues =>
  Object.fromEntries(
    listValues(fields).map(([name, field]) => {
      const value = (values as AnyValues)[name];
      if (value === null) return [name, null];
      if (field.type === "choices") return [name, (value as readonly string[]).toSorted()];
      if (field.type !== "references") return [name, value];
      const list = (value as readonly string[]).map((text) =>
        field.to === "channel" ? text : text.toLowerCase(),
      );
      return [name, list.sort()];
    }),
  );

/** Returns the values and secrets that an entry writes. */
export function toGiven<F extends Fields>(
  fields: F,
  { values, secrets }: Entry<F>,
  ids: RowIds,
  isChanged: (name: string) => boolean,
): AnyValues {
  const given = listValues(fields).map(([name, field]) => {
    const value = (values as AnyValues)[name];
    return [
      name,
      field.type === "references" && value !== null
        ? (value as readonly string[]).map(ids[field.to])
        : value,
    ];
  });
  const changedSecrets = Object.entries(secrets).filter(
    ([name, value]) => value !== null && isChanged(name),
  );
  return Object.fromEntries([...given, ...changedSecrets]) as AnyValues;
}

/** Returns an entry as a file contains it: without defaults, secrets as names of variables. */
export function writeEntry<F extends Fields>(
  { kind, key, shortEntry, fields }: ListKind,
  { values }: Entry<F>,
  variable: NameVariable,
): unknown {
  const written: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = (values as AnyValues)[name];
    if (field.type === "secret")
      written[`${name}_env`] = variable(
        `${kind}_${name}`.toUpperCase(),
        nameVariableOf(values, key),
      );
    else if (field.exported === "always" || !isDefault(field, value)) written[name] = value;
  }
  const isShort = shortEntry !== undefined && Object.keys(written).length === 1;
  return isShort ? written[shortEntry] : written;
}
const isDefault = (field: Field, value: unknown): boolean =>
  field.default !== undefined && JSON.stringify(value) === JSON.stringify(field.default);
/** The variable of an address has the name of its host. */
function nameVariableOf(values: object, key: string): string {
  const text = String((values as AnyValues)[key]);
  return URL.parse(text)?.hostname ?? text;
}

/** Returns the rows that an entry names, for the check that the file or the account has them. */
export const listReferences = (fields: Fields, values: object): readonly FileReference[] =>
  Object.entries(fields).flatMap(([name, field]): FileReference[] =>
    field.type === "references"
      ? ((values as Readonly<Record<string, readonly string[] | null>>)[name] ?? []).map(
          (row, n) => ({ kind: field.to, name: row, path: [name, n] }),
        )
      : [],
  );
