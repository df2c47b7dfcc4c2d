import { toFileName, type Field, type Fields } from "@parlour/protocol/settings/field";
import type { ListKind, SingleKind } from "@parlour/protocol/settings/kind";
import { findProblems } from "@parlour/protocol/settings/problems";
import type { NamedValues } from "@parlour/protocol/settings/values";
import { hashKey, type KindRow } from "../../store/settings/kind-store.ts";
import { readSecret } from "../file-secret.ts";
import type { FileHelpers, FileReference, NameVariable, RowIds, RowNames } from "../resource.ts";
import { describeProblem } from "./describe-problem.ts";
import { listCredentials, listSecrets, normalize } from "./values.ts";

/** Settings of the provisioning file, with every default filled in and references by name. */
export interface SingleEntry<F extends Fields> {
  readonly values: NamedValues<F>;
  /** Secrets in clear. null: the file does not contain it. */
  readonly secrets: Readonly<Record<string, string | null>>;
  /** Names of the credentials that the row of the entry has. */
  readonly credentials?: readonly string[];
}
/** An entry of a list. */
export interface Entry<F extends Fields> extends SingleEntry<F> {
  /** Index in the part of the file. */
  readonly n: number;
  /** Equal for an entry and the row that it describes. */
  readonly key: string;
}
type AnyValues = Readonly<Record<string, unknown>>;

/** How the file contains a custom value. A conversion that is absent keeps the value. */
export interface CustomFileValue {
  /** Returns the value as rows have it. Reports what is wrong with it. */
  readonly read?: (value: never, at: readonly (string | number)[], helpers: FileHelpers) => unknown;
  readonly write?: (value: never) => unknown;
  /** Returns the value of a row with names instead of ids. */
  readonly toNamed?: (value: never, names: RowNames) => unknown;
  /** Returns the value of an entry with ids instead of names. */
  readonly toIds?: (value: never, ids: RowIds) => unknown;
  /** Returns the value as the plan compares and prints it. */
  readonly toCompared?: (value: never) => unknown;
}
/** A kind with its custom values by name of the field. */
interface FileFields<F extends Fields = Fields> {
  readonly fields: F;
  readonly custom?: Readonly<Record<string, CustomFileValue>> | undefined;
}
export type FileKind<F extends Fields = Fields> = ListKind &
  FileFields<F> & {
    /** Returns what is equal for an entry and its row. Absent: the field `key`. */
    readonly keyOf?: ((values: never) => string) | undefined;
  };

/** Reads the entries of one part (CFG-021): defaults, secrets, formats, unique keys. */
export function readEntries<F extends Fields>(
  kind: FileKind<F>,
  list: readonly (object | string)[],
  helpers: FileHelpers,
): readonly Entry<F>[] {
  const { part, entryKind, key, sharesKeys, fields } = kind;
  const entries = list.flatMap((item, n) =>
    entryKind === undefined || (item as { readonly kind?: unknown }).kind === entryKind
      ? [readEntry(kind, item, n, helpers)]
      : [],
  );
  const rule = fields[key]?.rule;
  const isInField = (n: number): boolean =>
    typeof list[n] !== "string" && fields[key]?.type !== "secret";
  // The entries of all kinds of one part are compared where the part is read.
  if (entryKind === undefined && sharesKeys)
    helpers.unique(
      entries,
      ({ values, secrets }) => JSON.stringify([values, secrets]),
      (n, first) => helpers.reportError([part, n], `duplicates ${part}[${first}]`, rule),
    );
  else if (entryKind === undefined)
    helpers.unique(
      entries,
      (entry) => entry.key,
      (n, first) =>
        helpers.reportError(
          isInField(n) ? [part, n, key] : [part, n],
          `has the same ${key} as ${part}[${first}]`,
          rule,
        ),
    );
  return entries as unknown as readonly Entry<F>[];
}
function readEntry(
  kind: FileKind,
  item: object | string,
  n: number,
  helpers: FileHelpers,
): Entry<Fields> {
  const { part, key, shortEntry } = kind;
  const at = [part, n];
  const isShort = typeof item === "string";
  const given = (isShort ? { [shortEntry ?? ""]: item } : item) as AnyValues;
  const { values, secrets } = readFields(kind, given, at, {
    ...helpers,
    reportError: (path, message, rule) => helpers.reportError(isShort ? at : path, message, rule),
  });
  if (Object.hasOwn(secrets, key) && given[key] === undefined && given[`${key}_env`] === undefined)
    helpers.reportError(at, `${key} or ${key}_env is missing`);
  return { n, values, secrets, key: toKey(kind, values, secrets) };
}
/** Reads the part of settings that exist once. */
export const readSingle = <F extends Fields>(
  kind: SingleKind & FileFields & { readonly part: string },
  given: object,
  helpers: FileHelpers,
): SingleEntry<F> =>
  readFields(kind, given as AnyValues, [kind.part], helpers) as unknown as SingleEntry<F>;

