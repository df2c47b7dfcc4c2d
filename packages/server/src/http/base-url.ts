import { METHODS } from "node:http";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { FastifyInstance, RouteOptions } from "fastify";

/** Base URL of an integrator interface (CFG-012). */
export interface BaseUrl {
  /** Path of the base URL without a trailing slash, or "". */
  readonly prefix: string;
  /**
   * Returns a route for all methods and all paths below the base URL. The response to a wrong
   * address is the same for every method (CH-020, BOT-081). If the base URL has no path, the route
   * is limited to its host, so that it does not match paths of the application.
   */
  route(app: FastifyInstance): Omit<RouteOptions, "handler">;
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
      ...omitAbsent({ constraints: prefix === "" ? { host } : undefined }),
    }),
  };
}

/** Returns the address of the chat page of a widget (WG-300). `widgetBase`: see CFG-012. */
export const getChatPageUrl = (widgetBase: string, id: string): string =>
  `${new URL(widgetBase).origin}/chat/${id}`;
