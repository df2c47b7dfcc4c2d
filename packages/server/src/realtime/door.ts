import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { may, type Auth, type Principal } from "../auth/index.ts";
import type { Limits } from "../limits/index.ts";
import { pathOf, refusalStatus, refuseUpgrade } from "./handshake.ts";

export interface DoorDeps {
  readonly auth: Pick<Auth, "authenticate">;
  readonly limits: Pick<Limits, "value">;
  /** Sockets open now, and how many may be. */
  readonly open: () => number;
  readonly maxSockets: number;
  /** CFG-053. */
  readonly isVisitorHost: (request: IncomingMessage) => boolean;
  /** The class that upgraded sockets get. */
  readonly socketClass: typeof WebSocket;
  readonly admit: (ws: WebSocket, stream: Duplex, principal: Principal) => void;
  readonly failed: (error: unknown) => void;
}
/** Takes an upgrade at a path of its own. */
export type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
export interface Door {
  /** `others`: by path, who else takes sockets on this server. */
  attach(server: Server, others?: ReadonlyMap<string, Upgrade>): void;
  /** From now on upgrades are answered 503. */
  shut(): void;
  /** No longer listens. */
  detach(): void;
}
const socketPath = "/api/v1/socket";
/** How long the answer to a close frame may take; a client that does not read never sees it. */
const closeTimeoutMs = 2_000;

/** The handshake of API-100: who comes in is known before any WebSocket exists. */
export function openDoor(deps: DoorDeps): Door {
  const server = newSocketServer(deps.socketClass);
  const attached: Server[] = [];
  let elsewhere: ReadonlyMap<string, Upgrade> = new Map();
  let handshakes = 0;
  let isShut = false;

  const admit = (request: IncomingMessage, stream: Duplex, head: Buffer, principal: Principal): void => {
    if (!may(principal, "chats.read"))
      return refuseUpgrade(stream, 403, { failure: "forbidden", message: "The rights do not include reading chats." });
    if (isShut) return refuseUpgrade(stream, 503, restarting);
    // Read at each handshake: the limit may be changed while the server runs.
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

/** Takes upgrades that are handed to it; `socketClass`: what it makes of each. */
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

export const restarting = {
  failure: "temporarily_unavailable",
  message: "No more sockets here at the moment. Try again shortly.",
  retryAfterMs: 1_000,
} as const;

/** A peer that goes away during the handshake; the stream closes by itself. */
export function ignore(): void {
  return undefined;
}
