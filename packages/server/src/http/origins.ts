import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { fail } from "../core/failure.ts";
import type { Answers } from "./answers.ts";
import type { Around } from "./around.ts";

/** Which origin serves a route when visitors have their own (CFG-053). `both`: either one. */
export type Audience = "visitors" | "operators" | "both";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Absent counts as `operators`; a test keeps every route classified. */
    audience?: Audience;
  }
}

/** Registers the routes of an edge for one audience. */
export function forAudience(audience: Audience, routes: FastifyPluginAsync): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRoute", (route) => {
      route.config = { audience, ...route.config };
    });
    await app.register(routes);
  };
}

/** Says whether a request names the host of `WIDGET_URL`. A host that is neither of the two counts as that of `PUBLIC_URL`. */
export type IsVisitorHost = (request: Pick<IncomingMessage, "headers">) => boolean;

/** `widgetUrl` null: visitors have no origin of their own. Only the `Host` header counts, as for CFG-012; proxies pass it on. */
export function openVisitorHost(publicUrl: string, widgetUrl: string | null): IsVisitorHost {
  if (widgetUrl === null) return () => false;
  const { host, hostname, protocol } = new URL(widgetUrl);
  // Some proxies drop or change the port. Without its port a name that both origins share says nothing.
  const isNameEnough = hostname !== new URL(publicUrl).hostname;
  return ({ headers: { host: named = "" } }) => {
    if (named === host) return true;
    const asked = URL.parse(`${protocol}//${named}`);
    return asked !== null && (isNameEnough ? asked.hostname === hostname : asked.host === host);
  };
}

export interface OriginsDeps {
  /** CFG-052. */
  readonly widgetUrl: string;
  readonly isVisitorHost: IsVisitorHost;
  readonly around: Pick<Around, "headers">;
  readonly answers: Pick<Answers, "failure">;
}

/**
 * Keeps what visitors load and what operators use on different origins (CFG-053). On the visitors' host the operators' routes answer 404. On any other
 * host GET and HEAD of a visitors' route are redirected, so that no document, script or file of theirs belongs to the operators' origin. Other methods are
 * answered there: mail programs post to links of older letters, and a redirect would lose the body.
 */
export function separateOrigins(app: FastifyInstance, { widgetUrl, isVisitorHost, around, answers }: OriginsDeps): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { audience = "operators" } = request.routeOptions.config;
    // A request without a route is answered by the not-found handler.
    if (audience === "both" || request.is404) return done();
    if (isVisitorHost(request.raw)) {
      // Not thrown: an edge with errors of its own would answer as if it were there.
      if (audience === "operators") return answers.failure(fail("not_found", "Not found"), request, reply);
      return done();
    }
    if (audience === "operators" || (request.method !== "GET" && request.method !== "HEAD")) return done();
    around.headers(reply, false);
    void reply
      // It would count for the request that follows, which tells the widget its site.
      .removeHeader("referrer-policy")
      // Not for good: the setting may be taken back. As long as the script itself is kept (WG-090).
      .header("cache-control", "public, max-age=60")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("access-control-allow-origin", "*")
      .redirect(`${widgetUrl}${request.raw.url ?? "/"}`, 302);
  });
}
