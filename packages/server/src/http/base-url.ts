import { METHODS } from "node:http";
import type { FastifyInstance, RouteOptions } from "fastify";

/** Base URL of an integrator interface (CFG-012). */
export interface BaseUrl {
  /** Path of the base without a trailing slash. "" without a path. */
  readonly prefix: string;
  /**
   * Returns the route for all paths below the base and all methods, because a wrong address answers
   * alike for every method (CH-020, BOT-081). A base without a path answers only on its own host,
   * so that it does not capture application paths.
   */
  route(
    app: FastifyInstance,
  ): Pick<RouteOptions, "method" | "url" | "config" | "exposeHeadRoute" | "constraints">;
}

/** Parses the base URL of an interface from the configuration. */
export function parseBaseUrl(url: string): BaseUrl {
  const { pathname, host } = new URL(url);
  const prefix = pathname.replace(/\/+$/, "");
  return {
    prefix,
    route: (app) => ({
      method: METHODS.filter((method) => app.supportedMethods.includes(method)),
      url: `${prefix}/*`,
      config: { hot: true },
      exposeHeadRoute: false,
      ...(prefix === "" ? { constraints: { host } } : {}),
    }),
  };
}
