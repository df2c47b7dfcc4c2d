import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { can, type Auth, type Principal } from "../auth/index.ts";
import type { Limits } from "../limits/index.ts";
import { pathOf, refusalStatus, refuseUpgrade } from "./handshake.ts";

export interface DoorDeps {
  readonly auth: Pick<Auth, "authenticate">;
  readonly limits: Pick<Limits, "value">;
  /** Number of open sockets, and their maximum. */
  readonly open: () => number;
  readonly maxSockets: number;
  /** Returns whether a request uses the visitors' origin (CFG-053). */
  readonly isVisitorHost: (request: IncomingMessage) => boolean;
  /** WebSocket class of upgraded connections. */
  readonly socketClass: typeof WebSocket;
  readonly admit: (ws: WebSocket, stream: Duplex, principal: Principal) => void;
  readonly failed: (error: unknown) => void;
}
/** Handles an upgrade request on a path of its own. */
export type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
/** Handles WebSocket upgrades of operators and passes others on by path. */
export interface Door {
  /** Starts handling upgrades of a server. `others`: handlers of other paths. */
  attach(server: Server, others?: ReadonlyMap<string, Upgrade>): void;
  /** Answers all further upgrades with 503. */
  shut(): void;
  /** Removes the upgrade listeners. */
  detach(): void;
}
const socketPath = "/api/v1/socket";
/** Maximum wait for the client's close frame. A client that does not read never sends one. */
const closeTimeoutMs = 2_000;

/** Creates the upgrade handler of API-100, which authenticates before a WebSocket exists. */
export function openDoor(deps: DoorDeps): Door {
  const server = newSocketServer(deps.socketClass);
  const attached: Server[] = [];
  let elsewhere: ReadonlyMap<string, Upgrade> = new Map();
  let handshakes = 0;
  let isShut = false;

  const admit = (request: IncomingMessage, stream: Duplex, head: Buffer, principal: Principal): void => {
    if (!can(principal, "chats.read"))
      return refuseUpgrade(stream, 403, { failure: "forbidden", message: "The rights do not include reading chats." });
    if (isShut) return refuseUpgrade(stream, 503, restarting);
    // Read at each handshake, because the limit may change while the server runs.
    server.options.maxPayload = deps.limits.value("frame_kib") * 1024;
    server.handleUpgrade(request, stream, head, (ws) => {
      stream.off("error", ignore);
      deps.admit(ws, stream, principal);
    });
  };
  const refuse = (stream: Duplex, error: unknown): void => {
    const refusal = refusalStatus(error);
    if (refusal) return refuseUpgrade(stream, refusal.status, refusal.failure);
    deps.failed(error);
    refuseUpgrade(stream, 500, { failure: "temporarily_unavailable", message: "An unexpected fault happened." });
  };
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on("error", ignore);
    const path = pathOf(request);
    const other = elsewhere.get(path);
    const isServed = path === socketPath ? !deps.isVisitorHost(request) : other !== undefined;
    if (!isServed) return refuseUpgrade(stream, 404, { failure: "not_found", message: "Not found" });
    if (request.headers["sec-websocket-version"] !== "13") {
      return refuseUpgrade(stream, 426, { failure: "invalid_request", message: "Only WebSocket version 13 is spoken here." }, [
        "Sec-WebSocket-Version: 13",
      ]);
    }
    if (other !== undefined) return other(request, stream, head);
    if (isShut || deps.open() + handshakes >= deps.maxSockets) return refuseUpgrade(stream, 503, restarting);
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
      elsewhere = others;
      httpServer.on("upgrade", onUpgrade);
      attached.push(httpServer);
    },
    shut() {
      isShut = true;
    },
    detach() {
      for (const httpServer of attached) httpServer.off("upgrade", onUpgrade);
    },
  };
}

/**
 * Creates a WebSocket server that only handles upgrades passed to it. `socketClass`: class of its
 * sockets.
 */
export function newSocketServer(socketClass: typeof WebSocket): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    handleProtocols: () => false,
    WebSocket: socketClass,
    // Not in the published types yet.
    ...({ closeTimeout: closeTimeoutMs } as object),
  });
}

/** Failure of an upgrade while the server stops or has too many sockets. */
export const restarting = {
  failure: "temporarily_unavailable",
  message: "No more sockets here at the moment. Try again shortly.",
  retryAfterMs: 1_000,
} as const;

/**
 * Ignores a peer that disconnects during the handshake. The stream closes without further action.
 */
export function ignore(): void {
  return undefined;
}
