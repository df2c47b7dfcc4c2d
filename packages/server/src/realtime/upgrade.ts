import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { can, type Auth, type Principal } from "../auth/index.ts";
import type { Limits } from "../limits/index.ts";
import { getRequestPath, getRefusalStatus, refuseUpgrade } from "./refuse-upgrade.ts";

export interface UpgradeHandlerDeps {
  readonly auth: Auth;
  readonly limits: Limits;
  /** Returns the number of open sockets, of which there may be at most `maxSockets`. */
  readonly countOpen: () => number;
  readonly maxSockets: number;
  /** Returns whether new sockets are accepted. If not, the response is 503. */
  readonly isAccepting: () => boolean;
  /** Returns whether a request uses the visitors' origin (CFG-053). */
  readonly isVisitorHost: (request: IncomingMessage) => boolean;
  /** WebSocket class of upgraded connections. */
  readonly socketClass: typeof WebSocket;
  readonly admit: (ws: WebSocket, stream: Duplex, principal: Principal) => void;
  readonly onError: (error: unknown) => void;
}
export type UpgradeRoute = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
/** Handles WebSocket upgrades of operators, and passes others to their handlers by path. */
export interface UpgradeHandler {
  /** Starts handling the upgrades of a server. `others` contains the handlers of other paths. */
  attach(server: Server, others?: ReadonlyMap<string, UpgradeRoute>): void;
  /** Removes the upgrade listeners. */
  detach(): void;
}
/** Address of the operators' sockets. */
export const operatorSocketPath = "/api/v1/socket";
/** Maximum wait in ms for the client's close frame. A client that does not read never sends one. */
const closeTimeoutMs = 2_000;

/** Creates the upgrade handler of API-100, which authenticates before a WebSocket exists. */
export function createUpgradeHandler(deps: UpgradeHandlerDeps): UpgradeHandler {
  const server = createSocketServer(deps.socketClass);
  const attached: Server[] = [];
  let otherRoutes: ReadonlyMap<string, UpgradeRoute> = new Map();
  let handshakes = 0;

  const admit = (
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    principal: Principal,
  ): void => {
    if (!can(principal, "chats.read"))
      return refuseUpgrade(stream, 403, {
        failure: "forbidden",
        message: "The rights do not include reading chats.",
      });
    if (!deps.isAccepting()) return refuseUpgrade(stream, 503, socketsUnavailable);
    // The value is read at each handshake, because the limit may change while the server runs.
    server.options.maxPayload = deps.limits.value("frame_kib") * 1024;
    server.handleUpgrade(request, stream, head, (ws) => {
      stream.off("error", ignoreSocketError);
      deps.admit(ws, stream, principal);
    });
  };
  const refuse = (stream: Duplex, error: unknown): void => {
    const refusal = getRefusalStatus(error);
    if (refusal) return refuseUpgrade(stream, refusal.status, refusal.failure);
    deps.onError(error);
    refuseUpgrade(stream, 500, {
      failure: "temporarily_unavailable",
      message: "An unexpected fault happened.",
    });
  };
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on("error", ignoreSocketError);
    const path = getRequestPath(request);
    const route = otherRoutes.get(path);
    const isServed =
      path === operatorSocketPath ? !deps.isVisitorHost(request) : route !== undefined;
    if (!isServed)
      return refuseUpgrade(stream, 404, { failure: "not_found", message: "Not found" });
    if (request.headers["sec-websocket-version"] !== "13") {
      return refuseUpgrade(
        stream,
        426,
        { failure: "invalid_request", message: "Only WebSocket version 13 is supported." },
        ["Sec-WebSocket-Version: 13"],
      );
    }
    if (route !== undefined) return route(request, stream, head);
    if (!deps.isAccepting() || deps.countOpen() + handshakes >= deps.maxSockets)
      return refuseUpgrade(stream, 503, socketsUnavailable);
    handshakes++;
    deps.auth
      .authenticate(request, true)
      .then((principal) => admit(request, stream, head, principal))
      .catch((error: unknown) => refuse(stream, error))
      .finally(() => {
        handshakes--;
      });
  };
  return {
    attach(httpServer, others = new Map()) {
      otherRoutes = others;
      httpServer.on("upgrade", onUpgrade);
      attached.push(httpServer);
    },
    detach() {
      for (const httpServer of attached) httpServer.off("upgrade", onUpgrade);
    },
  };
}

/** Creates a WebSocket server for upgrades passed to it, with sockets of `socketClass`. */
export function createSocketServer(socketClass: typeof WebSocket): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    handleProtocols: () => false,
    WebSocket: socketClass,
    // This option is not yet in the published types.
    ...({ closeTimeout: closeTimeoutMs } as object),
  });
}

/** Failure of an upgrade because the node stops, is cut off or has too many sockets. */
export const socketsUnavailable = {
  failure: "temporarily_unavailable",
  message: "This server has too many open sockets. Try again shortly.",
  retryAfterMs: 1_000,
} as const;

/** Ignores the error of a peer that disconnects during the handshake. */
export function ignoreSocketError(): void {
  return undefined;
}
