import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { fail } from "../core/failure.ts";
import type { ErrorResponses } from "./answers/error-responses.ts";
import type { Middleware } from "./answers/middleware.ts";

/** If visitors have a separate origin (CFG-053). `both` means either host. */
export type RouteAudience = "visitors" | "operators" | "both";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Audience of the route. Default: `operators`. A test checks that every route sets it. */
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

/** For the host of `WIDGET_URL`. An unknown host counts as that of `PUBLIC_URL`. */
export type IsVisitorHost = (request: { readonly headers: IncomingHttpHeaders }) => boolean;

/**
 * Creates the function that checks the host. A null `widgetUrl` means that visitors have no
 * separate origin. Only the `Host` header is compared, as for CFG-012, because proxies preserve it.
 */
export function createVisitorHostCheck(publicUrl: string, widgetUrl: string | null): IsVisitorHost {
  if (widgetUrl === null) return () => false;
  const { host, hostname, protocol } = new URL(widgetUrl);
  // Some proxies drop or change the port, so the host name alone is compared. If both origins share
  // a host name, the port is compared too.
  const isNameEnough = hostname !== new URL(publicUrl).hostname;
  return ({ headers }) => {
    const requestHost = headers.host ?? "";
    if (requestHost === host) return true;
    const requestUrl = URL.parse(`${protocol}//${requestHost}`);
    return (
      requestUrl !== null &&
      (isNameEnough ? requestUrl.hostname === hostname : requestUrl.host === host)
    );
  };
}

export interface OriginsDeps {
  /** Separate origin for visitors (CFG-052). */
  readonly widgetUrl: string;
  readonly isVisitorHost: IsVisitorHost;
  readonly middleware: Middleware;
  readonly errorResponses: ErrorResponses;
}

/**
 * Separates the origins of visitors and operators (CFG-053). On the visitors' host, operator routes
 * respond with 404. On any other host, GET and HEAD of a visitor route are redirected. Therefore no
 * visitor document, script or file belongs to the operators' origin.
 *
 * Other methods are handled there: mail programs post to links in older emails, and a redirect
 * would lose the body.
 */
export function separateOrigins(
  app: FastifyInstance,
  { widgetUrl, isVisitorHost, middleware, errorResponses }: OriginsDeps,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { audience = "operators" } = request.routeOptions.config;
    // The not-found handler responds to requests without a route.
    if (audience === "both" || request.is404) return done();
    if (isVisitorHost(request.raw)) {
      // The failure is sent, not thrown. An edge with its own error responses would reveal that the
      // route exists.
      if (audience === "operators")
        return errorResponses.sendFailure(fail("not_found", "Not found"), request, reply);
      return done();
    }
    if (audience === "operators" || (request.method !== "GET" && request.method !== "HEAD"))
      return done();
    middleware.setHeaders(reply, false);
    void reply
      // The header would also apply to the redirected request, and the widget needs its referrer to
      // determine the site.
      .removeHeader("referrer-policy")
      // The redirect is temporary, because the setting may be reverted. It is cached as long as the
      // script (WG-090).
      .header("cache-control", "public, max-age=60")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("access-control-allow-origin", "*")
      .redirect(`${widgetUrl}${request.raw.url ?? "/"}`, 302);
  });
}
