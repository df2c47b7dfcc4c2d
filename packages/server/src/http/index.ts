import { randomUUID } from "node:crypto";
import { createServer, METHODS } from "node:http";
import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from "fastify";
import { createErrorResponses, type ErrorResponses } from "./answers/error-responses.ts";
import {
  createMiddleware,
  rejectMalformedRequests,
  registerMiddleware,
} from "./answers/middleware.ts";
import { sendClientErrorResponse } from "./answers/error-responses.ts";
import { handleNotFound } from "./answers/not-found.ts";
import { DirectHandlers } from "./direct-handlers.ts";
import { registerHealthRoutes } from "./health-routes.ts";
import { parseJsonBodies } from "./body/json-bodies.ts";
import { createVisitorHostCheck, separateOrigins } from "./origins.ts";
import { addClientAddress } from "./client-address.ts";
import { createGracefulStop } from "./graceful-stop.ts";
import type { HttpDeps } from "./types.ts";
export * from "./errors.ts";
export type { HttpDeps } from "./types.ts";

/**
 * Builds the HTTP server without edges: request ids, errors, request limits, health and the
 * operator application. Register edges (`app.register(edge.routes)`) before `listen`.
 *
 * After `drain`, `/ready` responds with 503. `close` (CORE-131) refuses new connections, lets
 * running requests finish and closes connections as soon as they are idle.
 */
export function buildHttp(deps: HttpDeps): FastifyInstance {
  const { clock } = deps;
  const errorResponses = createErrorResponses(deps);
  const middleware = createMiddleware(deps);
  const { publicUrl, widgetUrl = null } = deps;
  const isVisitorHost = createVisitorHostCheck(publicUrl(), widgetUrl);
  let isClosing = false;
  const direct = new DirectHandlers({ isVisitorHost, isClosing: () => isClosing });
  const app = createApp(deps, errorResponses, direct);

  rejectMalformedRequests(app, () => isClosing);
  registerMiddleware(app, middleware);
  if (widgetUrl !== null)
    separateOrigins(app, { widgetUrl, isVisitorHost, middleware, errorResponses });
  app.setErrorHandler(errorResponses.sendError);

  registerHealthRoutes(app, {
    ...deps,
    checks: async () => {
      const checks = await deps.checks();
      return isClosing ? { ...checks, process: "stopping" } : checks;
    },
  });

  handleNotFound(app, {
    appDir: deps.appDir,
    widgetUrl,
    isVisitorHost,
    middleware,
    errorResponses,
  });

  const stop = createGracefulStop(app.server, clock);
  app.decorate("drain", () => {
    isClosing = true;
  });
  app.decorate("handleDirectly", (handler) => direct.add(handler));
  app.addHook("preClose", (done) => {
    app.drain();
    stop.begin();
    done();
  });
  // Without a listener, an "error" event ends the process if accepting a connection fails (F09).
  app.server.on("error", (error: NodeJS.ErrnoException) => {
    if (app.server.listening) deps.onAcceptError?.(error);
  });
  app.server.on("checkExpectation", (request, response) =>
    app.server.emit("request", request, response),
  );
  return app;
}

/** Creates the Fastify server with the request limits and the JSON parser of Parlour. */
function createApp(
  deps: HttpDeps,
  errorResponses: ErrorResponses,
  direct: DirectHandlers,
): FastifyInstance {
  const createId = createRequestIds();
  const app: FastifyInstance = fastify({
    logger: false,
    // No limit for plugins: a start on a machine without idle time is late (CORE-501).
    pluginTimeout: 0,
    genReqId: createId,
    requestIdHeader: false,
    serverFactory: (handle) =>
      createServer(
        {
          // F11: Node checks once per interval, so a timeout is detected up to one interval late.
          requestTimeout: 30_000,
          keepAliveTimeout: 65_000,
          headersTimeout: 10_000,
          connectionsCheckingInterval: 1_000,
          maxHeaderSize: 16 * 1024,
          requireHostHeader: false,
          // Java's HTTP client offers h2c with every request. Only WebSocket handshakes are
          // upgrades here. Other requests are handled normally.
          shouldUpgradeCallback: (request) =>
            request.method === "GET" &&
            request.headers.upgrade?.toLowerCase() === "websocket" &&
            app.server.listenerCount("upgrade") > 0,
        },
        (request, response) => {
          if (!direct.handle(request, response, createId)) handle(request, response);
        },
      ),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    return503OnClosing: false,
    rewriteUrl: (request) => toOriginForm(request.url ?? "/"),
    // `addHead` does so with one route instead of two.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 512, caseSensitive: true, ignoreTrailingSlash: true },
    // Otherwise Fastify loads two libraries that this server does not use (PERF-12).
    schemaController: {
      compilersFactory: { buildValidator: rejectCompiler, buildSerializer: rejectCompiler },
    },
    frameworkErrors: errorResponses.sendError,
    clientErrorHandler: sendClientErrorResponse,
  });
  addClientAddress(app, deps.readClientAddress);
  app.setValidatorCompiler(compileValidatorOnUse);
  app.addHook("onRoute", addHead);
  app.addHook("onRoute", removeResponseSchemas);
  // Every method that Node parses is accepted, so that Parlour sends the responses 404 and 405.
  for (const method of METHODS)
    if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  parseJsonBodies(app, deps.bodyLimit);
  return app;
}

/**
 * Lets a route of GET respond to HEAD, too, unless it sets `exposeHeadRoute` to false. Node omits
 * the body. Fastify would register a second route, which is a quarter of all routes.
 */
function addHead(route: RouteOptions): void {
  if (route.method === "GET" && route.exposeHeadRoute !== false) route.method = ["GET", "HEAD"];
}

const rejectCompiler = (): never => {
  throw new Error("Schemas are compiled by `compileValidatorOnUse` only.");
};

/**
 * Removes the schemas of responses, which only the API documents need. Fastify would prepare each
 * of them at the start, and responses are built from validated rows.
 */
function removeResponseSchemas(route: RouteOptions): void {
  if (route.schema === undefined) return;
  const fields = Object.getOwnPropertyDescriptors(route.schema);
  delete fields.response;
  route.schema = Object.defineProperties({}, fields) as FastifySchema;
}

type Validate = ReturnType<typeof TypeBoxValidatorCompiler>;
/**
 * Compiled validators by schema, which the servers of one process share. Those of bodies are
 * separate, because other values are converted from text first.
 */
const validators = { body: new WeakMap<object, Validate>(), text: new WeakMap<object, Validate>() };

/** At its first use, so that the startup does not wait for all validators. */
const compileValidatorOnUse: typeof TypeBoxValidatorCompiler = (route) => (value) => {
  const compiled = validators[route.httpPart === "body" ? "body" : "text"];
  let validate = compiled.get(route.schema);
  if (validate === undefined) {
    validate = TypeBoxValidatorCompiler(route);
    compiled.set(route.schema, validate);
  }
  return validate(value);
};

/**
 * Creates request ids, which link a response to its log line. An id consists of a random prefix per
 * process and a counter, because a random id per request would be more expensive.
 */
function createRequestIds(): () => string {
  const prefix = randomUUID().slice(0, 24);
  let count = 0;
  return () => prefix + (++count).toString(16).padStart(12, "0");
}

/** Proxies send `http://host/path`. Other targets stay unchanged. */
function toOriginForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  return path === undefined ? target : path.startsWith("/") ? path : `/${path}`;
}
