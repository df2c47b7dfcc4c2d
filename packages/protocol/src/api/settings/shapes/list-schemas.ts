import { Type, type Static, type TObject, type TProperties } from "typebox";
import { Page } from "../../common.ts";
import { Id, Time } from "../../../entity/index.ts";
import type { Fields } from "../../../settings/field.ts";
import type { ListKind, SingleKind } from "../../../settings/kind.ts";
import type {
  Answer,
  AnswerValues,
  CreatedAnswer,
  FileEntry,
  Generated,
  NewBody,
  PatchBody,
  SingleAnswer,
} from "../../../settings/values.ts";
import { strictOptions } from "../file-fields.ts";
import { createEntrySchema, createFileSchema, createFileVariants } from "./entry-schemas.ts";
import {
  isOptional,
  mapFields,
  toAnswerSchema,
  toBodySchema,
  type Custom,
} from "./field-schemas.ts";

/** Schemas of the service API and of the provisioning file, derived from the fields of a kind. */

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
  const body = mapFields(fields, custom, toBodySchema);
  const changed = mapFields(fields, custom, (field, name) =>
    field.set === "create" ? null : toBodySchema(field, name, custom),
  );
  const entity = Type.Unsafe<Answer<F, Facts>>(Type.Object(answer));
  return {
    entity,
    page: Page(entity),
    created: Type.Unsafe<CreatedAnswer<F, Facts>>(
      Type.Object({ ...answer, ...listGenerated(fields) }),
    ),
    create: createBodySchema<F>(fields, body),
    patch: createPatchSchema<F>(changed),
    body,
    file: createFileSchema<K>(fields, { shortEntry, entryKind }, custom),
  };
}

/** Returns the fields of the one answer that contains generated secrets. */
const listGenerated = (fields: Fields): TProperties =>
  Object.fromEntries(
    Object.values(fields).flatMap((field) =>
      field.type === "secret" && field.generated !== undefined
        ? [[field.generated, Type.Optional(Type.String())] as const]
        : [],
    ),
  );

/**
 * Returns the schemas of settings that an account has once: the answer, the answer to a change, the
 * body that changes them, and their part of the file. `facts`: what Parlour adds to an answer.
 */
export function createSingleSchemas<const K extends SingleKind, P extends TProperties>(
  { fields }: K,
  facts: P,
  custom: Custom = {},
) {
  type F = K["fields"];
  type Facts = Static<TObject<P>>;
  const { answer, patch, file } = createFieldSchemas(fields as F, custom);
  const entity = { ...listProperties(answer), ...facts, managed: Type.Boolean() };
  return {
    entity: Type.Unsafe<SingleAnswer<F, Facts>>(Type.Object(entity)),
    changed: Type.Unsafe<SingleAnswer<F, Facts> & Generated<F>>(
      Type.Object({ ...entity, ...listGenerated(fields) }),
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
