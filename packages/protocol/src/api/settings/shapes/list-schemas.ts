import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { Page } from "../../common.ts";
import {
  Email,
  EnvName,
  HttpUrl,
  PublicId,
  Secret,
  oneOf,
  strictOptions,
  textField,
} from "../file-fields.ts";
import { Id, Nullable, Time } from "../../../entity/index.ts";
import {
  toFileName,
  type Field,
  type Fields,
  type FieldType,
  type SecretFormat,
  type TextFormat,
} from "../../../settings/field.ts";
import type { ListKind, SingleKind } from "../../../settings/kind.ts";
import { patterns } from "../../../settings/problems.ts";
import type {
  Answer,
  AnswerValues,
  CreatedAnswer,
  FileEntry,
  NewBody,
  PatchBody,
  SingleAnswer,
} from "../../../settings/values.ts";

/** Schemas of the service API and of the provisioning file, derived from the fields of a kind. */

/** Schemas of a custom field: in answers, and in requests and the file. */
interface CustomSchemas {
  readonly answer: TSchema;
  readonly sent: TSchema;
}
type Custom = Readonly<Record<string, CustomSchemas>>;

/**
 * Returns the schemas of a kind: a row, a page of rows, the answer to a creation, the bodies that
 * create and change a row, and an entry of the file. `facts`: what Parlour adds to an answer.
 * `custom`: schemas of custom fields by name.
 */
export function createListSchemas<const K extends ListKind, P extends TProperties>(
  { fields, shortEntry, entryKind }: K,
  facts: P,
  custom: Custom = {},
) {
  type F = K["fields"];
  type Facts = Static<TObject<P>>;
  const answer = {
    id: Id,
    ...mapFields(fields, custom, toAnswerSchema),
    ...facts,
    created_at: Time,
    managed: Type.Boolean(),
  };
  const generated = Object.values(fields).flatMap((field) =>
    field.type === "secret" && field.generated !== undefined
      ? [[field.generated, Type.Optional(Type.String())] as const]
      : [],
  );
  const body = mapFields(fields, custom, toBodySchema);
  const changed = mapFields(fields, custom, (field, name) =>
    field.set === "create" ? null : toBodySchema(field, name, custom),
  );
  const entity = Type.Unsafe<Answer<F, Facts>>(Type.Object(answer));
  return {
    entity,
    page: Page(entity),
    created: Type.Unsafe<CreatedAnswer<F, Facts>>(
      Type.Object({ ...answer, ...Object.fromEntries(generated) }),
    ),
    create: createBodySchema<F>(fields, body),
    patch: createPatchSchema<F>(changed),
    body,
    file: createFileSchema<K>(fields, { shortEntry, entryKind }, custom),
  };
}

/**
 * Returns the schemas of settings that an account has once: the answer, the body that changes them,
 * and their part of the file. `facts`: what Parlour adds to an answer.
 */
export function createSingleSchemas<const K extends SingleKind, P extends TProperties>(
  { fields }: K,
  facts: P,
  custom: Custom = {},
) {
  type F = K["fields"];
  const { answer, patch, file } = createFieldSchemas(fields as F, custom);
  return {
    entity: Type.Unsafe<SingleAnswer<F, Static<TObject<P>>>>(
      Type.Object({ ...listProperties(answer), ...facts, managed: Type.Boolean() }),
    ),
    patch,
    file,
  };
}

/**
 * Returns the schemas of fields alone: in answers, in the body that sets all of them, in the body
 * that changes some, and in the file. `files`: the schemas in the file by the value of the choice
 * that decides which other fields exist, if there is one.
 */
