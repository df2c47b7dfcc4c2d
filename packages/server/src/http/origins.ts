import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { fail } from "../core/failure.ts";
import type { ErrorResponses } from "./answers/error-responses.ts";
import type { Middleware } from "./answers/middleware.ts";

/** Origin that serves a route if visitors have their own (CFG-053). `both`: either one. */
export type RouteAudience = "visitors" | "operators" | "both";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Default: `operators`. A test checks that every route sets it. */
    audience?: RouteAudience;
  }
}

/** Registers the routes of an edge for one audience. */
export function forAudience(
  audience: RouteAudience,
  routes: FastifyPluginAsync,
): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRoute", (route) => {
      route.config = { audience, ...route.config };
    });
    await app.register(routes);
  };
}

/**
 * Returns whether a request names the host of `WIDGET_URL`. A host that matches neither counts as
 * that of `PUBLIC_URL`.
 */
export type IsVisitorHost = (request: Pick<IncomingMessage, "headers">) => boolean;

/**
 * Creates the check. `widgetUrl` null: visitors have no origin of their own. Only the `Host` header
 * counts, like for CFG-012, and proxies pass it on.
 */
export function createVisitorHostCheck(publicUrl: string, widgetUrl: string | null): IsVisitorHost {
  if (widgetUrl === null) return () => false;
  const { host, hostname, protocol } = new URL(widgetUrl);
  // Some proxies drop or change the port. If both origins share a host name, the name alone does
  // not identify the origin.
  const isNameEnough = hostname !== new URL(publicUrl).hostname;
  return ({ headers: { host: requestHost = "" } }) => {
    if (requestHost === host) return true;
    const requestUrl = URL.parse(`${protocol}//${requestHost}`);
    return (
      requestUrl !== null &&
      (isNameEnough ? requestUrl.hostname === hostname : requestUrl.host === host)
    );
  };
}

export interface OriginsDeps {
  /** Origin of visitors (CFG-052). */
  readonly widgetUrl: string;
  readonly isVisitorHost: IsVisitorHost;
  readonly middleware: Pick<Middleware, "setHeaders">;
  readonly errorResponses: Pick<ErrorResponses, "sendFailure">;
}

/**
 * Separates the origins of visitors and operators (CFG-053). On the visitors' host, operator routes
 * answer 404. On any other host, GET and HEAD of a visitor route are redirected. No visitor
 * document, script or file therefore belongs to the operators' origin. Other methods are answered
 * there: mail programs post to links in older mails, and a redirect would lose the body.
 */
export function separateOrigins(
  app: FastifyInstance,
  { widgetUrl, isVisitorHost, middleware, errorResponses }: OriginsDeps,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { audience = "operators" } = request.routeOptions.config;
    // The not-found handler answers requests without a route.
    if (audience === "both" || request.is404) return done();
    if (isVisitorHost(request.raw)) {
      // Not thrown, because an edge with its own error responses would reveal that the route
      // exists.
      if (audience === "operators")
        return errorResponses.sendFailure(fail("not_found", "Not found"), request, reply);
      return done();
    }
    if (audience === "operators" || (request.method !== "GET" && request.method !== "HEAD"))
      return done();
    middleware.setHeaders(reply, false);
    void reply
      // The header would also apply to the redirected request, whose referrer gives the widget its
      // site.
      .removeHeader("referrer-policy")
      // Not permanent, because the setting may be reverted. Same lifetime as the script (WG-090).
      .header("cache-control", "public, max-age=60")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("access-control-allow-origin", "*")
      .redirect(`${widgetUrl}${request.raw.url ?? "/"}`, 302);
  });
}
