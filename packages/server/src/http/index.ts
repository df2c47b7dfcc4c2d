import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Clock } from "../core/ports.ts";
import { openAnswers, type Answers } from "./answers.ts";
import { openAround, refuseOddRequests, surround } from "./around.ts";
import { readBody } from "./body.ts";
import { answerClientError } from "./client-error.ts";
import { answerElsewhere } from "./elsewhere.ts";
import { healthRoutes, type HealthDeps } from "./health.ts";
import { readPlainJson } from "./json.ts";
import { openVisitorHost, separateOrigins } from "./origins.ts";
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
  /** The origin of visitors (CFG-052); absent or null: they share that of `publicUrl`. */
  readonly widgetUrl?: string | null;
  /** Addresses and networks whose `X-Forwarded-*` headers are believed (CFG-008). */
  readonly trustProxy: readonly string[];
  /** E-mail or URL named in 5xx answers (CH-038), read at each use. */
  readonly supportContact: () => string | null;
  /** Body limit of routes without their own, in bytes. */
  readonly bodyLimit: () => number;
  /** A request of any but the hottest routes was answered: the route's pattern, the status, and how long it took, ms. */
  readonly onRequest?: (method: string, route: string, status: number, ms: number) => void;
  /** A connection could not be accepted, mostly for want of descriptors. */
  readonly onAcceptFault?: (error: NodeJS.ErrnoException) => void;
  /** Folder of the built operator application; null or absent on disk: not served. */
  readonly appDir: string | null;
}

/**
 * The HTTP server without edges: request ids, errors, limits of the wire, health, the operator application. Edges are registered on it
 * (`app.register(edge.routes)`), then `listen`. `drain`: `/ready` says so at once. `close` (CORE-131): new connections are refused,
 * running requests finish, connections close as soon as they are idle.
 */
export function buildHttp(deps: HttpDeps): FastifyInstance {
  const { clock } = deps;
  const answers = openAnswers(deps);
  const around = openAround(deps);
  const app = newServer(deps, answers);
  let closing = false;

  refuseOddRequests(app, () => closing);
  surround(app, around);
  const { publicUrl, widgetUrl = null } = deps;
  const isVisitorHost = openVisitorHost(publicUrl, widgetUrl);
  if (widgetUrl !== null) separateOrigins(app, { widgetUrl, isVisitorHost, around, answers });
  app.setErrorHandler(answers.error);

  healthRoutes(app, {
    ...deps,
    checks: async () => ({
      ...(await deps.checks()),
      ...(closing ? { process: "stopping" } : {}),
    }),
  });

  answerElsewhere(app, { appDir: deps.appDir, widgetUrl, isVisitorHost, around, answers });

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
    if (app.server.listening) deps.onAcceptFault?.(error);
  });
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  return app;
}

/** Fastify with the limits of the wire, and JSON as we read it. */
function newServer(deps: HttpDeps, answers: Answers): FastifyInstance {
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
    frameworkErrors: answers.error,
    clientErrorHandler: answerClientError,
  });
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  // Every method that Node reads reaches the routes, so that 404 and 405 are ours.
  for (const method of METHODS) if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", (_request, payload, done) => {
    readBody(payload as FastifyRequest["raw"], deps.bodyLimit())
      .then((bytes) => done(null, bytes.length === 0 ? null : readPlainJson(bytes)))
      .catch(done);
  });
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
