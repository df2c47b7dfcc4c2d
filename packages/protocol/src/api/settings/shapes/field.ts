import { Type, type Static } from "typebox";
import { createLanguageMap } from "../../../entity/widget/language-code.ts";
import { field } from "../../../settings/kinds/chats/field.ts";
import { toChoice } from "./field-schemas.ts";
import { createListSchemas } from "./list-schemas.ts";

/** Translations of a text of a field (FLD-006). */
export const Translations = createLanguageMap(
  Type.String({ minLength: 1, maxLength: 300, pattern: "\\S" }),
);
/** Texts of options in other languages (FLD-006). */
export const OptionNames = createLanguageMap(
  Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" })),
);
/** Schemas of the definitions of fields (FLD-001). Their own fields are in `field`. */
const schemas = createListSchemas(
  field,
  {},
  {
    names: { answer: Translations, sent: Translations },
    helps: { answer: Translations, sent: Translations },
    option_names: { answer: OptionNames, sent: OptionNames },
  },
);
export const FieldEditor = toChoice(field.fields.edit_roles.values);
/** When a value of a field must be there (FLD-021). */
export const RequiredField = toChoice(field.fields.required.values);
export const Field = schemas.entity;
export type Field = Static<typeof Field>;
export const Fields = schemas.page;
export const NewField = schemas.create;
export type NewField = Static<typeof NewField>;
export const FieldPatch = schemas.patch;
export const FieldFile = schemas.file;

/** FLD-012: null removes a value, an absent key keeps it. The fields decide what is valid. */
export const FieldChanges = Type.Object(
  {
    fields: Type.Record(
      Type.String(),
      Type.Union([
        Type.String(),
        Type.Number(),
        Type.Boolean(),
        Type.Array(Type.String()),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: false },
);
export type FieldChanges = Static<typeof FieldChanges>;
