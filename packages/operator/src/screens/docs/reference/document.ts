/** A schema of `/openapi.json`, as far as the reference shows it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: unknown;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
export interface ApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly summary?: string;
            readonly description?: string;
            readonly tags?: readonly string[];
            readonly "x-fresh"?: boolean;
            readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
            readonly parameters?: readonly Parameter[];
            readonly requestBody?: {
              readonly required?: boolean;
              readonly content: Readonly<Record<string, Media>>;
            };
            readonly responses: Readonly<Record<string, Response>>;
          }
        >
      >
    >
  >;
  readonly tags: readonly {
    readonly name: string;
    readonly "x-displayName"?: string;
    readonly description: string;
  }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** A body of a request or response. `example` is undefined if there is none. */
export interface Body {
  readonly type: string;
  readonly schema: Schema;
  readonly example: unknown;
}
/** An operation with what a client needs to call it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** What happens, and which errors to expect. "" if the summary says everything. */
  readonly description: string;
  readonly tag: string;
  /** Scope that an API key needs. Null if no key may call it, undefined if nothing is needed. */
  readonly scope: string | null | undefined;
  /** A session needs a recent re-authentication (CORE-014). */
  readonly isFresh: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: (Body & { readonly isRequired: boolean }) | null;
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly bodies: readonly Body[];
  }[];
}

const getName = (reference: string): string => reference.split("/").at(-1) ?? "";

/** Returns all operations, in the order of their groups. */
export function listOperations(document: ApiDocument): readonly Operation[] {
  const order = new Map(document.tags.map(({ name }, n) => [name, n]));
  const getTagOrder = ({ tag }: Operation): number => order.get(tag) ?? order.size;
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Operation => {
        const { requestBody, security = [] } = operation;
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          summary: operation.summary ?? "",
          description: operation.description ?? "",
          tag: operation.tags?.[0] ?? "",
          scope: getScope(security),
          isFresh: operation["x-fresh"] === true,
          parameters: operation.parameters ?? [],
          body: getBody(document, requestBody),
          responses: Object.entries(operation.responses).map(([status, declared]) => {
            const response = resolveResponse(document, declared);
            return {
              status,
              description: response.description ?? "",
              bodies: listBodies(document, response.content),
            };
          }),
        };
      }),
    )
    .toSorted((a, b) => getTagOrder(a) - getTagOrder(b));
}

function getScope(
  security: readonly Readonly<Record<string, readonly string[]>>[],
): string | null | undefined {
  if (security.length === 0) return undefined;
  return security.find((way) => way["key"] !== undefined)?.["key"]?.[0] ?? null;
}

function getBody(
  document: ApiDocument,
  declared:
    | { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
    | undefined,
): Operation["body"] {
  const [body] = listBodies(document, declared?.content);
  return body === undefined ? null : { ...body, isRequired: declared?.required === true };
}

const resolveResponse = ({ components }: ApiDocument, response: Response): Response =>
  response.$ref === undefined ? response : (components.responses[getName(response.$ref)] ?? {});

const listBodies = (
  document: ApiDocument,
  content: Readonly<Record<string, Media>> = {},
): readonly Body[] =>
  Object.entries(content).map(([type, media]) => ({
    type,
    schema: media.schema ?? {},
    example: findExample(document, media),
  }));

function findExample(document: ApiDocument, { schema = {}, example, examples }: Media): unknown {
  const [first] = Object.values(examples ?? {});
  return example ?? first?.value ?? resolveSchema(document, schema).examples?.[0];
}

/** Returns the schema that a reference names, or the schema itself. */
export function resolveSchema(document: ApiDocument, schema: Schema): Schema {
  return schema.$ref === undefined
    ? schema
    : (document.components.schemas[getName(schema.$ref)] ?? {});
}

/** Returns the operations that contain each word of a query, in names, paths, scopes or texts. */
export function searchOperations(
  operations: readonly Operation[],
  query: string,
): readonly Operation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const { id, method, path, summary, tag, scope } = operation;
    const text = `${id} ${method} ${path} ${summary} ${tag} ${scope ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the type of a schema as a short text, such as `string[]` or `Chat | null`. */
export function describeType(schema: Schema): string {
  if (schema.$ref !== undefined) return getName(schema.$ref);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeType).join(" | ");
  if (schema.type === "array") {
    const item = describeType(schema.items ?? {});
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  return schema.type ?? "any";
}

function describeRange(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `at most ${to}`;
  return to === undefined ? `at least ${from}` : `${from} to ${to}`;
}

/** Returns the limits of a schema, such as `1 to 200` and `default 50`. */
export function describeLimits(schema: Schema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const limits: string[] = [];
  for (const [from, to, unit] of [
    [minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ""],
    [minLength, maxLength, " characters"],
    [minItems, maxItems, " items"],
  ] as const)
    if (from !== undefined || to !== undefined) limits.push(`${describeRange(from, to)}${unit}`);
  if (schema.pattern !== undefined) limits.push(schema.pattern);
  if (schema.format !== undefined) limits.push(schema.format);
  if (schema.default !== undefined) limits.push(`default ${JSON.stringify(schema.default)}`);
  return limits;
}

/** Returns the values of the lists that a schema names, such as `"right" | "left"`. */
export function describeNamedValues(document: ApiDocument, schema: Schema): readonly string[] {
  if (schema.anyOf !== undefined)
    return schema.anyOf.flatMap((choice) => describeNamedValues(document, choice));
  if (schema.items !== undefined) return describeNamedValues(document, schema.items);
  const named = schema.$ref === undefined ? {} : resolveSchema(document, schema);
  return named.enum === undefined ? [] : [describeType({ enum: named.enum })];
}

/**
 * Returns the objects inside a schema that have fields of their own to show: an object itself, the
 * items of an array, or the alternatives.
 */
export function listObjects(document: ApiDocument, schema: Schema): readonly Schema[] {
  const resolved = resolveSchema(document, schema);
  if (resolved.anyOf !== undefined)
    return resolved.anyOf.flatMap((choice) => listObjects(document, choice));
  if (resolved.type === "array") return listObjects(document, resolved.items ?? {});
  return Object.keys(resolved.properties ?? {}).length > 0 ? [resolved] : [];
}
