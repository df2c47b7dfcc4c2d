import type { TObject, TSchema } from "typebox";

/** A JSON Schema, as far as its fields have texts. */
interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
}

/** Returns a copy of a schema with a text for the model. */
export const withText = <T extends TSchema>(schema: T, description: string): T => ({
  ...schema,
  description,
});

/**
 * Returns an object's schema with the texts of its fields (MCP-075). A key is the path of a field:
 * `channel.id` is a field of an object, of the entries of a list, or of the object of an
 * alternative. Throws if there is no such field.
 */
export function describeFields<T extends TObject>(
  schema: T,
  texts: Readonly<Record<string, string>>,
): T {
  return Object.entries(texts).reduce<FieldSchema>((described, [path, text]) => {
    const next = setText(described, path.split("."), text);
    if (next === undefined) throw new Error(`The schema has no field ${path}.`);
    return next;
  }, schema) as T;
}

/** Returns the schema with the text at a path, or undefined if it has no such field. */
function setText(
  schema: FieldSchema,
  path: readonly string[],
  description: string,
): FieldSchema | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return { ...schema, description } as FieldSchema;
  const { properties = {}, items, anyOf } = schema;
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (field !== undefined) {
    const described = setText(field, rest, description);
    return described && { ...schema, properties: { ...properties, [name]: described } };
  }
  if (items !== undefined) {
    const described = setText(items, path, description);
    return described && { ...schema, items: described };
  }
  const choices = anyOf?.map((choice) => setText(choice, path, description)) ?? [];
  if (choices.every((choice) => choice === undefined)) return undefined;
  return { ...schema, anyOf: choices.map((choice, n) => choice ?? anyOf?.[n] ?? {}) };
}
