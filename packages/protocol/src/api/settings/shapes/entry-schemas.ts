import { Type, type TObject, type TSchema } from "typebox";
import { toFileName, type Field, type Fields, type GroupField } from "../../../settings/field.ts";
import type { ListKind } from "../../../settings/kind.ts";
import type { FileEntry } from "../../../settings/values.ts";
import {
  Email,
  EnvName,
  HttpUrl,
  PublicId,
  oneOf,
  strictOptions,
  textField,
} from "../file-fields.ts";
import {
  atLeast,
  getCustom,
  isOptional,
  mapFields,
  orNull,
  patternOf,
  secretFormats,
  toPlainSchema,
  toSentSchema,
  type Custom,
} from "./field-schemas.ts";

/** Schemas of the entries of the provisioning file. */

/** An entry of the file. If the kind has a short form, a text too. */
type EntryOf<K extends ListKind> =
  | (FileEntry<K["fields"]> &
      (K extends { entryKind: infer E extends string } ? { kind: E } : unknown))
  | (K extends { shortEntry: string } ? string : never);
export function createFileSchema<K extends ListKind>(
  fields: K["fields"],
  { shortEntry, entryKind }: { readonly [N in "shortEntry" | "entryKind"]: string | undefined },
  custom: Custom,
) {
  const entry = createEntrySchema(fields, custom, { entryKind });
  const short = shortEntry === undefined ? undefined : entry.properties[shortEntry];
  if (short === undefined) return Type.Unsafe<EntryOf<K>>(entry);
  return Type.Unsafe<EntryOf<K>>(
    Object.keys(entry.properties).length === 1 ? short : Type.Union([short, entry]),
  );
}
export function createEntrySchema(
  fields: Fields,
  custom: Custom,
  {
    showsDefaults = true,
    entryKind,
  }: { readonly showsDefaults?: boolean; readonly entryKind?: string | undefined },
): TObject {
  const properties: Record<string, TSchema> =
    entryKind === undefined ? {} : { kind: oneOf([entryKind]) };
  for (const [name, field] of Object.entries(fields)) {
    if (field.only === "api") continue;
    if (field.type === "credential") {
      if (field.clearInFile) properties[name] = Type.Optional(toPlainSchema(field));
      properties[`${name}_env`] = isOptional(field) ? Type.Optional(EnvName) : EnvName;
      continue;
    }
    if (field.type === "group" && field.flatInFile) {
      const group = createGroupFile(field, name, custom);
      Object.assign(properties, Type.Partial(Type.Object(group.properties)).properties);
      continue;
    }
    const plain = toEntrySchema(field, name, custom);
    const schema =
      showsDefaults && hasShownDefault(field) ? { ...plain, default: field.default } : plain;
    const canBeAbsent =
      field.default !== undefined ||
      field.derivedInFile === true ||
      (field.type === "group" && field.nullable === true);
    const isRequired = field.type !== "secret" && !canBeAbsent;
    properties[toFileName(name, field)] = isRequired ? schema : Type.Optional(schema);
    if (field.type === "secret") properties[`${name}_env`] = Type.Optional(EnvName);
  }
  return Type.Object(properties, strictOptions);
}
/** Returns a schema for each value of the choice on which other fields depend, or {}. */
export function createFileVariants(
  fields: Fields,
  custom: Custom,
): Readonly<Record<string, TObject>> {
  const deciding = Object.values(fields).find(({ shownIf }) => shownIf)?.shownIf?.field ?? "";
  const choice = fields[deciding];
  if (choice?.type !== "choice") return {};
  return Object.fromEntries(
    choice.values.map((value) => {
      const present = Object.entries(fields).filter(
        ([, { shownIf }]) => shownIf === undefined || shownIf.is === value,
      );
      const variant = {
        ...Object.fromEntries(present),
        [deciding]: { ...choice, values: [value] },
      };
      return [value, createEntrySchema(variant, custom, { showsDefaults: false })];
    }),
  );
}
function toEntrySchema(
  field: Exclude<Field, { type: "credential" }>,
  path: string,
  custom: Custom,
): TSchema {
  if (field.type === "custom") {
    const { file, sent } = getCustom(custom, path);
    return file ?? sent;
  }
  return field.type === "group" ? createGroupFile(field, path, custom) : toFileSchema(field);
}
/** A group of the file has values as requests have them, and rows by name. */
function createGroupFile(
  { fields, merge, nullable }: GroupField,
  path: string,
  custom: Custom,
): TObject {
  if (nullable) return createEntrySchema(fields, custom, {});
  const whole = Type.Object(
    mapFields(fields, custom, (field, name) => [
      toFileName(name, field),
      orNull(field, toGroupEntry(field, `${path}.${name}`, custom)),
    ]),
    strictOptions,
  );
  return merge ? Type.Partial(whole, strictOptions) : whole;
}
function toGroupEntry(field: Field, path: string, custom: Custom): TSchema {
  if (field.type === "group") return createGroupFile(field, path, custom);
  return field.type === "secret" || field.type === "reference" || field.type === "references"
    ? toFileSchema(field)
    : toSentSchema(field, path, custom);
}
/** The schema shows simple defaults. Lists and texts have theirs in the description. */
const hasShownDefault = (field: Field): boolean =>
  field.default !== undefined && ["flag", "integer", "choice"].includes(field.type);
function toFileSchema(field: Exclude<Field, { type: "custom" | "credential" | "group" }>): TSchema {
  switch (field.type) {
    case "secret":
      return secretFormats[field.format];
    case "time":
      return Type.String();
    case "texts":
      return Type.Array(Type.String(patternOf(field) ?? { minLength: 1 }), atLeast(field));
    case "reference":
      if (field.to === "bot_provider") return toPlainSchema(field);
      return field.to === "operator" ? Email : textField(100);
    case "text":
      return field.format === "url" || field.format === "base_url" ? HttpUrl : toPlainSchema(field);
    case "choices":
      return Type.Array(oneOf(field.values), { ...atLeast(field), uniqueItems: true });
    case "references":
      return Type.Array(rowNames[field.to], { uniqueItems: true });
    case "choice":
      return oneOf(field.values);
    case "flag":
    case "integer":
      return toPlainSchema(field);
  }
}
const rowNames = {
  article_section: Type.String(),
  channel: PublicId,
  department: Type.String(),
  operator: Email,
};
