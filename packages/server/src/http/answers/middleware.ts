import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../core/failure.ts";
import type { HttpDeps } from "../types.ts";

/** Adds the request id to every response and rejects malformed headers that Node accepts. */
export function rejectMalformedRequests(app: FastifyInstance, isClosing: () => boolean): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    if (isClosing()) void reply.header("connection", "close");
    const { host, "transfer-encoding": coding } = request.raw.headers;
    if (host === undefined && request.raw.httpVersionMinor > 0)
      refuse("invalid_request", "The request has no Host header.");
    // Node accepts a request with an unknown transfer coding and detects only later that it cannot
    // read the body.
    if (coding !== undefined && coding.toLowerCase() !== "chunked") {
      void reply.header("connection", "close");
      refuse(
        "invalid_request",
        "The transfer coding is not known; send Content-Length or Transfer-Encoding: chunked.",
      );
    }
    done();
  });
}

/** Response headers and access log of unmatched requests and of all routes without `hot`. */
export interface Middleware {
  /**
   * Sets the headers of a response. `isApi` marks a response to the application or to a program.
   * Such a response must not be cached or embedded by another origin (API-166).
   */
  readonly setHeaders: (reply: FastifyReply, isApi: boolean) => void;
  readonly logRequest: (request: FastifyRequest, reply: FastifyReply, route: string) => void;
}
/** Creates the functions that add headers and log requests. */
export function createMiddleware({ publicUrl, log, onRequest }: HttpDeps): Middleware {
  return {
    setHeaders(reply, isApi) {
      void reply
        .header("x-content-type-options", "nosniff")
        .header("referrer-policy", "no-referrer");
      if (publicUrl().startsWith("https:"))
        void reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
      if (isApi)
        void reply
          .header("cache-control", "no-store")
          .header("cross-origin-resource-policy", "same-origin");
    },
    logRequest(request, reply, route) {
      const fields = {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        requestId: request.id,
        address: request.clientAddress,
      };
      log.info(fields, "http.request");
      onRequest?.(request.method, route, reply.statusCode, reply.elapsedTime);
    },
  };
}
/** Adds headers and access log to every route without `hot`. */
export function registerMiddleware(app: FastifyInstance, middleware: Middleware): void {
  app.addHook("onRoute", (route) => {
    if (route.config?.hot === true) return;
    const addHeaders = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      middleware.setHeaders(reply, request.raw.url?.startsWith("/api/") === true);
      done();
    };
    const logRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      middleware.logRequest(request, reply, route.url);
      done();
    };
    route.onRequest = [addHeaders, ...[route.onRequest ?? []].flat()];
    route.onResponse = [...[route.onResponse ?? []].flat(), logRequest];
  });
}
