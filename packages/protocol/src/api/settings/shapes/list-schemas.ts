import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { Page } from "../../common.ts";
import { Email, EnvName, HttpUrl, PublicId, Secret, oneOf, strictOptions } from "../file-fields.ts";
import { Id, Nullable, Time } from "../../../entity/index.ts";
import { toFileName, type Field, type Fields, type SecretFormat } from "../../../settings/field.ts";
import type { ListKind } from "../../../settings/kind.ts";
import type {
  Answer,
  CreatedAnswer,
  FileEntry,
  NewBody,
  PatchBody,
} from "../../../settings/values.ts";

/** Schemas of the service API and of the provisioning file, derived from the fields of a kind. */

/**
 * Returns the schemas of a kind: a row, a page of rows, the answer to a creation, the bodies that
 * create and change a row, and an entry of the file. `facts`: what Parlour adds to an answer.
 */
export function createListSchemas<const K extends ListKind, P extends TProperties>(
  { fields, shortEntry }: K,
  facts: P,
) {
  type F = K["fields"];
  type Facts = Static<TObject<P>>;
  const answer = {
    id: Id,
    ...mapFields(fields, toAnswerSchema),
    ...facts,
    created_at: Time,
    managed: Type.Boolean(),
  };
  const generated = Object.values(fields).flatMap((field) =>
    field.type === "secret" ? [[field.generated, Type.Optional(Type.String())] as const] : [],
  );
  const body = mapFields(fields, toBodySchema);
  const isOnly = Object.keys(body).length === 1;
  const entity = Type.Unsafe<Answer<F, Facts>>(Type.Object(answer));
  return {
    entity,
    page: Page(entity),
    created: Type.Unsafe<CreatedAnswer<F, Facts>>(
      Type.Object({ ...answer, ...Object.fromEntries(generated) }),
    ),
    create: Type.Unsafe<NewBody<F>>(
      Type.Object(
        Object.fromEntries(
          Object.entries(body).map(([name, schema]) => [
            name,
            isOptional(fields[name]) ? Type.Optional(schema) : schema,
          ]),
        ),
        strictOptions,
      ),
    ),
    /** A patch contains at least one field. If there is only one field, it is required. */
    patch: Type.Unsafe<PatchBody<F>>(
      isOnly
        ? Type.Object(body, strictOptions)
        : Type.Partial(Type.Object(body), { ...strictOptions, minProperties: 1 }),
    ),
    file: createFileSchema<F>(fields, shortEntry),
  };
}

/** Returns the properties of the fields for which `convert` returns one. */
const mapFields = (
  fields: Fields,
  convert: (field: Field, name: string) => readonly [string, TSchema] | null,
): TProperties =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const property = convert(field, name);
      return property === null ? [] : [property];
    }),
  );
const isOptional = (field: Field | undefined): boolean =>
  field?.default !== undefined || field?.completed === true;
const orNull = (field: Field, schema: TSchema): TSchema =>
  field.default === null ? Nullable(schema) : schema;
const atLeast = ({ min }: { readonly min?: number }) =>
  min === undefined ? {} : { minItems: min };

function toBodySchema(field: Field, name: string): readonly [string, TSchema] | null {
  return field.type === "secret" ? null : [name, orNull(field, toPlainSchema(field))];
}
function toPlainSchema(field: Exclude<Field, { type: "secret" }>): TSchema {
  switch (field.type) {
    case "text":
      return field.min === 1
        ? Type.String({ minLength: 1, maxLength: field.max })
        : Type.String({ maxLength: field.max });
    case "flag":
      return Type.Boolean();
    case "integer":
      return Type.Integer({ minimum: field.min, maximum: field.max });
    case "time":
      return Type.String({ maxLength: 40 });
    case "reference":
      return Id;
    case "choices":
      return Type.Array(toChoice(field.values), { ...atLeast(field), uniqueItems: true });
    case "texts":
      return Type.Array(Type.String({ maxLength: field.length }), {
        ...atLeast(field),
        maxItems: field.max,
        uniqueItems: true,
      });
    case "references":
      return Type.Array(Id, { ...atLeast(field), maxItems: field.max, uniqueItems: true });
  }
}
const toChoice = (values: readonly string[]): TSchema =>
  Type.Unsafe({ type: "string", enum: [...values] });

/** Texts and lists of answers have no limits, so that a stored value always fits. */
function toAnswerSchema(field: Field, name: string): readonly [string, TSchema] | null {
  switch (field.type) {
    case "secret":
      return [field.hint, Type.String()];
    case "text":
      return [name, Type.String()];
    case "time":
      return [name, orNull(field, Time)];
    case "reference":
      return null;
    case "choices":
      return [name, Type.Array(toChoice(field.values))];
    case "texts":
      return [name, Type.Array(Type.String())];
    case "references":
      return [name, orNull(field, Type.Array(Id))];
    case "flag":
    case "integer":
      return [name, toPlainSchema(field)];
  }
}

function createFileSchema<F extends Fields>(fields: F, shortEntry: string | undefined) {
  const properties: Record<string, TSchema> = {};
  for (const [name, field] of Object.entries(fields)) {
    const schema = toFileSchema(field);
    const isRequired = field.type !== "secret" && field.default === undefined;
    properties[toFileName(name, field)] = isRequired ? schema : Type.Optional(schema);
    if (field.type === "secret") properties[`${name}_env`] = Type.Optional(EnvName);
  }
  const entry = Type.Object(properties, strictOptions);
  const short = shortEntry === undefined ? undefined : properties[shortEntry];
  if (short === undefined) return Type.Unsafe<FileEntry<F> | string>(entry);
  return Type.Unsafe<FileEntry<F> | string>(
    Object.keys(properties).length === 1 ? short : Type.Union([short, entry]),
  );
}
function toFileSchema(field: Field): TSchema {
  switch (field.type) {
    case "secret":
      return secretFormats[field.format];
    case "time":
      return Type.String();
    case "texts":
      return Type.Array(Type.String({ minLength: 1 }), atLeast(field));
    case "reference":
      return Email;
    case "text":
      return field.format === "url" ? HttpUrl : toPlainSchema(field);
    case "choices":
      return Type.Array(oneOf(field.values), { ...atLeast(field), uniqueItems: true });
    case "references":
      return Type.Array(field.to === "channel" ? PublicId : Type.String(), { uniqueItems: true });
    case "flag":
    case "integer":
      return field.default === undefined
        ? toPlainSchema(field)
        : { ...toPlainSchema(field), default: field.default };
  }
}
const secretFormats: Readonly<Record<SecretFormat, TSchema>> = {
  signing: Secret,
  key: Type.String({ pattern: "^[\\x21-\\x7e]{20,200}$" }),
};
