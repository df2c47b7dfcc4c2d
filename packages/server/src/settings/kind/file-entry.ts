import {
  toFileName,
  type Field,
  type Fields,
  type GroupField,
} from "@parlour/protocol/settings/field";
import type { ListKind, SingleKind } from "@parlour/protocol/settings/kind";
import { isNullable, isShown } from "@parlour/protocol/settings/paths";
import { findProblems } from "@parlour/protocol/settings/problems";
import type { NamedValues } from "@parlour/protocol/settings/values";
import { hashKey, type KindRow } from "../../store/settings/kind-store.ts";
import { readSecret } from "../file-secret.ts";
import type { FileHelpers, FileReference, RowIds, RowNames } from "../resource.ts";
import { describeProblem } from "./describe-problem.ts";
import type { CustomFileValue, EntryForm } from "./file-forms.ts";
import { listGroupCredentials, listSecrets, normalize } from "./values.ts";

/** Settings of the provisioning file, with every default filled in and references by name. */
export interface SingleEntry<F extends Fields> {
  readonly values: NamedValues<F>;
  /** Secrets in clear. null: the file does not contain it. */
  readonly secrets: Readonly<Record<string, string | null>>;
  /** Names of the credentials and secrets that the row of the entry has. */
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

/** A kind, or a group of its fields, with its custom values by path of the field. */
export interface FileFields<F extends Fields = Fields> {
  readonly fields: F;
  /** Path of a group with a dot behind it. */
  readonly prefix?: string;
  readonly custom?: Readonly<Record<string, CustomFileValue>> | undefined;
}
export type FileKind<F extends Fields = Fields> = ListKind &
  FileFields<F> & {
    /** Absent: the fields are the keys of an entry. */
    readonly form?: EntryForm | undefined;
    /** Returns what is equal for an entry and its row. Absent: the field `key`. */
    readonly keyOf?: ((values: never) => string) | undefined;
  };

/** Returns the fields of a group with the path of the group. */
export const openGroup = (
  { custom, prefix = "" }: FileFields,
  name: string,
  { fields }: GroupField,
): FileFields => ({ fields, custom, prefix: `${prefix}${name}.` });

/** Reads the entries of one part (CFG-021): defaults, secrets, formats, unique keys. */
export function readEntries<F extends Fields>(
  kind: FileKind<F>,
  list: readonly (object | string)[],
  helpers: FileHelpers,
): readonly Entry<F>[] {
  const { part, entryKind, key, keyWith, sharesKeys, fields, form } = kind;
  const keyNames = [keyWith, key].flatMap((name) => {
    const field = fields[name ?? ""];
    return name === undefined || field === undefined ? [] : [toFileName(name, field)];
  });
  const entries = list.flatMap((item, n) => {
    if (!isEntryOf(kind, item)) return [];
    const given = form === undefined ? item : form.read(item as never, [part, n], helpers);
    return given === null ? [] : [readEntry(kind, given, n, helpers)];
  });
  const rule = fields[key]?.rule;
  const isInField = (n: number): boolean =>
    typeof list[n] !== "string" && fields[key]?.type !== "secret";
  // The entries of all kinds of one part are compared where the part is read.
  if (entryKind === undefined && (sharesKeys || form !== undefined))
    helpers.unique(
      entries,
      (entry) => (sharesKeys ? JSON.stringify([entry.values, entry.secrets]) : entry.key),
      (n, first) =>
        helpers.reportError(
          [part, entries[n]?.n ?? n],
          `duplicates ${part}[${entries[first]?.n ?? first}]`,
          rule,
        ),
    );
  else if (entryKind === undefined)
    helpers.unique(
      entries,
      (entry) => entry.key,
      (n, first) =>
        helpers.reportError(
          isInField(n) ? [part, n, key] : [part, n],
          `has the same ${keyNames.join(" and ")} as ${part}[${first}]`,
          rule,
        ),
    );
  return entries as unknown as readonly Entry<F>[];
}
/** Returns whether an entry is of the kind, which may share its part with others. */
export const isEntryOf = ({ entryKind }: ListKind, entry: object | string): boolean =>
  entryKind === undefined || (entry as { readonly kind?: unknown }).kind === entryKind;
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
    helpers.reportError(at, `${key} or ${key}_env is missing`, kind.fields[key]?.rule);
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
  const values = readValues(kind, given, at, helpers);
  const secrets = listSecrets(kind.fields).map(([name, { format }]) => [
    name,
    readSecret(given, { name, format }, at, helpers),
  ]);
  const credentials = readCredentials(kind.fields, given, at, helpers);
  return { values: values as never, secrets: Object.fromEntries([...secrets, ...credentials]) };
}
/** Reads the credentials of an entry by path, with those of its nullable groups. */
const readCredentials = (
  fields: Fields,
  given: AnyValues,
  at: readonly (string | number)[],
  helpers: FileHelpers,
): readonly (readonly [string, string | null])[] =>
  Object.entries(fields).flatMap(([name, field]): (readonly [string, string | null])[] => {
    const value = given[name];
    if (field.type === "group" && field.nullable && value !== undefined)
      return readCredentials(field.fields, value as AnyValues, [...at, name], helpers).map(
        ([inner, credential]) => [`${name}.${inner}`, credential],
      );
    if (field.type !== "credential") return [];
    const clear = field.clearInFile ? (value as string | undefined) : undefined;
    const variable = given[`${name}_env`] as string | undefined;
    if (field.clearInFile && clear === undefined && variable === undefined)
      helpers.reportError(at, `${name} or ${name}_env is missing`, field.rule);
    return [[name, helpers.secret(at, name, clear, variable)]];
  });