export function createFieldSchemas<const F extends Fields>(
  fields: F,
  custom: Custom = {},
  { showsDefaults }: { readonly showsDefaults: boolean } = { showsDefaults: false },
) {
  const body = mapFields(fields, custom, toBodySchema);
  const files = createFileVariants(fields, custom);
  const variants = Object.values(files);
  const file = createEntrySchema(fields, custom, { showsDefaults });
  return {
    answer: Type.Unsafe<AnswerValues<F>>(Type.Object(mapFields(fields, custom, toAnswerSchema))),
    create: createBodySchema(fields, body),
    patch: createPatchSchema<F>(body),
    file: Type.Unsafe<FileEntry<F>>(variants.length === 0 ? file : Type.Union(variants)),
    files,
  };
}

/** Returns the properties of a derived schema, for one that has more. */
export const listProperties = (schema: object): TProperties => (schema as TObject).properties;

const createBodySchema = <F extends Fields>(fields: F, body: TProperties) =>
  Type.Unsafe<NewBody<F>>(
    Type.Object(
      Object.fromEntries(
        Object.entries(body).map(([name, schema]) => [
          name,
          isOptional(fields[name]) ? Type.Optional(schema) : schema,
        ]),
      ),
      strictOptions,
    ),
  );

/** A patch contains at least one field. If there is only one field, it is required. */
const createPatchSchema = <F extends Fields>(body: TProperties) =>
  Type.Unsafe<PatchBody<F>>(
    Object.keys(body).length === 1
      ? Type.Object(body, strictOptions)
      : Type.Partial(Type.Object(body), { ...strictOptions, minProperties: 1 }),
  );

/** Returns the properties of the fields for which `convert` returns one. */
const mapFields = (
  fields: Fields,
  custom: Custom,
  convert: (field: Field, name: string, custom: Custom) => readonly [string, TSchema] | null,
): TProperties =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const property = convert(field, name, custom);
      return property === null ? [] : [property];
    }),
  );
const isOptional = (field: Field | undefined): boolean =>
  !field?.required && (field?.default !== undefined || field?.completed === true);
const orNull = (field: Field, schema: TSchema): TSchema =>
  field.default === null ? Nullable(schema) : schema;
const atLeast = ({ min }: { readonly min?: number }) =>
  min === undefined ? {} : { minItems: min };

function toBodySchema(
  field: Field,
  name: string,
  custom: Custom,
): readonly [string, TSchema] | null {
  if (field.type === "secret" || field.only === "file") return null;
  const schema = field.type === "custom" ? getCustom(custom, name).sent : toPlainSchema(field);
  return [name, field.required ? schema : orNull(field, schema)];
}
function getCustom(custom: Custom, name: string): CustomSchemas {
  const schemas = custom[name];
  if (schemas === undefined) throw new Error(`no schemas of ${name}`);
  return schemas;
}
/** The schema of each type of field. A new type does not compile without one. */
const plainSchemas: {
  readonly [T in Exclude<FieldType, "secret" | "custom">]: (
    field: Extract<Field, { type: T }>,
  ) => TSchema;
} = {
  text: (field) => Type.String({ ...(patternOf(field) ?? minimumOf(field)), ...maximumOf(field) }),
  credential: (field) => Type.String({ ...minimumOf(field), ...maximumOf(field) }),
  flag: () => Type.Boolean(),
  integer: ({ min, max, orZero }) => Type.Integer({ minimum: orZero ? 0 : min, maximum: max }),
  time: () => Type.String({ maxLength: 40 }),
  reference: () => Id,
  choice: ({ values }) => toChoice(values),
  choices: (field) => Type.Array(toChoice(field.values), { ...atLeast(field), uniqueItems: true }),
  texts: (field) =>
    Type.Array(Type.String({ ...patternOf(field), maxLength: field.length }), {
      ...atLeast(field),
      maxItems: field.max,
      ...(field.format === undefined && { uniqueItems: true }),
    }),
  references: (field) =>
    Type.Array(Id, { ...atLeast(field), maxItems: field.max, uniqueItems: true }),
};
const toPlainSchema = (field: Exclude<Field, { type: "secret" | "custom" }>): TSchema =>
  (plainSchemas[field.type] as (field: Field) => TSchema)(field);
