import type { FastifyPluginAsync } from "fastify";

/** One outside interface (style.md 4): `server.ts` lists them and registers their routes. */
export interface Edge {
  readonly name: string;
  /** Registered as a Fastify plugin of its own, so its hooks, parsers and error handler stay inside. */
  readonly routes: FastifyPluginAsync;
  /** Ends timers and listeners. */
  close?(): void | Promise<void>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A hot route: no log line per request and no headers but its own (performance.md 1). */
    hot?: boolean;
  }
  interface FastifyInstance {
    /** The begin of a stop (P15): `/ready` answers 503, answers close their connections. `close` does it too. */
    drain(): void;
  }
}
