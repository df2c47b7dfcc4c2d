import type { IncomingMessage } from "node:http";
import type { FastifyPluginAsync } from "fastify";
import { SocketRequest, type SocketAnswer } from "@parlour/protocol/socket/by-requests";
import { Refusal, type Failure } from "../../core/failure.ts";

export interface SocketRouteDeps {
  /** Sockets by requests (CORE-490). */
  readonly tunnels: {
    exchange(request: IncomingMessage, path: string, body: SocketRequest): Promise<SocketAnswer>;
    release(): void;
  };
  /** Remembers that the upgrade is missing, if `isSeen`. Returns the refusal (CFG-169). */
  readonly noteMissingUpgrade: (isSeen: boolean) => Failure;
}
/** Remembers why a client opens a socket by requests. Returns the refusal of its WebSocket. */
export type NoteSocketProblem = (request: IncomingMessage) => Failure;

/**
 * Creates the routes at the address of a socket, for clients whose proxy does not pass the upgrade
 * on. `noteProblem` is null for visitors, because the proxy may be that of their own network.
 */
export function createSocketRoute(
  path: string,
  { tunnels, noteMissingUpgrade }: SocketRouteDeps,
  noteProblem: NoteSocketProblem | null,
): FastifyPluginAsync {
  const config = { audience: noteProblem === null ? "visitors" : "operators" } as const;
  return async (app) => {
    app.get(path, { config, schema: { hide: true } }, async (request, reply) => {
      void reply.header("upgrade", "websocket");
      // Only the handshake of a WebSocket has a key, which proxies pass on without the upgrade.
      throw new Refusal(noteMissingUpgrade(request.headers["sec-websocket-key"] !== undefined));
    });
    app.post<{ Body: SocketRequest }>(
      path,
      { config, schema: { hide: true, body: SocketRequest } },
      async ({ raw, body }) => {
        const answer = await tunnels.exchange(raw, path, body);
        if (noteProblem === null || body.id !== null) return answer;
        const { failure, location = null } = noteProblem(raw);
        return { ...answer, problem: { code: failure, location } };
      },
    );
    app.addHook("preClose", (done) => {
      tunnels.release();
      done();
    });
  };
}
