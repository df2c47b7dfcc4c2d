import { omitAbsent } from "@parlour/protocol/omit-absent";
import { createHash } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { ApiError } from "@parlour/protocol/api";
import type { Action, Auth, Principal } from "../../auth/index.ts";
import { cleanText } from "../../core/text.ts";
import { isFailure, Refusal } from "../../core/failure.ts";
import type { IdempotencyKey } from "../../core/command.ts";
import { parseIdempotencyHeader } from "../../http/idempotency-key.ts";
import {
  runIdempotent,
  runInTurn,
  type ChangeSettingsDeps,
  type RequestAuthor,
} from "./change-settings.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** What `once: "answer"` needs. `createServiceRoutes` sets it before it declares routes. */
    readonly idempotency: ChangeSettingsDeps;
  }
}

/** Receives the method and path of a change whose handler ignored its key. Tests fail then. */
export const ignoredKeyChannel = channel("parlour.idempotency_key_ignored");

/** A validated and authorised request of the service API. */
export interface RequestContext<P, Q, B> extends RequestAuthor {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** For responses that are streamed, and requests that end with their client. */
  readonly reply: FastifyReply;
  /** Makes the response use `otherStatus`. */
  readonly takeOtherStatus: () => void;
}
/** An answer that is JSON already. It must match the schema of the route, which is not applied. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
/** Request context of a route with an id in its path. */
export type ResourceRequestContext<B = unknown> = RequestContext<
  { readonly id: string },
  unknown,
  B
>;
export interface RouteDefinition<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  A extends TSchema,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** Permission that the principal needs. It is checked before the body is read (R6). */
  readonly action: Action;
  /** Needs a re-authentication within 15 minutes (CORE-014): secrets, roles. */
  readonly fresh?: boolean | undefined;
  readonly summary: string;
  readonly tag: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Status of a successful response. Some routes have a second one, `otherStatus`. */
  readonly status: 200 | 201 | 202 | 204;
  readonly otherStatus?: 200;
  readonly answer: A;
  /**
   * How a change with an `Idempotency-Key` has one effect (API-005). Absent: the handler uses
   * `key`, which every test of the route checks. `answer`: the key is taken before the handler runs
   * and stored with its answer. A reason: why a repeat does no harm, although it runs again.
   */
  readonly once?: "answer" | { readonly because: string };
  /** With `Accept: text/event-stream`, the response is a stream of events. */
  readonly isStreamed?: true;
  readonly handle: (
    call: RequestContext<Static<P>, Static<Q>, Static<B>>,
  ) => Promise<Static<A> | JsonText>;
}

const commonErrors = {
  400: "The request is not valid.",
  401: "Not signed in.",
  403: "Not allowed.",
  404: "No such object in this account.",
} as const;
const changeErrors = {
  409: "The object is not in a state that allows this.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  422: "The Idempotency-Key was used for another request.",
} as const;
const serviceErrors = {
  429: "Too many requests; see Retry-After.",
  503: "Not acknowledged; see Retry-After.",
} as const;

