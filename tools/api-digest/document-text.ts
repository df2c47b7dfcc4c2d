import { formatType, TypePrinter, type DigestSchema } from "./schema-text.ts";

/** The part of an OpenAPI document that a digest shows. */
export interface DigestDocument {
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, DigestSchema>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
}
type PathItem = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId?: string;
  readonly "x-action"?: string;
  readonly "x-fresh"?: boolean;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}
interface Response {
  readonly content?: Content;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: DigestSchema;
}
type Content = Readonly<Record<string, { readonly schema: DigestSchema }>>;

const methods = ["get", "post", "put", "patch", "delete"] as const;

/**
 * Returns the lines of an OpenAPI document: operations by path, then requests that Parlour sends,
 * then schemas by name.
 */
export function formatDocument({
  paths = {},
  webhooks = {},
  components,
}: DigestDocument): string[] {
  const printer = new TypePrinter();
  const schemas = Object.entries(components?.schemas ?? {}).toSorted(byName);
  const schemaLines = schemas.flatMap(([name, schema]) =>
    printer.print(schema, name, 0, { prefix: `${name} = ` }),
  );
  const calls = Object.entries(paths).toSorted(byName);
  const responses = components?.responses ?? {};
  return [
    ...section("Operations", formatOperations(calls, printer, { prefix: "", responses })),
    ...section(
      "Requests that Parlour sends",
      formatOperations(Object.entries(webhooks), printer, { prefix: "to you: ", responses }),
    ),
    ...section("Schemas", schemaLines),
  ];
}

/** The part of an AsyncAPI document that a digest shows. */
export interface DigestEvents {
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly address: string;
        readonly messages: Readonly<Record<string, { readonly payload: DigestSchema }>>;
      }
    >
  >;
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly action: string;
        readonly channel: { readonly $ref: string };
        readonly messages: readonly { readonly $ref: string }[];
      }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, DigestSchema>> };
}

/** Returns the lines of an AsyncAPI document: messages by operation, then schemas by name. */
export function formatEvents({ channels, operations, components }: DigestEvents): string[] {
  const printer = new TypePrinter();
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) =>
    printer.print(schema, name, 0, { prefix: `${name} = ` }),
  );
  const getName = ({ $ref }: { readonly $ref: string }): string => $ref.split("/").at(-1) ?? "";
  const messages = Object.entries(operations).flatMap(
    ([name, { action, channel: reference, messages: sent }]) => {
      const channel = channels[getName(reference)];
      return [
        `${action} ${channel?.address ?? ""}  ${name}`,
        ...sent.map((message) => {
          const payload = channel?.messages[getName(message)]?.payload ?? {};
          return `  ${getName(message)}: ${formatType(payload)}`;
        }),
      ];
    },
  );
  return [...section("Messages", messages), ...section("Schemas", schemas)];
}

/** Returns the lines of the JSON Schema of a file. */
export function formatFileSchema(schema: DigestSchema): string[] {
  return section("File", new TypePrinter().print(schema, "file", 0));
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, "", ...lines];

/** `prefix`: text before the method. `responses`: those that operations refer to, by name. */
interface OperationContext {
  readonly prefix: string;
  readonly responses: Readonly<Record<string, Response>>;
}

function formatOperations(
  items: readonly (readonly [string, PathItem])[],
  printer: TypePrinter,
  { prefix, responses }: OperationContext,
): string[] {
  return items.flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const declared = item[method] as Operation | undefined;
      if (declared === undefined) return [];
      const operation = resolveResponses(declared, responses);
      const shared = (item["parameters"] ?? []) as readonly Parameter[];
      return formatOperation(
        `${prefix}${method.toUpperCase()} ${path}`,
        operation,
        shared,
        printer,
      );
    }),
  );
}

/** An operation without references to responses. */
type ResolvedOperation = Omit<Operation, "responses"> & {
  readonly responses: Readonly<Record<string, Response>>;
};
function resolveResponses(
  operation: Operation,
  shared: Readonly<Record<string, Response>>,
): ResolvedOperation {
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    "$ref" in response ? (shared[response.$ref.split("/").at(-1) ?? ""] ?? {}) : response,
  ]);
  return { ...operation, responses: Object.fromEntries(responses) as Record<string, Response> };
}

