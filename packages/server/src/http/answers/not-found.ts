import type { FastifyInstance } from "fastify";
import { fail } from "../../core/failure.ts";
import type { ErrorResponses } from "./error-responses.ts";
import { loadAppFiles } from "./app-files.ts";
import type { Middleware } from "./middleware.ts";
import type { IsVisitorHost } from "../origins.ts";

export interface NotFoundDeps {
  readonly appDir: string | null;
  /** Separate origin for visitors (CFG-052), or null. */
  readonly widgetUrl: string | null;
  readonly isVisitorHost: IsVisitorHost;
  readonly middleware: Middleware;
  readonly errorResponses: ErrorResponses;
}

/**
 * Handles unmatched requests: an application file, otherwise 404, or 405 with the allowed methods.
 * The response on the visitors' host is always 404 (CFG-053).
 */
export function handleNotFound(
  app: FastifyInstance,
  { appDir, widgetUrl, isVisitorHost, middleware, errorResponses }: NotFoundDeps,
): void {
  const files = appDir === null ? null : loadAppFiles(appDir, widgetUrl);
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url ?? "/").split("?", 1)[0] ?? "/";
    const isOperatorHost = !isVisitorHost(request.raw);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const serve = isRead && isOperatorHost ? files?.find(path) : undefined;
    // Outside the API, the response and its headers are the same as for an unknown channel
    // (CH-020).
    const isApi = path.startsWith("/api/");
    if (serve !== undefined || isApi) middleware.setHeaders(reply, isApi);
    if (serve !== undefined) return serve(request, reply);
    const methods = isOperatorHost ? ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] : [];
    const allowed = methods.filter((method) => app.findRoute({ method, url: path }) !== null);
    if (allowed.length === 0)
      errorResponses.sendFailure(fail("not_found", "Not found"), request, reply);
    else {
      void reply.header("allow", allowed.join(", "));
      errorResponses.sendFailure(
        fail(
          "method_not_allowed",
          `${request.method} is not possible here; allowed: ${allowed.join(", ")}.`,
        ),
        request,
        reply,
      );
    }
    middleware.logRequest(request, reply, "(none)");
  });
}
