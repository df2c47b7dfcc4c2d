import type { FastifyPluginAsync } from "fastify";
import type { Auth } from "../../auth/index.ts";
import { documentationDir } from "../../build-paths.ts";
import { createMcpEdge } from "../../edges/mcp/index.ts";
import { createOAuthRoutes } from "../../edges/mcp/oauth-routes.ts";
import { version } from "../../version.ts";
import type { BaseServices } from "../base.ts";
import { createRunOnce } from "./run-once.ts";

/**
 * Creates the server for the Model Context Protocol and the OAuth routes by which its clients get
 * access, and connects them to the other parts of the server.
 */
export function createMcp(base: BaseServices, auth: Auth): FastifyPluginAsync {
  const { clock, journal, limits, secrets, log, addresses } = base;
  const oauth = createOAuthRoutes({
    applications: auth.applications,
    publicUrl: () => addresses().publicUrl,
  });
  const edge = createMcpEdge({
    auth,
    limits,
    log,
    version,
    documentationDir,
    origins: () => addresses().origins,
    challenge: oauth.challenge,
    runOnce: createRunOnce({ change: journal.change, secrets, clock }),
  });
  return async (app) => {
    await app.register(edge);
    await app.register(oauth.routes);
  };
}
