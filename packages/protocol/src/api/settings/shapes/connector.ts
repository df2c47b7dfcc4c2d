import { Type, type TProperties, type TSchema } from "typebox";
import type { ConnectorSettings } from "../../../settings/connectors/index.ts";
import type { Field, Fields } from "../../../settings/field.ts";
import { strictOptions } from "../file-fields.ts";
import { toPlainSchema } from "./field-schemas.ts";

/** Returns the schemas of a service (CON-010). What null would remove is absent. */
export function createConnectorSchemas({ fields }: ConnectorSettings): {
  readonly settings: TProperties;
  readonly credentials: TProperties;
} {
  const pick = (isWanted: (field: Field) => boolean): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([, field]) => isWanted(field)));
  return {
    settings: toProperties(pick(({ type }) => type !== "credential")),
    credentials: toProperties(pick(({ type }) => type === "credential")),
  };
}

const toProperties = (fields: Fields): TProperties =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = toSchema(field);
      return [name, canBeAbsent(field) ? Type.Optional(schema) : schema];
    }),
  );
function toSchema(field: Field): TSchema {
  if (field.type === "group") return Type.Object(toProperties(field.fields), strictOptions);
  if (field.type === "secret" || field.type === "custom")
    throw new Error(`a setting of a service cannot be ${field.type}`);
  return toPlainSchema(field);
}
const canBeAbsent = (field: Field): boolean =>
  field.default === null || field.shownIf !== undefined;
