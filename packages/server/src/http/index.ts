import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { fail, refuse, type Failure } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { openAppFiles } from "./app-files.ts";
import { readBody } from "./body.ts";
import { answerClientError } from "./client-error.ts";
import { apiErrorBody, failureOf, failureStatus, internalMessage, notFoundBody, retryAfterSeconds, withSupport } from "./errors.ts";
import { healthRoutes, type HealthDeps } from "./health.ts";
import { readPlainJson } from "./json.ts";
import { stopper } from "./stop.ts";

export type { Edge } from "./edge.ts";
export * from "./errors.ts";

/** The part of the log that HTTP uses; pino's has this shape. */
export interface HttpLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
export interface HttpDeps extends HealthDeps {
  readonly clock: Clock;
  readonly log: HttpLog;
  /** CFG-002. */
  readonly publicUrl: string;
  /** Addresses and networks whose `X-Forwarded-*` headers are believed (CFG-008). */
  readonly trustProxy: readonly string[];
  /** E-mail or URL named in 5xx answers (CH-038), read at each use. */
  readonly supportContact: () => string | null;
  /** Body limit of routes without their own, in bytes. */
  readonly bodyLimit: () => number;
  /** A request of any but the hottest routes was answered: the route's pattern, the status, and how long it took, ms. */
  readonly onRequest?: (method: string, route: string, status: number, ms: number) => void;
  /** Folder of the built operator application; null or absent on disk: not served. */
  readonly appDir: string | null;
}

/** After an accept failed for want of descriptors, `/ready` says so this long (F09). */
const acceptFaultMs = 5_000;

/**
 * The HTTP server without edges: request ids, errors, limits of the wire, health, the operator application. Edges are registered on it
 * (`app.register(edge.routes)`), then `listen`. `drain`: `/ready` says so at once. `close` (CORE-131): new connections are refused,
 * running requests finish, connections close as soon as they are idle.
 */
