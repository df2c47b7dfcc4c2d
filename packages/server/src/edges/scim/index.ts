import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import {
  isActionInScopes,
  toProviderPrincipal,
  type Auth,
  type Principal,
} from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { readBody } from "../../http/body/body.ts";
import { parseJson, toJsonObject } from "../../http/body/json.ts";
import { createServiceApiClient } from "../../http/in-process/service-api-client.ts";
import type { Limits } from "../../limits/index.ts";
import { createResourceTypes, createSchemas, createServiceProviderConfig } from "./discovery.ts";
import { ScimError, toErrorResponse } from "./errors.ts";
import {
  changeGroup,
  comparableGroupFields,
  createGroup,
  deleteGroup,
  listGroups,
  readGroup,
} from "./groups.ts";
import {
  createListResponse,
  selectAttributes,
  type Comparable,
  type ScimQuery,
  type ScimResource,
} from "./list.ts";
import { parsePatch, toChanges, type AttributeChange } from "./patch.ts";
import type { ResourceStore, ScimContext } from "./scim-context.ts";
import {
  changeUser,
  comparableUserFields,
  createUser,
  deleteUser,
  listUsers,
  readUser,
} from "./users.ts";

export type { ResourceStore } from "./scim-context.ts";

export interface ScimEdgeDeps {
  readonly auth: Auth;
  readonly limits: Limits;
  /** Returns the public URL without a slash at the end (CFG-002). */
  readonly publicUrl: () => string;
  readonly openResources: (account: number) => ResourceStore;
  /** Runs the changes of an account one after the other, because members are read and written. */
  readonly runInOrder: <T>(account: number, run: () => Promise<T>) => Promise<T>;
}

/** Maximum size of a body in bytes. */
const maxBodyBytes = 1024 * 1024;
const contentType = "application/scim+json; charset=utf-8";
const basePath = "/scim/v2";

/** The functions of users, or of groups. */
interface ResourceActions {
  readonly path: string;
  readonly comparable: Comparable;
  readonly list: (context: ScimContext) => Promise<readonly ScimResource[]>;
  readonly read: (context: ScimContext, id: string) => Promise<ScimResource>;
  readonly create: (
    context: ScimContext,
    changes: readonly AttributeChange[],
  ) => Promise<ScimResource>;
  readonly change: (
    context: ScimContext,
    id: string,
    changes: readonly AttributeChange[],
  ) => Promise<ScimResource>;
  readonly remove: (context: ScimContext, id: string) => Promise<void>;
}

/** Creates the routes of SCIM 2.0 for identity providers (docs/spec/single-sign-on.md). */
export function createScimEdge(deps: ScimEdgeDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(
      async (scim) => {
        const principals = new WeakMap<IncomingMessage, Principal>();
        scim.removeAllContentTypeParsers();
        scim.addContentTypeParser(
          ["application/scim+json", "application/json"],
          (_request, payload, done) => {
            readBody(payload as FastifyRequest["raw"], maxBodyBytes)
              .then((bytes) => done(null, bytes.length === 0 ? null : parseJson(bytes)))
              .catch(done);
          },
        );
        scim.addHook("onRequest", async (request) => {
          principals.set(request.raw, await authenticate(deps, request));
        });
        scim.setErrorHandler((error, _request, reply) => sendError(error, reply));
        const open = (request: FastifyRequest): ScimContext =>
          openContext(deps, app, principals.get(request.raw), request);
        addDiscoveryRoutes(scim, `${deps.publicUrl()}${basePath}`);
        addResourceRoutes(scim, deps, open, {
          path: "/Users",
          comparable: comparableUserFields,
          list: listUsers,
          read: readUser,
          create: createUser,
          change: changeUser,
          remove: deleteUser,
        });
        addResourceRoutes(scim, deps, open, {
          path: "/Groups",
          comparable: comparableGroupFields,
          list: listGroups,
          read: readGroup,
          create: createGroup,
          change: changeGroup,
          remove: deleteGroup,
        });
      },
      { prefix: basePath },
    );
  };
}

/** Returns the principal of a token for SCIM (SSO-020), and counts the request (SSO-028). */
async function authenticate(deps: ScimEdgeDeps, request: FastifyRequest): Promise<Principal> {
  const principal = await deps.auth.authenticateProgram(request.raw);
  const { credential } = principal;
  if (credential.kind !== "key" || !isActionInScopes(credential.scopes, "scim"))
    refuse("forbidden", "This is not a token for SCIM. Create one in the settings.");
  const allowance = await deps.limits.take("scim", `key ${credential.id}`);
  if (!allowance.ok)
    refuse("rate_limited", "Too many requests in the last minute.", {
      retryAfterMs: allowance.retryAfterMs,
    });
  return principal;
}