function readFields(
  kind: FileFields,
  given: AnyValues,
  at: readonly (string | number)[],
  helpers: FileHelpers,
): SingleEntry<Fields> {
  const { fields } = kind;
  const values = readValues(kind, given, at, helpers);
  for (const [name, problem] of findProblems(listTyped(fields), values))
    helpers.reportError([...at, name], describeProblem(problem), fields[name]?.rule);
  const secrets = listSecrets(fields).map(([name, { format }]) => [
    name,
    readSecret(given, { name, format }, at, helpers),
  ]);
  const credentials = listCredentials(fields).map(([name]) => [
    name,
    helpers.secret(at, name, undefined, given[`${name}_env`] as string | undefined),
  ]);
  return { values: values as never, secrets: Object.fromEntries([...secrets, ...credentials]) };
}
/** Fields besides references. A list of rows may be empty in a file, because rows are deleted. */
const listTyped = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { type }]) => type !== "references"));
const readValues = (
  { fields, custom }: FileFields,
  given: AnyValues,
  at: readonly (string | number)[],
  helpers: FileHelpers,
): AnyValues =>
  Object.fromEntries(
    listValues(fields).map(([name, field]) => {
      const value = given[toFileName(name, field)];
      const read = value === undefined ? undefined : custom?.[name]?.read;
      if (read !== undefined) return [name, read(value as never, [...at, name], helpers)];
      if (!isShown(field, given)) return [name, null];
      return [name, normalize(field, value ?? field.default ?? null)];
    }),
  );
const isShown = ({ shownIf }: Field, given: AnyValues): boolean =>
  shownIf === undefined || given[shownIf.field] === shownIf.is;
