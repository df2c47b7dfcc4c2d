import { omitted } from "./shared-fields.ts";
import { commonFields, schemaFields } from "./values.ts";
import { wholeExamples } from "./whole-examples.ts";

/** The part of a schema of a published document that decides its example. */
export interface ExampleSchema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ExampleSchema[];
  readonly properties?: Readonly<Record<string, ExampleSchema>>;
  readonly required?: readonly string[];
  readonly items?: ExampleSchema;
  readonly pattern?: string;
}
type Schemas = Readonly<Record<string, ExampleSchema>>;

/**
 * Returns an example of a schema, composed from the values of this folder. `schemas` are those that
 * references name. Throws if a required field has no value.
 */
export function composeExample(schema: ExampleSchema, schemas: Schemas): unknown {
  const example = compose(schema, "", { schemas, parentPath: "" });
  if (example === undefined)
    throw new Error(`openapi/examples has no example for ${JSON.stringify(schema)}.`);
  return example;
}

/** `parentPath`: the named schema and the fields above, for messages. */
interface Context {
  readonly schemas: Schemas;
  readonly parentPath: string;
}

/** Returns undefined if there is no value. `field` is the name of the field, or "". */
function compose(schema: ExampleSchema, field: string, context: Context): unknown {
  if (Object.hasOwn(commonFields, field)) return commonFields[field];
  if (schema.$ref !== undefined) return composeNamed(schema.$ref, context);
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return composeChoice(schema.anyOf, field, context);
  if (schema.type === "object") return composeObject(schema, {}, context);
  if (schema.type === "array") {
    const item = compose(schema.items ?? {}, field, context);
    return item === undefined ? undefined : [item];
  }
  if (schema.type === "boolean") return false;
  return schema.pattern === timePattern ? "2025-11-20T07:40:12.000Z" : undefined;
}
const timePattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;

function composeNamed(reference: string, { schemas }: Context): unknown {
  const name = reference.split("/").at(-1) ?? "";
  if (Object.hasOwn(wholeExamples, name)) return wholeExamples[name];
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`${reference} has no target.`);
  return schema.type === "object"
    ? composeObject(schema, schemaFields[name] ?? {}, { schemas, parentPath: name })
    : compose(schema, "", { schemas, parentPath: name });
}

/** Takes the first choice with a value. Null is the last resort. */
function composeChoice(
  choices: readonly ExampleSchema[],
  field: string,
  context: Context,
): unknown {
  for (const choice of choices) {
    const value = choice.type === "null" ? undefined : compose(choice, field, context);
    if (value !== undefined) return value;
  }
  return choices.some(({ type }) => type === "null") ? null : undefined;
}

/** `own`: values of this schema, which win over those of all schemas. */
function composeObject(
  { properties = {}, required = [] }: ExampleSchema,
  own: Readonly<Record<string, unknown>>,
  { schemas, parentPath }: Context,
): Readonly<Record<string, unknown>> {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const path = parentPath === "" ? name : `${parentPath}.${name}`;
    const value = Object.hasOwn(own, name)
      ? own[name]
      : compose(schema, name, { schemas, parentPath: path });
    if (value === omitted) return [];
    if (value !== undefined) return [[name, value] as const];
    if (!required.includes(name)) return [];
    throw new Error(`openapi/examples has no example for ${path}.`);
  });
  return Object.fromEntries(fields);
}
