import swagger from "@fastify/swagger";
import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import fastify from "fastify";
import * as api from "@parlour/protocol/api";
import * as entities from "@parlour/protocol";
import * as settings from "@parlour/protocol/entity/widget/widget-settings";
import { createServiceRoutes, type ServiceApiDeps } from "../api/index.ts";

/** The fields of an OpenAPI document that our code uses. */
export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
export interface Operation {
  readonly operationId?: string;
  /** Permission that the route requires. If absent, the route needs no authentication. */
  readonly "x-action"?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Named schemas of the document. Every other copy of them becomes a reference. */
const namedSchemas: Readonly<Record<string, object>> = {
  ApiError: api.ApiError,
  Chat: entities.Chat,
  Message: entities.Message,
  MarkdownNode: entities.MarkdownNode,
  Visitor: entities.Visitor,
  Operator: entities.Operator,
  OperatorEntry: api.OperatorEntry,
  Delivery: entities.Delivery,
  Attempt: entities.Attempt,
  Channel: entities.Channel,
  WidgetSettings: settings.WidgetSettings,
  WidgetSettingsPatch: settings.WidgetSettingsPatch,
  ApiKey: entities.ApiKey,
  Account: entities.Account,
  AccountOverview: api.AccountOverview,
  Department: api.Department,
  Upload: api.Upload,
  WorkingHours: api.WorkingHours,
  OwnHours: api.DepartmentHours,
  Week: api.Week,
  BotProvider: api.BotProvider,
  Bot: api.Bot,
  Webhook: api.Webhook,
  MessageDelivery: entities.MessageDelivery,
  Media: entities.Media,
  Author: entities.Author,
  Contact: entities.Contact,
  PersonRef: entities.NamedRef,
  Outcome: entities.Outcome,
  Role: entities.Role,
  ChannelTest: api.ChannelTest,
  Instance: api.Instance,
  Endpoint: api.Endpoint,
  Inspected: api.InspectedRequest,
};

/**
 * Describes the service API as OpenAPI 3.1, from the schemas that validate its requests (CORE-134).
 * The result depends only on the code.
 */
export function describeServiceApi(): Promise<OpenApi> {
  return (description ??= buildDescription());
}
/** Built only once, because declaring all routes takes about a second. */
let description: Promise<OpenApi> | undefined;

async function buildDescription(): Promise<OpenApi> {
  const app = fastify();
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  await app.register(swagger, {
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, n) =>
        typeof $id === "string" ? $id : `def-${n}`,
    },
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Parlour service API",
        version: "1",
        description:
          "Rules: docs/spec/api.md. Times are RFC 3339 UTC with milliseconds, ids are JSON integers.",
      },
      components: {
        securitySchemes: {
          key: { type: "http", scheme: "bearer", description: "An API key." },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-parlour",
            description: "The session cookie; `parlour` on plain http.",
          },
        },
      },
      security: [{ key: [] }, { session: [] }],
    },
  });
  await app.register(createServiceRoutes(declarationDeps));
  await app.ready();
  const document = app.swagger() as unknown as OpenApi;
  await app.close();
  return withReferences(document);
}

/**
 * Dependencies for declaring routes. Before a request arrives, only guards and presence are used.
 */
const declarationDeps = {
  base: { auth: { guard: () => () => Promise.resolve() } },
  realtime: { presence: {} },
  deliveries: { tests: {} },
  files: {},
  visitors: {},
  signIn: {},
  installation: {},
} as unknown as ServiceApiDeps;