/** Fields of an entry besides secrets. */
const listValues = (fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(
    ([, { type, only }]) => type !== "secret" && type !== "credential" && only !== "api",
  );

/** Returns the key of an entry or row. `keys`: its secrets in clear. */
function toKey(
  { key, sharesKeys, fields, keyOf }: FileKind,
  values: AnyValues,
  keys: Readonly<Record<string, string | null>>,
): string {
  if (keyOf !== undefined) return keyOf(values as never);
  if (fields[key]?.type === "secret") return hashKey(keys[key] ?? "").toString("hex");
  const text = String(values[key]);
  const field = fields[key];
  const isExact = sharesKeys || (field?.type === "text" && field.exact);
  return isExact ? text : text.toLowerCase();
}

/** Returns the entry of a row. Rows that no longer exist are left out of lists. */
export function toEntry<F extends Fields>(
  kind: FileKind<F>,
  { values, secrets }: KindRow<F>,
  names: RowNames,
): Entry<F> {
  const named = listValues(kind.fields).map(([name, field]) => {
    const value = (values as AnyValues)[name];
    const toNamed = value === null ? undefined : kind.custom?.[name]?.toNamed;
    if (toNamed !== undefined) return [name, toNamed(value as never, names)];
    if (field.type === "reference")
      return [name, value === null ? null : (names[field.to](value as number) ?? "")];
    if (field.type !== "references" || value === null) return [name, value];
    return [name, (value as readonly number[]).flatMap((id) => names[field.to](id) ?? []).sort()];
  });
  const entry = Object.fromEntries(named) as NamedValues<F>;
  const hash = secrets[kind.key]?.stored;
  return {
    n: -1,
    values: entry,
    secrets: {},
    credentials: listCredentials(kind.fields).flatMap(([name]) =>
      secrets[name] === undefined ? [] : [name],
    ),
    key: hash === undefined ? toKey(kind, entry, {}) : hash.toString("hex"),
  };
}

/** Values that the plan compares and prints: sorted where the order has no meaning. */
export const toCompared = ({ fields, custom }: FileFields, values: object): AnyValues =>
  Object.fromEntries(
    listValues(fields).flatMap(([name, field]) => {
      const value = (values as AnyValues)[name];
      if (field.type === "custom")
        return [[name, custom?.[name]?.toCompared?.(value as never) ?? value]];
      // The kind completes it, or it does not exist.
      if (value === null && (field.completed || field.shownIf !== undefined)) return [];
      const isList = Array.isArray(value);
      const toText = (text: string): string => (isCaseless(field) ? text.toLowerCase() : text);
      if (isList) return [[name, (value as readonly string[]).map(toText).sort()]];
      return [[toFileName(name, field), typeof value === "string" ? toText(value) : value]];
    }),
  );
/** Emails and names of departments are the same in another case, ids of channels are not. */
const isCaseless = (field: Field): boolean =>
  field.type === "reference" || (field.type === "references" && field.to !== "channel");

/** Returns the values and secrets that an entry writes. */
export function toGiven<F extends Fields>(
  { fields, custom }: FileKind<F>,
  { values, secrets }: Entry<F>,
  ids: RowIds,
  isChanged: (name: string) => boolean,
): AnyValues {
  const given = listValues(fields).map(([name, field]) => {
    const value = (values as AnyValues)[name];
    const toIds = value === null ? undefined : custom?.[name]?.toIds;
    if (toIds !== undefined) return [name, toIds(value as never, ids)];
    if (field.type === "reference" && value !== null) return [name, ids[field.to](value as string)];
    if (field.type !== "references" || value === null) return [name, value];
    return [name, (value as readonly string[]).map(ids[field.to])];
  });
  // An absent secret stays, an absent credential is deleted.
  const changedSecrets = Object.entries(secrets).filter(
    ([name, value]) => (value !== null || fields[name]?.type === "credential") && isChanged(name),
  );
  return Object.fromEntries([...given, ...changedSecrets]) as AnyValues;
}

interface WrittenEntry {
  readonly values: object;
  readonly credentials?: readonly string[];
}
/** Returns an entry as a file contains it: without defaults, secrets as names of variables. */
export function writeEntry(
  kind: FileKind,
  { values, credentials = [] }: WrittenEntry,
  variable: NameVariable,
): unknown {
  const { entryKind, key, shortEntry, fields, custom } = kind;
  const written: Record<string, unknown> = entryKind === undefined ? {} : { kind: entryKind };
  // Rows of kinds that share a part have random keys.
  const named = fields[key]?.type === "secret" || entryKind !== undefined ? "name" : key;
  for (const [name, field] of Object.entries(fields)) {
    const value = (values as AnyValues)[name];
    if (field.only === "api") continue;
    if (field.type === "secret")
      written[`${name}_env`] = variable(
        toVariable(kind, name).toUpperCase(),
        nameVariableOf(values, named),
      );
    else if (field.type === "credential") {
      if (credentials.includes(name))
        written[`${name}_env`] = variable(
          `${kind.kind}_${name}`.toUpperCase(),
          nameVariableOf(values, named),
        );
    } else if (field.exported === "always" || !isDefault(field, value))
      written[toFileName(name, field)] = custom?.[name]?.write?.(value as never) ?? value;
  }
  const isShort = shortEntry !== undefined && Object.keys(written).length === 1;
  return isShort ? written[shortEntry] : written;
}
/**
 * Returns settings that exist once as a file contains them: every value that is not null, and
 * credentials as names of variables.
 */
export const writeSingle = (
  { kind, fields }: Pick<SingleKind, "kind" | "fields">,
  { values, credentials = [] }: WrittenEntry,
  variable: NameVariable,
): unknown =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, only }]) => {
      const value = (values as AnyValues)[name];
      if (type === "secret" || only === "api") return [];
      if (type === "credential")
        return credentials.includes(name)
          ? [[`${name}_env`, variable(`${kind}_${name}`.toUpperCase(), "")]]
          : [];
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );
/** Kinds that share a part have secrets with names of their own. */
function toVariable({ kind, entryKind, key }: ListKind, name: string): string {
  if (name === key) return kind;
  return entryKind !== undefined && name !== "secret" ? name : `${kind}_${name}`;
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
  Object.entries(fields).flatMap(([name, field]): readonly FileReference[] => {
    if (field.type !== "reference" && field.type !== "references") return [];
    const value = (values as Readonly<Record<string, string | readonly string[] | null>>)[name];
    const path = [toFileName(name, field)];
    if (typeof value === "string") return [{ kind: field.to, name: value, path }];
    const kind = field.type === "references" ? (field.of ?? field.to) : field.to;
    return (value ?? []).map((row, n) => ({ kind, name: row, path: [...path, n] }));
  });
