import { Type, type TOptional, type TString } from "typebox";
import { Page } from "../../common.ts";
import { Id, Time } from "../../../entity/index.ts";
import type { ResourceShape, TextField } from "./resource-shape.ts";

type Texts = ResourceShape["texts"];
type StoredTexts<T extends Texts> = { [Name in keyof T]: TString };
type NewTexts<T extends Texts> = {
  [Name in keyof T]: T[Name] extends { minLength: 0 } ? TOptional<TString> : TString;
};

/** Returns the schemas of a resource whose fields are texts. */
export function createTextResourceSchemas<T extends Texts>({ texts }: { readonly texts: T }) {
  const toSchema = ({ minLength, maxLength }: TextField): TString =>
    Type.String(minLength === 0 ? { maxLength } : { minLength, maxLength });
  const stored = mapTexts(texts, () => Type.String()) as StoredTexts<T>;
  const settings = mapTexts(texts, toSchema) as StoredTexts<T>;
  const required = mapTexts(texts, (field) =>
    field.minLength === 0 ? Type.Optional(toSchema(field)) : toSchema(field),
  ) as NewTexts<T>;
  const entity = Type.Object({ id: Id, ...stored, created_at: Time, managed: Type.Boolean() });
  const patch = Type.Partial(Type.Object(settings), { ...strict, minProperties: 1 });
  return {
    entity,
    page: Page(entity),
    create: Type.Object(required, strict),
    /** A patch must contain at least one field. If there is only one field, it is required. */
    patch:
      Object.keys(texts).length === 1
        ? (Type.Object(settings, strict) as unknown as typeof patch)
        : patch,
  };
}
const strict = { additionalProperties: false } as const;
const mapTexts = (texts: Texts, convert: (field: TextField) => object): object =>
  Object.fromEntries(Object.entries(texts).map(([name, field]) => [name, convert(field)]));

/** Returns the body of an order: every row that the provisioning file does not manage, once. */
export const createOrderSchema = ({ max }: Pick<ResourceShape, "max">) =>
  Type.Object(
    {
      ids: Type.Array(Id, { ...(max === undefined ? {} : { maxItems: max }), uniqueItems: true }),
    },
    strict,
  );
