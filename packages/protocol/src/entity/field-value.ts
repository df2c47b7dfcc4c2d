import { Type, type Static } from "typebox";
import { NamedRef } from "./operator.ts";
import { Time } from "./scalar.ts";

/** Values of fields in visitors and chats (FLD-011). */

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]);
/** Who set a value. `api`: a program with an API key. */
export const FieldSource = Type.Union([
  Type.Literal("page"),
  Type.Literal("channel"),
  Type.Literal("webhook"),
  Type.Literal("api"),
  Type.Literal("operator"),
]);
export type FieldSource = Static<typeof FieldSource>;

const SourcedValue = Type.Object({
  value: Value,
  source: FieldSource,
  at: Time,
  /** The operator who set the value. */
  by: Type.Optional(NamedRef),
});
/**
 * The value of a field with its source. `others` contains different values of other sources, at
 * most one per source, trusted sources first.
 */
export const StoredFieldValue = Type.Object({
  ...SourcedValue.properties,
  others: Type.Optional(Type.Array(SourcedValue)),
});
export type StoredFieldValue = Static<typeof StoredFieldValue>;

/** Values by key of the field. */
export const FieldValues = Type.Record(Type.String(), StoredFieldValue);
export type FieldValues = Static<typeof FieldValues>;
