import swagger from "@fastify/swagger";
import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import fastify from "fastify";
import * as api from "@parlour/protocol/api";
import * as entities from "@parlour/protocol";
import * as saml from "@parlour/protocol/api/people/saml";
import * as session from "@parlour/protocol/api/people/session";
import { createServiceRoutes, type ServiceApiDeps } from "../api/index.ts";
import { keyScopes } from "../auth/index.ts";
import { nameSchemas } from "./component-schemas.ts";
import { license } from "./license.ts";
import { operationNames } from "./operation-names.ts";
import { describeErrorResponses, getErrorReference } from "./service-errors.ts";
import { addTexts } from "./texts/add-texts.ts";

/** The fields of an OpenAPI document that our code uses. */
export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, unknown>>;
  };
}
export interface Operation {
  readonly operationId?: string;
  /** Permission that the route requires. If absent, the route needs no authentication. */
  readonly "x-action"?: string;
  readonly tags?: readonly string[];
  /** Empty if the operation needs no authentication. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Modules whose exports name the schemas of the document. */
const schemaModules = [entities, api, saml, session];

/** Describes it from the schemas that validate requests (CORE-134), only from the code. */
export function describeServiceApi(): Promise<OpenApi> {
  return (description ??= buildDescription());
}
/** Built only once, because declaring all routes takes about a second. */
let description: Promise<OpenApi> | undefined;

async function buildDescription(): Promise<OpenApi> {
  const app = fastify({ pluginTimeout: 0 });
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  await app.register(swagger, {
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, n) =>
        typeof $id === "string" ? $id : `def-${n}`,
    },
    openapi: documentHead,
  });
  await app.register(createServiceRoutes(declarationDeps));
  await app.ready();
  const document = app.swagger() as unknown as OpenApi;
  await app.close();
  const named = nameSchemas(
    { ...document, paths: mapOperations(document.paths, completeOperation) },
    schemaModules,
  );
  return addTexts(
    {
      ...named,
      paths: mapOperations(named.paths, completeResponses),
      tags: listTags(named.paths),
      components: { ...named.components, responses: describeErrorResponses() },
    },
    "openapi.json",
  );
}

/** The document without its operations. */
const documentHead = {
  openapi: "3.1.0",
  info: { title: "Parlour service API", version: "1", license },
  servers: [
    {
      url: "{public_url}",
      variables: { public_url: { default: "http://localhost:3000" } },
    },
  ],
  components: {
    securitySchemes: {
      key: {
        type: "http" as const,
        scheme: "bearer",
      },
      session: {
        type: "apiKey" as const,
        in: "cookie",
        name: "__Host-parlour",
      },
    },
  },
};

/** Before a request arrives, only guards and presence are used. */
const declarationDeps = {
  base: { auth: { guard: () => () => Promise.resolve() } },
  realtime: { presence: {} },
  live: {},
  deliveries: { tests: {} },
  files: {},
  visitors: {},
  signIn: {},
  sending: {},
  channels: {},
  installation: {},
} as unknown as ServiceApiDeps;

/** A body that is streamed and therefore not validated (API-071). */
const fileBody = {
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
};
const streamedBodies: Readonly<Record<string, { readonly requestBody: object }>> = {
  createVisitorImport: fileBody,
  uploadImportFile: fileBody,
  importArticles: fileBody,
  uploadFile: fileBody,
  setPhoto: fileBody,
};

/** Header that `api/kit/declare-route.ts` reads from every unsafe request (API-005). */
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function mapOperations(
  paths: OpenApi["paths"],
  convert: (operation: Operation, method: string, path: string) => Operation,
): OpenApi["paths"] {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          convert(operation, method, path),
        ]),
      ),
    ]),
  );
}

/** Adds name, security and idempotency key. Throws if the operation has no name. */
function completeOperation(declared: Operation, method: string, path: string): Operation {
  const operationId = operationNames[path.replace(/^\/api\/v1/, "")]?.[method];
  if (operationId === undefined) throw new Error(`operation-names.ts lacks ${method} ${path}.`);
  const action = declared["x-action"];
  const takesKey = method !== "get" && action !== undefined;
  return {
    operationId,
    ...declared,
    ...streamedBodies[operationId],
    security: listSecurity(action),
    ...(takesKey ? { parameters: [...(declared.parameters ?? []), idempotencyKey] } : {}),
  };
}

/** Returns the ways to authenticate for an action. No key has a scope that only a session has. */
function listSecurity(action: string | undefined): NonNullable<Operation["security"]> {
  if (action === undefined) return [];
  return [...(keyScopes.includes(action) ? [{ key: [action] }] : []), { session: [] }];
}

/** Replaces the error responses of an operation by references to the shared ones. */
function completeResponses(operation: Operation): Operation {
  return {
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        getErrorReference(status) ?? response,
      ]),
    ),
  };
}

/** Returns the tags of the operations, in the order of the names. */
function listTags(paths: OpenApi["paths"]): readonly { readonly name: string }[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const names = new Set(operations.flatMap(({ tags = [] }) => tags));
  return [...names].toSorted().map((name) => ({ name }));
}