export function buildHttp(deps: HttpDeps): FastifyInstance {
  const { clock, log, supportContact } = deps;
  const app: FastifyInstance = fastify({
    logger: false,
    genReqId: requestIds(),
    requestIdHeader: false,
    trustProxy: deps.trustProxy.length === 0 ? false : [...deps.trustProxy],
    // F11. Node checks once per interval, so the last answer comes at most that much later.
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
      // Java's client offers h2c with every request; only a WebSocket handshake is an upgrade here, the rest are plain requests.
      shouldUpgradeCallback: (request) =>
        request.method === "GET" && request.headers.upgrade?.toLowerCase() === "websocket" && app.server.listenerCount("upgrade") > 0,
    },
    bodyLimit: Number.MAX_SAFE_INTEGER,
    return503OnClosing: false,
    rewriteUrl: (request) => originForm(request.url ?? "/"),
    routerOptions: { maxParamLength: 512, caseSensitive: true, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => answer(error, request, reply),
    clientErrorHandler: answerClientError,
  });
  let closing = false;
  let acceptFaultUntil = 0;

  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  // Every method that Node reads reaches the routes, so that 404 and 405 are ours.
  for (const method of METHODS) if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", (_request, payload, done) => {
    readBody(payload as FastifyRequest["raw"], deps.bodyLimit())
      .then((bytes) => done(null, bytes.length === 0 ? null : readPlainJson(bytes)))
      .catch(done);
  });

  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    if (closing) void reply.header("connection", "close");
    const { host, "transfer-encoding": coding } = request.raw.headers;
    if (host === undefined && request.raw.httpVersionMinor > 0) refuse("invalid_request", "The request has no Host header.");
    // Node hands a request with another coding over before it finds that it cannot read the body.
    if (coding !== undefined && coding.toLowerCase() !== "chunked") {
      void reply.header("connection", "close");
      refuse("invalid_request", "The transfer coding is not known; send Content-Length or Transfer-Encoding: chunked.");
    }
    done();
  });
  const plainHeaders = (reply: FastifyReply): void => {
    void reply.header("x-content-type-options", "nosniff").header("referrer-policy", "no-referrer");
    if (deps.publicUrl.startsWith("https:")) void reply.header("strict-transport-security", "max-age=31536000");
  };
  app.addHook("onRoute", (route) => {
    if (route.config?.hot === true) return;
    const added = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      plainHeaders(reply);
      if (request.raw.url?.startsWith("/api/") === true) void reply.header("cache-control", "no-store");
      done();
    };
    const logged = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      logRequest(request, reply, route.url);
      done();
    };
    route.onRequest = [added, ...[route.onRequest ?? []].flat()];
    route.onResponse = [...[route.onResponse ?? []].flat(), logged];
  });
  const logRequest = (request: FastifyRequest, reply: FastifyReply, route: string): void => {
    const fields = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      requestId: request.id,
      address: request.ip,
    };
    log.info(fields, "http.request");
    deps.onRequest?.(request.method, route, reply.statusCode, reply.elapsedTime);
  };

  const sendFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply): void => {
    const retryAfter = retryAfterSeconds(failure);
    if (retryAfter !== undefined) void reply.header("retry-after", retryAfter);
    const status = failureStatus[failure.failure];
    const told = status >= 500 ? { ...failure, message: withSupport(failure.message, supportContact()) } : failure;
    // Outside the API an unknown address has one answer, the same as that of a channel (CH-020).
    const body = status === 404 && request.raw.url?.startsWith("/api/") !== true ? notFoundBody : apiErrorBody(told, request.id);
    void reply.code(status).header("content-type", "application/json; charset=utf-8").send(body);
  };
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.header("x-request-id", request.id);
    const failure = failureOf(error);
    if (failure !== null) return sendFailure(failure, request, reply);
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url ?? null }, "http.failed");
    const body = { error: { code: "internal_error", message: withSupport(internalMessage, supportContact()), request_id: request.id } };
    void reply.code(500).header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
  };
  app.setErrorHandler(answer);

  healthRoutes(app, {
    ...deps,
    checks: async () => ({
      ...(await deps.checks()),
      ...(closing ? { process: "stopping" } : {}),
      ...(clock.monotonic() < acceptFaultUntil ? { sockets: "no descriptors left for new connections" } : {}),
    }),
  });

  const files = deps.appDir === null ? null : openAppFiles(deps.appDir);
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url ?? "/").split("?", 1)[0] ?? "/";
    const read = request.method === "GET" || request.method === "HEAD";
    const serve = read ? files?.find(path) : undefined;
    // Elsewhere the answer is that of a channel, header for header (CH-020).
    if (serve !== undefined || path.startsWith("/api/")) plainHeaders(reply);
    if (serve !== undefined) return serve(request, reply);
    const allowed = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter((method) => app.findRoute({ method, url: path }) !== null);
    if (allowed.length === 0) sendFailure(fail("not_found", "Not found"), request, reply);
    else {
      void reply.header("allow", allowed.join(", "));
      sendFailure(fail("method_not_allowed", `${request.method} is not possible here; allowed: ${allowed.join(", ")}.`), request, reply);
    }
    logRequest(request, reply, "(none)");
  });

  const stop = stopper(app.server, clock);
  app.decorate("drain", () => {
    closing = true;
  });
  app.addHook("preClose", (done) => {
    app.drain();
    stop.begin();
    done();
  });
  // An unheard "error" would end the process when accept fails (F09).
  app.server.on("error", (error: NodeJS.ErrnoException) => {
    if (app.server.listening) acceptFaultUntil = clock.monotonic() + acceptFaultMs;
    log.error({ err: error }, "http.accept_failed");
  });
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  return app;
}

/** Ids that tie an answer to a log line: random per process, then counted. A random one for each message costs more than it gives. */
function requestIds(): () => string {
  const prefix = randomUUID().slice(0, 24);
  let count = 0;
  return () => prefix + (++count).toString(16).padStart(12, "0");
}

/** A target as proxies write it, `http://host/path`, without its origin; any other as it is. */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  return path === undefined ? target : path.startsWith("/") ? path : `/${path}`;
}