const patternOf = ({
  format,
  pattern = publishedPatterns[format ?? ""],
}: {
  readonly format?: TextFormat;
  readonly pattern?: string;
}) => (pattern === undefined ? null : { pattern });
const publishedPatterns: Readonly<Record<string, string>> = patterns;
const minimumOf = ({ min }: { readonly min?: 0 | 1 }) => min === 1 && { minLength: 1 };
const maximumOf = ({ max }: { readonly max?: number }) =>
  max === undefined ? {} : { maxLength: max };
const toChoice = (values: readonly string[]): TSchema =>
  Type.Unsafe({ type: "string", enum: [...values] });

/** Texts and lists of answers have no limits, so that a stored value always fits. */
function toAnswerSchema(
  field: Field,
  name: string,
  custom: Custom,
): readonly [string, TSchema] | null {
  switch (field.type) {
    case "custom":
      return [name, orNull(field, getCustom(custom, name).answer)];
    case "secret":
      return field.hint === undefined ? null : [field.hint, Type.String()];
    case "credential":
      return field.presence === undefined ? null : [field.presence, Type.Boolean()];
    case "text":
      return [name, orNull(field, Type.String())];
    case "time":
      return [name, orNull(field, Time)];
    case "reference":
      return field.as === "object" ? null : [name, orNull(field, Id)];
    case "choices":
      return [name, Type.Array(toChoice(field.values))];
    case "texts":
      return [name, Type.Array(Type.String())];
    case "references":
      return [name, orNull(field, Type.Array(Id))];
    case "flag":
    case "integer":
    case "choice":
      return [name, orNull(field, toPlainSchema(field))];
  }
}

/** An entry of the file. If the kind has a short form, a text too. */
type EntryOf<K extends ListKind> =
  | (FileEntry<K["fields"]> &
      (K extends { entryKind: infer E extends string } ? { kind: E } : unknown))
  | (K extends { shortEntry: string } ? string : never);
function createFileSchema<K extends ListKind>(
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
function createEntrySchema(
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
      properties[`${name}_env`] = isOptional(field) ? Type.Optional(EnvName) : EnvName;
      continue;
    }
    const plain = field.type === "custom" ? getCustom(custom, name).sent : toFileSchema(field);
    const schema =
      showsDefaults && hasShownDefault(field) ? { ...plain, default: field.default } : plain;
    const isRequired = field.type !== "secret" && field.default === undefined;
    properties[toFileName(name, field)] = isRequired ? schema : Type.Optional(schema);
    if (field.type === "secret") properties[`${name}_env`] = Type.Optional(EnvName);
  }
  return Type.Object(properties, strictOptions);
}
/**
 * Returns a schema for each value of the choice that decides which other fields exist. Returns {}
 * if no field depends on another.
 */
function createFileVariants(fields: Fields, custom: Custom): Readonly<Record<string, TObject>> {
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
/** The schema shows simple defaults. Lists and texts have theirs in the description. */
const hasShownDefault = ({ type, default: value }: Field): boolean =>
  value !== undefined && (type === "flag" || type === "integer" || type === "choice");
function toFileSchema(field: Exclude<Field, { type: "custom" | "credential" }>): TSchema {
  switch (field.type) {
    case "secret":
      return secretFormats[field.format];
    case "time":
      return Type.String();
    case "texts":
      return Type.Array(Type.String(patternOf(field) ?? { minLength: 1 }), atLeast(field));
    case "reference":
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
/** How the file names a row. */
const rowNames = { channel: PublicId, department: Type.String(), operator: Email };
const secretFormats: Readonly<Record<SecretFormat, TSchema>> = {
  signing: Secret,
  random: Type.String({ pattern: "^[A-Za-z0-9_-]{22,64}$" }),
  key: Type.String({ pattern: "^[\\x21-\\x7e]{20,200}$" }),
};