/** Reads the values of an entry or of a group in it, and reports what is wrong with them. */
function readValues(
  kind: FileFields,
  given: AnyValues,
  at: readonly (string | number)[],
  helpers: FileHelpers,
): AnyValues {
  const { fields, custom, prefix = "" } = kind;
  const read = (name: string, field: Field): unknown => {
    const value = given[toFileName(name, field)];
    if (field.type === "group") {
      const group = openGroup(kind, name, field);
      if (field.flatInFile) return readValues(group, given, at, helpers);
      if (value === undefined && isNullable(field)) return null;
      return readValues(group, (value ?? {}) as AnyValues, [...at, name], helpers);
    }
    const convert = value === undefined ? undefined : custom?.[`${prefix}${name}`]?.read;
    if (convert !== undefined) return convert(value as never, [...at, name], helpers);
    return isShown(field, given) ? normalize(field, value ?? field.default ?? null) : null;
  };
  const values = Object.fromEntries(
    listValues(fields).map(([name, field]) => [name, read(name, field)]),
  );
  for (const [path, problem] of findProblems(listTyped(fields), values)) {
    const [name = "", item] = path.split(".");
    const steps = item === undefined ? [name] : [name, Number(item)];
    helpers.reportError([...at, ...steps], describeProblem(problem), fields[name]?.rule);
  }
  return values;
}
/** Fields besides groups. A list of rows may be empty in a file, because rows are deleted. */
const listTyped = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { type }]) => type !== "group")
      .map(([name, field]) => [name, field.type === "references" ? { ...field, min: 0 } : field]),
  );
