import type { FastifyPluginAsync } from "fastify";

/** One edge (style.md 4). `server.ts` lists the edges and registers their routes. */
export interface Edge {
  readonly name: string;
  /** A plugin of their own: its hooks, parsers and error handler apply only to them. */
  readonly routes: FastifyPluginAsync;
  /** Stops timers and listeners. */
  close?(): void | Promise<void>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** No access log and no common headers: called very often (performance.md 1). */
    hot?: boolean;
  }
  interface FastifyInstance {
    /** P15: `/ready` responds with 503, and responses close connections, as in `close`. */
    drain(): void;
  }
}
