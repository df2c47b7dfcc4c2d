import type { IncomingMessage } from "node:http";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Auth, Principal } from "../../auth/index.ts";
import { refuse, Refusal } from "../../core/failure.ts";
import type { CallToolDeps, McpRequest } from "./call-tool.ts";
import type { createHandler, McpServerDeps } from "./mcp-server.ts";
import { loadDocumentation } from "./resources.ts";
import { createServiceApiClient } from "../../http/in-process/service-api-client.ts";
import { sendWebResponse, toWebRequest } from "./web-exchange.ts";

export interface McpEdgeDeps extends CallToolDeps {
  readonly auth: Auth;
  /** Returns the origins of the installation (CFG-002). */
  readonly origins: () => readonly string[];
  /** Returns the value of `WWW-Authenticate` for a request without a valid credential. */
  readonly challenge: () => string;
  readonly version: string;
  /** Folder with the integrators' pages. */
  readonly documentationDir: string;
  readonly log: McpServerDeps["log"];
}

/** Path of the server for the Model Context Protocol. */
const mcpPath = "/mcp";

/**
 * Creates the route of the Model Context Protocol over Streamable HTTP (docs/spec/mcp.md). Nothing
 * is kept between two requests, so each node can answer each of them.
 */
export function createMcpEdge(deps: McpEdgeDeps): FastifyPluginAsync {
  const principals = new WeakMap<IncomingMessage, Principal>();
  let handler: Promise<ReturnType<typeof createHandler>> | undefined;
  const loadHandler = async (): Promise<ReturnType<typeof createHandler>> => {
    const server = await import("./mcp-server.ts");
    return server.createHandler({
      ...deps,
      documentation: loadDocumentation(deps.documentationDir),
    });
  };
  return async (app) => {
    app.route({
      method: ["POST", "GET", "DELETE"],
      url: mcpPath,
      onRequest: async (request, reply) => {
        refuseOtherOrigins(request, deps.origins());
        principals.set(request.raw, await authenticate(deps, request, reply));
      },
      handler: async (request, reply) => {
        const principal = principals.get(request.raw);
        if (principal === undefined) throw new Error("The request was not authenticated.");
        const mcpRequest: McpRequest = {
          principal,
          address: request.clientAddress,
          requestId: request.id,
          api: createServiceApiClient(
            {
              routing: (raw, response) => app.routing(raw, response),
              assignPrincipal: (raw) => deps.auth.assignPrincipal(raw, principal),
            },
            { address: request.clientAddress, host: request.headers.host ?? "parlour" },
          ),
        };
        const answer = await (handler ??= loadHandler());
        const response = await answer(toWebRequest(request), {
          // The SDK passes this through and reads nothing of it.
          authInfo: { token: "", clientId: "", scopes: [], extra: { request: mcpRequest } },
          parsedBody: request.body ?? undefined,
        });
        await sendWebResponse(reply, response);
        return reply;
      },
    });
  };
}

/**
 * Refuses requests from pages of other origins (MCP-002). A page can reach a server in a private
 * network by DNS rebinding.
 */
function refuseOtherOrigins({ headers }: FastifyRequest, origins: readonly string[]): void {
  if (headers.origin !== undefined && !origins.includes(headers.origin))
    refuse("forbidden", "Requests from pages of other origins are refused.");
}

async function authenticate(
  deps: McpEdgeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  try {
    return await deps.auth.authenticateProgram(request.raw);
  } catch (error) {
    if (error instanceof Refusal && error.failure.failure === "unauthorized")
      void reply.header("www-authenticate", deps.challenge());
    throw error;
  }
}