/**
 * Returns what a request may use. The token itself opens no route of the service API. Its requests
 * call the routes of operators and departments as a principal that is never an owner (SSO-025).
 */
function openContext(
  deps: ScimEdgeDeps,
  app: FastifyInstance,
  principal: Principal | undefined,
  request: FastifyRequest,
): ScimContext {
  if (principal === undefined) throw new Error("The request was not authenticated.");
  const acting = toProviderPrincipal(principal);
  return {
    api: createServiceApiClient(
      {
        routing: (raw, response) => app.routing(raw, response),
        assignPrincipal: (raw) => deps.auth.assignPrincipal(raw, acting),
      },
      { address: request.clientAddress, host: request.headers.host ?? "parlour" },
    ),
    resources: deps.openResources(principal.accountId),
    actsAs: principal.operatorId,
    account: principal.accountId,
    baseUrl: `${deps.publicUrl()}${basePath}`,
  };
}

function sendError(error: unknown, reply: FastifyReply): FastifyReply {
  const response = toErrorResponse(error);
  // A bug. The error handler of the server logs it.
  if (response === null) throw error;
  if (response.retryAfterS !== null) void reply.header("retry-after", response.retryAfterS);
  return reply.code(response.status).type(contentType).send(JSON.stringify(response.body));
}

const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).type(contentType).send(JSON.stringify(body));

function addDiscoveryRoutes(scim: FastifyInstance, baseUrl: string): void {
  const schemas = createSchemas(baseUrl);
  const types = createResourceTypes(baseUrl);
  scim.get("/ServiceProviderConfig", (_request, reply) =>
    send(reply, 200, createServiceProviderConfig(baseUrl)),
  );
  for (const [path, resources] of [
    ["/Schemas", schemas],
    ["/ResourceTypes", types],
  ] as const) {
    scim.get(path, (_request, reply) => send(reply, 200, createListResponse(resources, {}, {})));
    scim.get<{ Params: { id: string } }>(`${path}/:id`, ({ params }, reply) => {
      const found = resources.find((resource) => resource["id"] === params.id);
      if (found === undefined) throw new ScimError(404, null, `There is no ${params.id}.`);
      return send(reply, 200, found);
    });
  }
}

function addResourceRoutes(
  scim: FastifyInstance,
  { runInOrder }: ScimEdgeDeps,
  open: (request: FastifyRequest) => ScimContext,
  actions: ResourceActions,
): void {
  const { path } = actions;
  type WithId = { Params: { id: string }; Querystring: ScimQuery };
  const change = (
    request: FastifyRequest<WithId>,
    changes: readonly AttributeChange[],
  ): Promise<ScimResource> => {
    const context = open(request as FastifyRequest);
    return runInOrder(context.account, () => actions.change(context, request.params.id, changes));
  };
  scim.get<{ Querystring: ScimQuery }>(path, async (request, reply) => {
    const resources = await actions.list(open(request as FastifyRequest));
    return send(reply, 200, createListResponse(resources, request.query, actions.comparable));
  });
  scim.get<WithId>(`${path}/:id`, async (request, reply) => {
    const resource = await actions.read(open(request as FastifyRequest), request.params.id);
    return send(reply, 200, selectAttributes(resource, request.query));
  });
  scim.post(path, async (request, reply) => {
    const context = open(request);
    const changes = toChanges(toJsonObject(request.body), "add");
    const created = await runInOrder(context.account, () => actions.create(context, changes));
    void reply.header("location", `${context.baseUrl}${path}/${String(created["id"])}`);
    return send(reply, 201, created);
  });
  scim.put<WithId>(`${path}/:id`, async (request, reply) =>
    send(reply, 200, await change(request, toChanges(toJsonObject(request.body), "replace"))),
  );
  scim.patch<WithId>(`${path}/:id`, async (request, reply) =>
    send(reply, 200, await change(request, parsePatch(request.body))),
  );
  scim.delete<WithId>(`${path}/:id`, async (request, reply) => {
    const context = open(request as FastifyRequest);
    await runInOrder(context.account, () => actions.remove(context, request.params.id));
    return reply.code(204).send();
  });
}
