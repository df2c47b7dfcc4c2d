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
  const named = walk(normalizeSchema(toPlainSchema(document)), true) as T & {
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
    const schema = normalizeSchema(unwrapDefinition(toPlainSchema(value) as object)) as Shape;
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

/**
 * Converts constants to enums of one value, and merges alternatives of enums into one enum. The
 * result is shorter and does not depend on how the schema was built.
 */
function normalizeSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalizeSchema);
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...parts } = value as Readonly<Record<string, unknown>>;
  // The schema library writes a name, because its references have no other base.
  if (typeof $ref === "string") return { $ref: $ref.startsWith("#") ? $ref : `${prefix}${$ref}` };
  const entries = Object.entries(omitFields(parts, "$id")).map(([key, inner]): [string, unknown] =>
    key === "const" ? ["enum", [inner]] : [key, normalizeSchema(inner)],
  );
  const { anyOf, ...rest } = Object.fromEntries(entries) as { anyOf?: unknown };
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { ...rest, anyOf };
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

/** Without its description, which differs between the places of use. */
const toComparableText = (schema: { readonly description?: string }): string =>
  writeObject(omitFields(schema, "description"));

/** The texts of values that were written before, because each value is part of several others. */
const writtenTexts = new WeakMap<object, string>();
function writeValue(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const text =
    writtenTexts.get(value) ??
    (Array.isArray(value) ? `[${value.map(writeValue).join()}]` : writeObject(value));
  writtenTexts.set(value, text);
  return text;
}
/** Swagger writes them for `patternProperties` in paths: both give the same text. */
function writeObject(value: object): string {
  const { patternProperties, ...others } = value as { readonly patternProperties?: object };
  const fields =
    patternProperties === undefined
      ? others
      : { ...others, additionalProperties: Object.values(patternProperties)[0] as unknown };
  return `{${Object.entries(fields)
    .map(([key, field]) => `${JSON.stringify(key)}:${writeValue(field)}`)
    .join()}}`;
}

/** Removes the symbols that the schema library adds. */
const toPlainSchema = (schema: object): unknown => JSON.parse(JSON.stringify(schema));
