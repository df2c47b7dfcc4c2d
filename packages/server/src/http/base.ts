import { METHODS } from "node:http";
import type { FastifyInstance, RouteOptions } from "fastify";

/** Where an interface for integrators stands (CFG-012). */
export interface Base {
  /** The base's path without a slash at its end; "" without a path. */
  readonly prefix: string;
  /**
   * Every address below the base, whatever the method: a wrong one answers alike whatever is asked of it (CH-020, BOT-081). A base without a
   * path answers on its own host only, so that it takes nothing of the application.
   */
  route(app: FastifyInstance): Pick<RouteOptions, "method" | "url" | "config" | "exposeHeadRoute" | "constraints">;
}

export function baseOf(url: string): Base {
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
