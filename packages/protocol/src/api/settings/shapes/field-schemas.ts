import { Type, type TObject, type TProperties, type TSchema, type TUnsafe } from "typebox";
import { Id, Nullable, Time } from "../../../entity/index.ts";
import { omitAbsent } from "../../../omit-absent.ts";
import type {
  Field,
  Fields,
  FieldType,
  GroupField,
  SecretFormat,
  TextFormat,
} from "../../../settings/field.ts";
import { isNullable } from "../../../settings/paths.ts";
import { patterns, secretPatterns } from "../../../settings/problems.ts";
import { strictOptions } from "../file-fields.ts";

/** Schemas of single fields in requests and answers of the service API. */

/** Schemas of a custom field: in answers, and in requests and the file. */
interface CustomSchemas {
  readonly answer: TSchema;
  readonly sent: TSchema;
  /** In the file, if it has another form there. */
  readonly file?: TSchema;
}
export type Custom = Readonly<Record<string, CustomSchemas>>;

/** Returns the properties of the fields for which `convert` returns one. */
export const mapFields = (
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
export const isOptional = (field: Field | undefined): boolean =>
  !field?.required &&
  (field?.default !== undefined ||
    field?.completed === true ||
    (field?.type === "group" && (field.merge === true || field.nullable === true)));
export const orNull = (field: Field, schema: TSchema): TSchema =>
  field.default === null || isNullable(field) ? Nullable(schema) : schema;
export const atLeast = ({ min }: { readonly min?: number }) =>
  min === undefined ? {} : { minItems: min };

export function toBodySchema(
  field: Field,
  name: string,
  custom: Custom,
): readonly [string, TSchema] | null {
  if (field.only === "file") return null;
  if (field.type === "secret") return field.completed ? [name, secretFormats[field.format]] : null;
  const schema = toSentSchema(field, name, custom);
  return [name, field.required ? schema : orNull(field, schema)];
}
export function toSentSchema(
  field: Exclude<Field, { type: "secret" }>,
  path: string,
  custom: Custom,
): TSchema {
  if (field.type === "custom") return getCustom(custom, path).sent;
  return field.type === "group" ? createGroupSchema(field, path, custom) : toPlainSchema(field);
}
/** Returns the schema of a group in requests. The paths of custom values begin with `path`. */
export function createGroupSchema(
  { fields, merge, nullable }: GroupField,
  path: string,
  custom: Custom = {},
): TObject {
  const whole = Type.Object(
    mapFields(fields, custom, (field, name) => {
      const property = toBodySchema(field, `${path}.${name}`, custom);
      if (property === null) return null;
      const [, schema] = property;
      return [name, nullable && isOptional(field) ? Type.Optional(schema) : schema];
    }),
    strictOptions,
  );
  return merge ? Type.Partial(whole, strictOptions) : whole;
}
export function getCustom(custom: Custom, name: string): CustomSchemas {
  const schemas = custom[name];
  if (schemas === undefined) throw new Error(`no schemas of ${name}`);
  return schemas;
}
/** The schema of each type of field. A new type does not compile without one. */
const plainSchemas: {
  readonly [T in Exclude<FieldType, "secret" | "custom" | "group">]: (
    field: Extract<Field, { type: T }>,
  ) => TSchema;
} = {
  text: (field) => Type.String({ ...(patternOf(field) ?? minimumOf(field)), ...maximumOf(field) }),
  credential: (field) => Type.String({ ...minimumOf(field), ...maximumOf(field) }),
  flag: () => Type.Boolean(),
  integer: ({ min, max, orZero }) => Type.Integer({ minimum: orZero ? 0 : min, maximum: max }),
  time: () => Type.String({ maxLength: 40 }),
  reference: ({ to }) =>
    to === "bot_provider" ? Type.String({ pattern: patterns.provider_id }) : Id,
  choice: ({ values }) => toChoice(values),
  choices: (field) =>
    Type.Array(toChoice(field.values), {
      ...atLeast(field),
      ...(field.max === undefined ? { uniqueItems: true } : { maxItems: field.max }),
    }),
  texts: (field) =>
    Type.Array(toTextSchema(field), {
      ...atLeast(field),
      maxItems: field.max,
      ...omitAbsent({ uniqueItems: field.repeats ? undefined : true }),
    }),
  references: (field) =>
    Type.Array(Id, { ...atLeast(field), maxItems: field.max, uniqueItems: true }),
};
export const secretFormats: Readonly<Record<SecretFormat, TSchema>> = {
  signing: Type.String({ pattern: secretPatterns.signing }),
  random: Type.String({ pattern: secretPatterns.random }),
  key: Type.String({ pattern: secretPatterns.key }),
  identity: Type.String({ minLength: 32, maxLength: 255 }),
  token: Type.String({ pattern: secretPatterns.token }),
};
const toTextSchema = (field: Extract<Field, { type: "texts" }>): TSchema =>
  Type.String({
    ...(patternOf(field) ?? minimumOf({ min: field.filled ? 1 : 0 })),
    ...maximumOf({ max: field.length }),
  });
export const toPlainSchema = (
  field: Exclude<Field, { type: "secret" | "custom" | "group" }>,
): TSchema => (plainSchemas[field.type] as (field: Field) => TSchema)(field);
export const patternOf = ({
  format,
  spaced,
  pattern = publishedPatterns[format ?? ""],
}: {
  readonly format?: TextFormat;
  readonly spaced?: true;
  readonly pattern?: string;
}) => (spaced || pattern === undefined ? null : { pattern });
const publishedPatterns: Readonly<Record<string, string>> = patterns;
const minimumOf = ({ min }: { readonly min?: 0 | 1 }) => min === 1 && { minLength: 1 };
const maximumOf = ({ max }: { readonly max?: number | undefined }) =>
  max === undefined ? {} : { maxLength: max };
export const toChoice = <T extends string>(values: readonly T[]): TUnsafe<T> =>
  Type.Unsafe<T>({ type: "string", enum: [...values] });

/** Texts and lists of answers have no limits, so that a stored value always fits. */
export function toAnswerSchema(
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
    case "group":
      return [name, orNull(field, toGroupAnswer(field, name, custom))];
    case "flag":
    case "integer":
    case "choice":
      return [name, orNull(field, toPlainSchema(field))];
  }
}
const toGroupAnswer = ({ fields }: GroupField, path: string, custom: Custom): TSchema =>
  Type.Object(
    mapFields(fields, custom, (field, name) => {
      const property = toAnswerSchema(field, `${path}.${name}`, custom);
      return property && [name, property[1]];
    }),
  );