function withReferences(document: OpenApi): OpenApi {
  const schemas = Object.entries(namedSchemas).map(
    ([name, schema]) =>
      [name, normalizeSchema(unwrapDefinition(toPlainSchema(schema) as object)) as object] as const,
  );
  const namesByText = new Map(schemas.map(([name, schema]) => [toComparableText(schema), name]));
  const walk = (value: unknown, isRoot: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, false));
    if (typeof value !== "object" || value === null) return value;
    const name = isRoot ? undefined : namesByText.get(toComparableText(value));
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, walk(inner, false)]),
    );
  };
  return {
    ...document,
    paths: addIdempotencyKeys(walk(normalizeSchema(document.paths), false) as OpenApi["paths"]),
    components: {
      ...document.components,
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, walk(schema, true)])),
    },
  };
}

/** Bodies that are streamed and therefore not validated (API-071). */
const uploadBodies: Readonly<Record<string, { readonly requestBody: object }>> = {
  post_uploads: {
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["file"],
            properties: { file: { type: "string", format: "binary" } },
            additionalProperties: false,
          },
        },
      },
    },
  },
};

/** Header that `api/kit/declare-route.ts` reads from every unsafe request (API-005). */
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "Kept 24 h: the same key and body gives the first answer again.",
};
function addIdempotencyKeys(paths: OpenApi["paths"]): OpenApi["paths"] {
  const operation = (method: string, declared: Operation): Operation =>
    method === "get" || declared["x-action"] === undefined
      ? declared
      : {
          ...declared,
          ...uploadBodies[declared.operationId ?? ""],
          parameters: [...(declared.parameters ?? []), idempotencyKey],
        };
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, declared]) => [method, operation(method, declared)]),
      ),
    ]),
  );
}

/**
 * Returns the definition inside a recursive schema (`$defs` and `$ref` of TypeBox). Returns any
 * other schema unchanged.
 */
function unwrapDefinition(schema: object): object {
  const { $defs, $ref } = schema as {
    readonly $defs?: Readonly<Record<string, object>>;
    readonly $ref?: string;
  };
  return ($ref === undefined ? undefined : $defs?.[$ref]) ?? schema;
}

/**
 * Converts a reference by schema name to a reference to the components, because references in a
 * document have no other base.
 */
function toReference(target: string): object {
  return { $ref: target.startsWith("#") ? target : `#/components/schemas/${target}` };
}

/**
 * Converts constants to enums of one value, and merges alternatives of enums into one enum. The
 * result is shorter and does not depend on how the schema was built.
 */
function normalizeSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalizeSchema);
  if (typeof value !== "object" || value === null) return value;
  const {
    $ref: target,
    $id: _name,
    ...parts
  } = value as { readonly $ref?: unknown; readonly $id?: unknown };
  if (typeof target === "string") return toReference(target);
  const entries = Object.entries(parts).map(([key, inner]): [string, unknown] =>
    key === "const" ? ["enum", [inner]] : [key, normalizeSchema(inner)],
  );
  const { anyOf, ...rest } = Object.fromEntries(entries) as { anyOf?: unknown };
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { ...rest, anyOf };
  const choices = anyOf as readonly {
    readonly type?: unknown;
    readonly enum?: readonly unknown[];
  }[];
  const type = choices[0]?.type;
  if (!choices.every((choice) => choice.enum !== undefined && choice.type === type))
    return { ...rest, anyOf };
  return { ...rest, type, enum: choices.flatMap((choice) => choice.enum ?? []) };
}

/**
 * Returns a schema as text for comparison. Removes the description, which differs between the
 * places of use. Swagger writes `additionalProperties` for `patternProperties` in paths, so both
 * result in the same text.
 */
function toComparableText(schema: object): string {
  const { description: _place, ...rest } = schema as { description?: string };
  return JSON.stringify(rest, (_key, value: unknown) => {
    const { patternProperties, ...others } = (value ?? {}) as {
      readonly patternProperties?: object;
    };
    return patternProperties === undefined
      ? value
      : { ...others, additionalProperties: Object.values(patternProperties)[0] as unknown };
  });
}
/** Removes the symbols that the schema library adds. */
const toPlainSchema = (schema: object): unknown => JSON.parse(JSON.stringify(schema));
