import type { FastifyInstance } from "fastify";
import { fail } from "../core/failure.ts";
import type { Answers } from "./answers.ts";
import { openAppFiles } from "./app-files.ts";
import type { Around } from "./around.ts";
import type { IsVisitorHost } from "./origins.ts";

export interface ElsewhereDeps {
  readonly appDir: string | null;
  /** Origin of visitors (CFG-052), or null if they share that of operators. */
  readonly widgetUrl: string | null;
  readonly isVisitorHost: IsVisitorHost;
  readonly around: Around;
  readonly answers: Answers;
}

/**
 * Handles unmatched requests: application files, otherwise 404, or 405 with the allowed methods. On
 * the visitors' host always 404 (CFG-053).
 */
export function answerElsewhere(app: FastifyInstance, { appDir, widgetUrl, isVisitorHost, around, answers }: ElsewhereDeps): void {
  const files = appDir === null ? null : openAppFiles(appDir, widgetUrl);
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url ?? "/").split("?", 1)[0] ?? "/";
    const isOperatorHost = !isVisitorHost(request.raw);
    const read = request.method === "GET" || request.method === "HEAD";
    const serve = read && isOperatorHost ? files?.find(path) : undefined;
    // Otherwise the response equals that of an unknown channel, including headers (CH-020).
    const isApi = path.startsWith("/api/");
    if (serve !== undefined || isApi) around.headers(reply, isApi);
    if (serve !== undefined) return serve(request, reply);
    const methods = isOperatorHost ? ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] : [];
    const allowed = methods.filter((method) => app.findRoute({ method, url: path }) !== null);
    if (allowed.length === 0) answers.failure(fail("not_found", "Not found"), request, reply);
    else {
      void reply.header("allow", allowed.join(", "));
      answers.failure(
        fail("method_not_allowed", `${request.method} is not possible here; allowed: ${allowed.join(", ")}.`),
        request,
        reply,
      );
    }
    around.logged(request, reply, "(none)");
  });
}
