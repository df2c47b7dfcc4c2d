import type { FastifyPluginAsync } from "fastify";

/** One edge (style.md 4). `server.ts` lists the edges and registers their routes. */
export interface Edge {
  readonly name: string;
  /**
   * Registered as a separate Fastify plugin, so that its hooks, parsers and error handler apply
   * only to it.
   */
  readonly routes: FastifyPluginAsync;
  /** Stops timers and listeners. */
  close?(): void | Promise<void>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A hot route: no log line per request and only its own headers (performance.md 1). */
    hot?: boolean;
  }
  interface FastifyInstance {
    /**
     * Starts a shutdown (P15): `/ready` answers 503 and responses close their connections. `close`
     * does this too.
     */
    drain(): void;
  }
}