/** Returns one line for an operation, and below it the types that do not fit there. */
function formatOperation(
  address: string,
  operation: ResolvedOperation,
  shared: readonly Parameter[],
  printer: TypePrinter,
): string[] {
  const parameters = [...shared, ...(operation.parameters ?? [])];
  const { answers, types } = formatResponses(address, operation, printer);
  return [
    `${listWords(address, operation, parameters).join("  ")}  -> ${answers.join("; ")}`,
    ...formatRequest(address, operation, parameters, printer),
    ...types,
  ];
}

function listWords(
  address: string,
  operation: ResolvedOperation,
  parameters: readonly Parameter[],
): readonly string[] {
  return [
    address,
    ...(operation.operationId === undefined ? [] : [operation.operationId]),
    ...(operation["x-action"] === undefined ? [] : [operation["x-action"]]),
    ...(operation["x-fresh"] === true ? ["fresh"] : []),
    ...(operation["x-action"] === undefined
      ? (operation.security ?? []).flatMap((way) => Object.keys(way))
      : []),
    ...(parameters.some(isIdempotencyKey) ? ["Idempotency-Key"] : []),
  ];
}

/** Returns the lines of the parameters and of the body. */
function formatRequest(
  address: string,
  { operationId: id = address, requestBody }: ResolvedOperation,
  parameters: readonly Parameter[],
  printer: TypePrinter,
): readonly string[] {
  const lines: string[] = [];
  for (const place of ["path", "query", "header", "cookie"]) {
    const listed = parameters.filter(
      (parameter) =>
        parameter.in === place && !isIdempotencyKey(parameter) && !isPlainId(parameter),
    );
    if (listed.length > 0)
      lines.push(...printer.print(toObject(listed), `${id} ${place}`, 1, { prefix: `${place} ` }));
  }
  for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
    const name = `body${type === "application/json" ? "" : ` ${type}`}${requestBody?.required === true ? "" : "?"}`;
    lines.push(...printer.print(schema, `${id} body`, 1, { prefix: `${name} ` }));
  }
  return lines;
}

/** Returns the statuses with their types, and the lines of types that do not fit there. */
function formatResponses(
  address: string,
  operation: ResolvedOperation,
  printer: TypePrinter,
): { readonly answers: readonly string[]; readonly types: readonly string[] } {
  const id = operation.operationId ?? address;
  const answers: string[] = [];
  const types: string[] = [];
  for (const { statuses, type, schema } of groupResponses(operation)) {
    const isJson = type === "" || type === "application/json";
    const label = `${statuses.join(" ")}${isJson ? "" : ` ${type}`}`;
    if (schema === undefined || /^\w+$/.test(formatType(schema)))
      answers.push(`${label}${schema === undefined ? "" : ` ${formatType(schema)}`}`);
    else {
      answers.push(statuses.join(" "));
      types.push(
        ...printer.print(schema, `${id} ${statuses[0]}`, 1, {
          prefix: `${label} `,
        }),
      );
    }
  }
  return { answers, types };
}

const isIdempotencyKey = ({ name }: Parameter): boolean => name === "Idempotency-Key";
/** Ids in paths are the usual case, so only other parameters of a path are printed. */
const isPlainId = (parameter: Parameter): boolean =>
  parameter.in === "path" && formatType(parameter.schema) === "id_text";

function toObject(parameters: readonly Parameter[]): DigestSchema {
  return {
    type: "object",
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
}

interface ResponseGroup {
  readonly statuses: string[];
  readonly type: string;
  readonly schema: DigestSchema | undefined;
}
/** Returns the responses with the statuses of the same body together. */
function groupResponses({ responses }: ResolvedOperation): ResponseGroup[] {
  const groups = new Map<string, ResponseGroup>();
  for (const [status, { content }] of Object.entries(responses)) {
    const entries = Object.entries(content ?? {});
    for (const [type, schema] of entries.length === 0
      ? [["", undefined] as const]
      : entries.map(([name, part]) => [name, part.schema] as const)) {
      const key = `${type} ${schema === undefined ? "" : formatType(schema)}`;
      const group = groups.get(key) ?? { statuses: [], type, schema };
      group.statuses.push(status);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}
