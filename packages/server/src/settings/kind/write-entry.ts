import { omitAbsent } from "@parlour/protocol/omit-absent";
import {
  toFileName,
  type CredentialField,
  type Field,
  type SecretField,
} from "@parlour/protocol/settings/field";
import type { ListKind, SingleKind } from "@parlour/protocol/settings/kind";
import { listDefaults } from "@parlour/protocol/settings/paths";
import type { NameVariable } from "../resource.ts";
import { openGroup, type FileFields, type FileKind } from "./file-entry.ts";

/** Entries as the exported provisioning file contains them (CFG-024). */

type AnyValues = Readonly<Record<string, unknown>>;
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
  const { entryKind, key, shortEntry, fields } = kind;
  // Rows of kinds that share a part have random keys.
  const named = fields[key]?.type === "secret" || entryKind !== undefined ? "name" : key;
  const written: AnyValues = {
    ...omitAbsent({ kind: entryKind }),
    ...writeValues(kind, values, (name, field, path) => {
      const isStored = credentials.includes(path);
      if (field.type === "credential" ? !isStored : field.optional && !isStored) return null;
      const variableKind =
        field.type === "credential" ? `${kind.kind}_${name}` : toVariable(kind, name);
      return variable(variableKind.toUpperCase(), nameVariableOf(values, named));
    }),
  };
  const isShort = shortEntry !== undefined && Object.keys(written).length === 1;
  return isShort ? written[shortEntry] : (kind.form?.write(written as never) ?? written);
}
/** `toVariableName` returns the name of the variable with a secret. null: the row has none. */
function writeValues(
  kind: FileFields,
  values: object,
  toVariableName: (
    name: string,
    field: SecretField | CredentialField,
    path: string,
  ) => string | null,
): AnyValues {
  const { fields, custom, prefix = "" } = kind;
  const written: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = (values as AnyValues)[name];
    if (field.only === "api") continue;
    if (field.type === "secret" || field.type === "credential") {
      const variable = toVariableName(name, field, `${prefix}${name}`);
      if (variable !== null) written[`${name}_env`] = variable;
    } else if (field.type === "group" && field.flatInFile) {
      const group = openGroup(kind, name, field);
      Object.assign(written, writeValues(group, value as object, toVariableName));
    } else if (field.type === "group" && field.nullable) {
      if (value !== null)
        written[name] = writeValues(openGroup(kind, name, field), value as object, toVariableName);
    } else if (field.exported === "always" || !isDefault(field, value))
      written[toFileName(name, field)] =
        custom?.[`${prefix}${name}`]?.write?.(value as never) ?? value;
  }
  return written;
}
interface WrittenKind {
  readonly kind: SingleKind["kind"];
  readonly fields: SingleKind["fields"];
}
/** Returns settings as a file has them: no defaults, secrets as names of variables. */
export const writeSingle = (
  { kind, fields }: WrittenKind,
  { values, credentials = [] }: WrittenEntry,
  variable: NameVariable,
): unknown =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = (values as AnyValues)[name];
      if (field.only === "api") return [];
      if (field.type === "secret" || field.type === "credential")
        return credentials.includes(name)
          ? [[`${name}_env`, variable(`${kind}_${name}`.toUpperCase(), "")]]
          : [];
      const isOmitted = field.type === "custom" && isDefault(field, value);
      return value === null || value === undefined || isOmitted ? [] : [[name, value]];
    }),
  );
/** Kinds that share a part have secrets with names of their own. `API_KEY` is not `API_KEY_KEY`. */
function toVariable({ kind, entryKind, key }: ListKind, name: string): string {
  if (name === key && kind.endsWith(name)) return kind;
  return entryKind !== undefined && name !== "secret" ? name : `${kind}_${name}`;
}
const isDefault = (field: Field, value: unknown): boolean => {
  const normal = field.type === "group" ? listDefaults({ field })["field"] : field.default;
  return normal !== undefined && JSON.stringify(value) === JSON.stringify(normal);
};
/** The variable of an address has the name of its host. */
function nameVariableOf(values: object, key: string): string {
  const text = String((values as AnyValues)[key]);
  return URL.parse(text)?.hostname ?? text;
}
