/** The parts of an OpenAPI document that the node is generated from. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Returns a schema without its reference, and without the alternative null. */
export function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const target = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    if (target === undefined) throw new Error(`${schema.$ref} is missing in the document`);
    return resolve(document, target);
  }
  const values = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? { description: schema.description, ...resolve(document, only) }
    : schema;
}

/** Returns the type of a field in n8n with its default. What is no single value is JSON. */
export function toFieldType(
  document: Document,
  schema: Schema,
): { readonly type: string; readonly default: unknown; readonly [key: string]: unknown } {
  const { type, enum: values, anyOf } = resolve(document, schema);
  if (values !== undefined)
    return {
      type: "options",
      options: values.map((value) => ({ name: String(value), value })),
      default: values[0],
    };
  if (type === "boolean") return { type: "boolean", default: false };
  if (type === "integer" || type === "number") return { type: "number", default: 0 };
  const isText = type === "string" || anyOf?.every((part) => isTextPart(document, part));
  return isText ? { type: "string", default: "" } : { type: "json", default: "" };
}

const isTextPart = (document: Document, part: Schema): boolean =>
  resolve(document, part).type === "string";
