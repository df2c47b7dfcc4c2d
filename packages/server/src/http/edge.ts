import type { FastifyPluginAsync } from "fastify";

/** One edge (style.md 4). `server.ts` lists the edges and registers their routes. */
export interface Edge {
  readonly name: string;
  /**
   * Routes of the edge. They are registered as a separate Fastify plugin, so that hooks, parsers
   * and error handler apply only to them.
   */
  readonly routes: FastifyPluginAsync;
  /** Stops timers and listeners. */
  close?(): void | Promise<void>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether the route has no access log and no common headers, because it is called very often
     * (performance.md 1).
     */
    hot?: boolean;
  }
  interface FastifyInstance {
    /**
     * Starts a shutdown (P15). `/ready` then responds with 503, and responses close their
     * connections. `close` does the same.
     */
    drain(): void;
  }
}