/** Declares a route with permission check, schemas and statuses, also for OpenAPI. */
export function declareRoute<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  A extends TSchema,
>(app: FastifyInstance, auth: Auth, definition: RouteDefinition<P, Q, B, A>): void {
  const isChange = definition.method !== "GET";
  if (definition.once === "answer" && !app.hasDecorator("idempotency"))
    throw new Error(`${definition.url} cannot store its answers: the app lacks "idempotency".`);
  let responses: Readonly<Record<string, object>> | undefined;
  app.route({
    method: definition.method,
    url: definition.url,
    onRequest: auth.guard(definition.action, definition.fresh === true),
    schema: {
      summary: definition.summary,
      tags: [definition.tag],
      // Read by the test that compares roles and routes.
      ...({
        "x-action": definition.action,
        "x-fresh": definition.fresh ? true : undefined,
      } as object),
      ...omitAbsent({
        params: definition.params,
        querystring: definition.query,
        body: definition.body,
      }),
      // Built only for the API documents, because a start should not wait for it (PERF-12). It is
      // then read some 50 times.
      get response() {
        return (responses ??= buildResponses(definition, isChange));
      },
    },
    handler: async (request, reply) => {
      const principal = auth.principalOf(request);
      const { once } = definition;
      const key = isChange ? parseIdempotencyKey(request, principal) : null;
      let isKeyUsed = once !== undefined || !isChange;
      const run = async (): Promise<RouteAnswer> => {
        let status: number = definition.status;
        const answer = await definition.handle({
          principal,
          request,
          reply,
          params: request.params as Static<P>,
          query: cleanQuery(request.query) as Static<Q>,
          body: request.body as Static<B>,
          get key() {
            isKeyUsed = true;
            return once === "answer" ? null : key;
          },
          takeOtherStatus: () => {
            status = definition.otherStatus ?? definition.status;
          },
        });
        const isStored = once === "answer" && answer instanceof JsonText;
        return { status, answer: isStored ? (JSON.parse(answer.text) as unknown) : answer };
      };
      const { status, answer } = await runInTurn(principal, key, () =>
        once === "answer" && key !== null
          ? runIdempotent(app.idempotency, { principal, key }, run)
          : run(),
      );
      if (!isKeyUsed && ignoredKeyChannel.hasSubscribers)
        ignoredKeyChannel.publish(`${definition.method} ${definition.url}`);
      if (reply.sent) return;
      reply.code(status);
      if (answer instanceof JsonText)
        await reply.type("application/json; charset=utf-8").send(answer.text);
      else await reply.send(status === 204 ? undefined : answer);
    },
  });
}

interface RouteAnswer {
  readonly status: number;
  readonly answer: unknown;
}

function buildResponses(
  definition: {
    readonly status: number;
    readonly otherStatus?: number;
    readonly answer: TSchema;
    readonly summary: string;
    readonly isStreamed?: true;
  },
  isChange: boolean,
): Record<string, object> {
  const describeError = (text: string): object => ({ ...ApiError, description: text });
  const list: Record<string, object> = {
    [definition.status]: {
      ...definition.answer,
      description: definition.status === 204 ? "Done." : "Success.",
    },
  };
  if (definition.otherStatus !== undefined)
    list[definition.otherStatus] = {
      ...definition.answer,
      description: "Done before: the first result.",
    };
  if (definition.isStreamed === true)
    list[definition.status] = {
      description: "Success. With `Accept: text/event-stream`, the words arrive as events.",
      content: {
        "application/json": { schema: definition.answer },
        "text/event-stream": { schema: { type: "string" } },
      },
    };
  const errors = isChange
    ? { ...commonErrors, ...changeErrors, ...serviceErrors }
    : { ...commonErrors, ...serviceErrors };
  for (const [status, text] of Object.entries(errors)) list[status] = describeError(text);
  return list;
}

/** Content of OpenAPI responses that are files, by format. */
export const fileContent = {
  csv: { "text/csv": { schema: { type: "string" } } },
  html: { "text/html": { schema: { type: "string" } } },
  jsonl: { "application/jsonl": { schema: { type: "string" } } },
  picture: { "image/*": { schema: { type: "string", format: "binary" } } },
  text: { "text/plain": { schema: { type: "string" } } },
  xlsx: {
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
      schema: { type: "string", format: "binary" },
    },
  },
  zip: { "application/zip": { schema: { type: "string", format: "binary" } } },
} as const;

/** Returns the OpenAPI responses of a route that sends a file. `content`: its media types. */
export function buildFileResponses(
  description: string,
  content: Readonly<Record<string, object>>,
): Record<string, object> {
  const errors = Object.entries({ ...commonErrors, ...serviceErrors }).map(([status, text]) => [
    status,
    { ...ApiError, description: text },
  ]);
  return {
    200: { description, content },
    ...(Object.fromEntries(errors) as Record<string, object>),
  };
}

/** API-005. Its hash covers method and path. Each operator has separate keys. */
function parseIdempotencyKey(request: FastifyRequest, principal: Principal): IdempotencyKey | null {
  const key = parseIdempotencyHeader(request.headers["idempotency-key"]);
  if (key === null) return null;
  if (isFailure(key)) throw new Refusal(key);
  const hash = createHash("sha256")
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest();
  return { scope: `operator:${principal.operatorId}`, key, hash };
}

/** Cleans the texts of a query for the database (CORE-046). The JSON parser cleans bodies. */
function cleanQuery(query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "string" ? cleanText(value) : value,
    ]),
  );
}