/** Fields of an entry besides secrets. */
const listValues = (fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(
    ([, { type, only }]) => type !== "secret" && type !== "credential" && only !== "api",
  );

/** Returns the key of an entry or row. `keys`: its secrets in clear. */
function toKey(
  kind: FileKind,
  values: AnyValues,
  keys: Readonly<Record<string, string | null>>,
): string {
  const { key, sharesKeys, fields, keyOf } = kind;
  if (keyOf !== undefined) return keyOf(values as never);
  if (fields[key]?.type === "secret") return toSecretKey(kind, values, hashKey(keys[key] ?? ""));
  const text = String(values[key]);
  const field = fields[key];
  const isExact = sharesKeys || (field?.type === "text" && field.exact);
  return isExact ? text : text.toLowerCase();
}
const toSecretKey = ({ keyWith }: ListKind, values: AnyValues, hash: Buffer): string =>
  `${keyWith === undefined ? "" : `${String(values[keyWith])} `}${hash.toString("hex")}`;

/** Returns the entry of a row. Rows that no longer exist are left out of lists. */
export function toEntry<F extends Fields>(
  kind: FileKind<F>,
  { values, secrets }: KindRow<F>,
  names: RowNames,
): Entry<F> {
  const entry = toNamed(kind, values, names) as NamedValues<F>;
  const hash = secrets[kind.key]?.stored;
  return {
    n: -1,
    values: entry,
    secrets: {},
    credentials: Object.keys(secrets),
    key: hash === undefined ? toKey(kind, entry, {}) : toSecretKey(kind, entry, hash),
  };
}

const toNamed = (kind: FileFields, values: object, names: RowNames): AnyValues =>
  convertReferences(kind, values, {
    one: ({ to }, id) => (to === "bot_provider" ? id : (names[to](id as number) ?? "")),
    several(field, ids) {
      const found = (ids as readonly number[]).flatMap((id) => names[field.to](id) ?? []);
      return field.ordered ? found : found.sort();
    },
    custom: (file, value) =>
      file.toNamed === undefined ? value : file.toNamed(value as never, names),
  });
/** Returns the values with converted references, also those of groups. null stays null. */
const convertReferences = (
  kind: FileFields,
  values: object,
  convert: {
    readonly one: (field: Extract<Field, { type: "reference" }>, value: unknown) => unknown;
    readonly several: (field: Extract<Field, { type: "references" }>, value: unknown) => unknown;
    readonly custom: (file: CustomFileValue, value: unknown) => unknown;
  },
): AnyValues =>
  Object.fromEntries(
    listValues(kind.fields).map(([name, field]) => {
      const value = (values as AnyValues)[name];
      if (value === null || value === undefined) return [name, value];
      if (field.type === "group")
        return [name, convertReferences(openGroup(kind, name, field), value, convert)];
      if (field.type === "reference") return [name, convert.one(field, value)];
      if (field.type === "references") return [name, convert.several(field, value)];
      const file = kind.custom?.[`${kind.prefix ?? ""}${name}`];
      return [name, file === undefined ? value : convert.custom(file, value)];
    }),
  );

/** Values that the plan compares and prints: sorted where the order has no meaning. */
export const toCompared = (kind: FileFields, values: object): AnyValues =>
  Object.fromEntries(
    listValues(kind.fields).flatMap(([name, field]) => {
      const value = (values as AnyValues)[name];
      if (field.type === "custom") {
        const file = kind.custom?.[`${kind.prefix ?? ""}${name}`];
        return [[name, file?.toCompared?.(value as never) ?? value]];
      }
      if (field.type === "group" && value !== null) {
        const compared = toCompared(openGroup(kind, name, field), value as object);
        return field.flatInFile ? Object.entries(compared) : [[name, compared]];
      }
      // The kind completes it, or it does not exist.
      if (value === null && (field.completed || field.shownIf !== undefined)) return [];
      const isList = Array.isArray(value);
      const toText = (text: string): string => (isCaseless(field) ? text.toLowerCase() : text);
      if (isList) {
        const texts = (value as readonly string[]).map(toText);
        return [[name, "ordered" in field ? texts : texts.sort()]];
      }
      return [[toFileName(name, field), typeof value === "string" ? toText(value) : value]];
    }),
  );
/** Emails and names of departments are the same in another case, ids are not. */
const isCaseless = (field: Field): boolean =>
  (field.type === "reference" || field.type === "references") &&
  ["operator", "department", "role", "segment", "view", "article_section"].includes(field.to);

/** Returns the values and secrets that an entry writes. */
export function toGiven<F extends Fields>(
  { fields, custom }: FileKind<F>,
  { values, secrets }: Entry<F>,
  ids: RowIds,
  isChanged: (name: string) => boolean,
): AnyValues {
  const given = convertReferences({ fields, custom }, values, {
    one: ({ to }, name) => (to === "bot_provider" ? name : ids[to](name as string)),
    several: ({ to }, list) => (list as readonly string[]).map(ids[to]),
    custom: ({ toIds }, value) => (toIds === undefined ? value : toIds(value as never, ids)),
  });
  // An absent secret stays, an absent credential is deleted.
  const changedSecrets = Object.entries(secrets).filter(
    ([name, value]) => (value !== null || fields[name]?.type === "credential") && isChanged(name),
  );
  const written: Record<string, unknown> = { ...given, ...Object.fromEntries(changedSecrets) };
  for (const path of listGroupCredentials(fields)) {
    const [group = "", name = ""] = path.split(".");
    const credential = written[path];
    delete written[path];
    // A group with a credential that stays as it is is not written: a write may have effects.
    if (credential === undefined && !isChanged(group)) delete written[group];
    else if (credential !== undefined)
      written[group] = { ...(written[group] as object), [name]: credential };
  }
  return written;
}

/** Returns the rows that an entry names, for the check that the file or the account has them. */
export const listReferences = (
  { fields, custom }: FileFields,
  values: object,
): readonly FileReference[] =>
  Object.entries(fields).flatMap(([name, field]): readonly FileReference[] => {
    const value = (values as AnyValues)[name] ?? null;
    const path = [toFileName(name, field)];
    if (field.type === "group" && value !== null)
      return listReferences({ fields: field.fields }, value).map((reference) =>
        field.flatInFile ? reference : { ...reference, path: [...path, ...reference.path] },
      );
    if (field.type === "custom" && value !== null) {
      const references = custom?.[name]?.references?.(value as never) ?? [];
      return references.map((reference) => ({ ...reference, path: [...path, ...reference.path] }));
    }
    if (field.type !== "reference" && field.type !== "references") return [];
    // The plan checks the providers of bots.
    if (field.to === "bot_provider") return [];
    if (typeof value === "string") return [{ kind: field.to, name: value, path }];
    const kind = field.type === "references" ? (field.of ?? field.to) : field.to;
    const list = (value ?? []) as readonly string[];
    return list.map((row, n) => ({ kind, name: row, path: [...path, n] }));
  });
