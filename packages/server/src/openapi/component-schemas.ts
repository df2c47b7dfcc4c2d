import { omitAbsent } from "@parlour/protocol/omit-absent";
import { omitFields } from "@parlour/protocol/omit-fields";
/**
 * Returns a document in which each reusable schema is in `components.schemas`, and each other copy
 * of it is a reference (API-115).
 *
 * `modules` are modules of the protocol package. Each of their exports that is an object or a list
 * of values is reusable, under the name of the export. If two exports are equal, the first one
 * gives the name. `components.schemas` contains only what the document uses, in the order of the
 * names.
 */
export function nameSchemas<T extends object>(
  document: T,
  modules: readonly Readonly<Record<string, unknown>>[],
): T & { readonly components: { readonly schemas: Readonly<Record<string, object>> } } {
  const schemas = listReusable(modules);
  const namesByText = new Map<string, string>();
  for (const [name, schema] of schemas) {
    const text = toComparableText(schema);
    if (!namesByText.has(text)) namesByText.set(text, name);
  }
  const used = new Set<string>();
  const toReference = (name: string): object => {
    used.add(name);
    return { $ref: `${prefix}${name}` };
  };
  const walk = (value: unknown, isRoot: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, false));
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === "string")
      return $ref.startsWith(prefix) ? toReference($ref.slice(prefix.length)) : value;
    const name = isRoot ? undefined : namesByText.get(toComparableText(value));
    if (name !== undefined) return toReference(name);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, walk(inner, false)]),
    );
  };
  const named = walk(normalizeSchema(document), true) as T & {
    readonly components?: object;
  };
  // A set returns also the names that are added while it is read.
  const components = [...addUsed(used, (name) => walk(schemas.get(name), true) as object)];
  return {
    ...named,
    components: {
      ...named.components,
      schemas: Object.fromEntries(components.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const prefix = "#/components/schemas/";

/** Yields each used name with its schema. Reading a schema adds the names that it refers to. */
function* addUsed(
  used: ReadonlySet<string>,
  read: (name: string) => object,
): Generator<readonly [string, object]> {
  for (const name of used) yield [name, read(name)];
}

/** Returns the reusable schemas of the modules by the names of their exports. */
function listReusable(
  modules: readonly Readonly<Record<string, unknown>>[],
): ReadonlyMap<string, object> {
  const schemas = new Map<string, object>();
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!/^[A-Z]/.test(name) || typeof value !== "object" || value === null) continue;
    const schema = normalizeSchema(unwrapDefinition(value)) as Shape;
    if (isReusable(schema) && !schemas.has(name)) schemas.set(name, schema);
  }
  return schemas;
}

interface Shape {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
}
/** Texts, numbers, lists and objects without fields stay in place, because a name says no more. */
function isReusable(schema: Shape): boolean {
  return (
    Object.keys(schema.properties ?? {}).length > 0 ||
    (schema.enum?.length ?? 0) > 1 ||
    (schema.anyOf?.filter(({ type }) => type !== "null").length ?? 0) > 1
  );
}

/** Returns the definition of a recursive schema (`$defs` of TypeBox), or the schema. */
function unwrapDefinition(schema: object): object {
  const { $defs, $ref } = schema as {
    readonly $defs?: Readonly<Record<string, object>>;
    readonly $ref?: string;
  };
  return ($ref === undefined ? undefined : $defs?.[$ref]) ?? schema;
}

/** Normalized schemas, because each schema of a module is part of several others. */
const normalizedSchemas = new WeakMap<object, object>();
/**
 * Converts constants to enums of one value, and merges alternatives of enums into one enum. The
 * result is shorter and does not depend on how the schema was built.
 */
function normalizeSchema(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = normalizedSchemas.get(value);
  if (known !== undefined) return known;
  const normalized = Array.isArray(value) ? value.map(normalizeSchema) : normalizeObject(value);
  normalizedSchemas.set(value, normalized);
  return normalized;
}
function normalizeObject(value: object): object {
  const { $ref, ...parts } = value as Readonly<Record<string, unknown>>;
  // The schema library writes a name, because its references have no other base.
  if (typeof $ref === "string") return { $ref: $ref.startsWith("#") ? $ref : `${prefix}${$ref}` };
  const fields: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(omitFields(parts, "$id"))) {
    if (key === "const") fields["enum"] = [inner];
    else if (inner !== undefined) fields[key] = normalizeSchema(inner);
  }
  const { anyOf, ...rest } = fields;
  if (!Array.isArray(anyOf)) return fields;
  const choices = anyOf as readonly Shape[];
  const type = choices[0]?.type;
  if (!choices.every((choice) => choice.enum !== undefined && choice.type === type))
    return { ...rest, anyOf };
  return {
    ...rest,
    ...omitAbsent({ type }),
    enum: choices.flatMap((choice) => choice.enum ?? []),
  };
}

/**
 * Returns a text that only equal schemas share, without the description, which differs between the
 * places of use.
 */
const toComparableText = (schema: { readonly description?: string }): string =>
  writeFields(omitFields(schema, "description"));

/**
 * Numbers of values with equal contents. A text that names the parts of a schema by their numbers
 * is as long as its fields. With the parts themselves, it would be as long as the whole tree.
 */
const numbersByText = new Map<string, number>();
const numbers = new WeakMap<object, number>();
function getNumber(value: object): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  const text = Array.isArray(value) ? JSON.stringify(value.map(toPart)) : writeFields(value);
  const number = numbersByText.get(text) ?? numbersByText.size;
  numbersByText.set(text, number);
  numbers.set(value, number);
  return number;
}
/** A list with a number for an object or a list. */
const toPart = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? [getNumber(value)] : value;
/** Swagger writes them for `patternProperties` in paths: both give the same text. */
function writeFields(value: object): string {
  const { patternProperties, ...others } = value as { readonly patternProperties?: object };
  const fields =
    patternProperties === undefined
      ? others
      : { ...others, additionalProperties: Object.values(patternProperties)[0] as unknown };
  return `{${JSON.stringify(Object.entries(fields).flatMap(([key, field]) => [key, toPart(field)]))}`;
}
