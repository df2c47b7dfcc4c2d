import type { IncomingMessage, ServerResponse } from "node:http";
import type { IsVisitorHost } from "./origins.ts";

/**
 * Handles a request before Fastify, whose objects and hooks cost more than all checks of a message.
 * Returns false if it leaves the request, untouched, to Fastify. `createId` returns the id of the
 * request, which the response must contain as `X-Request-Id`.
 */
export type DirectHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  createId: () => string,
) => boolean;

declare module "fastify" {
  interface FastifyInstance {
    /** Adds a handler of requests that need no hook of Fastify. For the operators' host. */
    handleDirectly(handler: DirectHandler): void;
  }
}

/** Passes requests to handlers, except those that `rejectMalformedRequests` looks at closer. */
export class DirectHandlers {
  readonly #handlers: DirectHandler[] = [];
  readonly #isVisitorHost: IsVisitorHost;
  readonly #isClosing: () => boolean;

  constructor(deps: { readonly isVisitorHost: IsVisitorHost; readonly isClosing: () => boolean }) {
    this.#isVisitorHost = deps.isVisitorHost;
    this.#isClosing = deps.isClosing;
  }
  add(handler: DirectHandler): void {
    this.#handlers.push(handler);
  }
  /** Returns whether a handler took the request. */
  handle(request: IncomingMessage, response: ServerResponse, createId: () => string): boolean {
    const { headers } = request;
    if (headers.host === undefined || headers["transfer-encoding"] !== undefined) return false;
    if (this.#isClosing() || this.#isVisitorHost(request)) return false;
    return this.#handlers.some((handler) => handler(request, response, createId));
  }
}
