import type { ClientAddress } from "../../core/client/address.ts";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Limits } from "../../limits/index.ts";
import { toClientKey } from "../../limits/client-key.ts";
import {
  ignoreSocketError,
  createSocketServer,
  socketsUnavailable,
  type UpgradeRoute,
} from "../upgrade.ts";
import { proveOrigin } from "../../auth/same-origin.ts";
import type { Failure } from "../../core/failure.ts";
import { refuseUpgrade } from "../refuse-upgrade.ts";
import type { MovableSockets } from "../socket-moves.ts";
import {
  VisitorSocketRegistry,
  type VisitorSocketRegistryDeps,
} from "./visitor-socket-registry.ts";
import { attachHandler, VisitorSocket, VisitorWebSocket } from "./visitor-socket.ts";

export interface VisitorSocketsDeps<Connection> extends VisitorSocketRegistryDeps<Connection> {
  readonly limits: Limits;
  readonly log: { error(fields: object, message: string): void };
  /** Returns the client address of a request, behind trusted proxies (CFG-008). */
  readonly readClientAddress: (request: IncomingMessage) => ClientAddress;
  /** Remembers an address at which the window was opened. Returns the refusal (CFG-166). */
  readonly noteWrongAddress: (opened: string) => Failure;
  /** Origins of the window. Others get 403. Only browsers send one. */
  readonly getWindowOrigins: () => readonly string[];
  /** Maximum number of sockets of this node. Above it, the response is 503. */
  readonly maxSockets?: number;
}
export interface VisitorSockets<Connection> {
  /** Handles the upgrade of a chat window, as one of the `others` of `attach`. */
  readonly upgrade: UpgradeRoute;
  /** Records that the hello has arrived, so that the socket may stay open. */
  helloReceived(socket: VisitorSocket<Connection>): void;
  /** Tells the chat window to repeat its hello later. The socket stays open (API-165). */
  postponeHello(socket: VisitorSocket<Connection>): void;
  /** Sends frames, each as JSON text. Closes a socket that is too slow (API-105). */
  send(socket: VisitorSocket<Connection>, texts: readonly string[]): void;
  closeSocket(socket: VisitorSocket<Connection>, code: number, reason: string): void;
  /** Returns numbers for metrics. `awaited`: sockets with an unanswered ping. */
  stats(): { sockets: number; awaited: number; closed: Readonly<Record<number, number>> };
  /** These sockets, to move them to other nodes. */
  readonly moves: MovableSockets;
  /** Closes all sockets with 1012. Resolves when all are closed. */
  close(): Promise<void>;
}

const tooManyWindows = {
  failure: "rate_limited",
  message: "Too many windows are open from this network address.",
} as const;
const foreignOrigin = {
  failure: "forbidden",
  message: "Only the widget's own window may open this socket.",
} as const;

/** Starts the visitor sockets: handshake, pings and limits. The edge handles frames. */
export function startVisitorSockets<Connection>(
  deps: VisitorSocketsDeps<Connection>,
): VisitorSockets<Connection> {
  const {
    clock,
    limits,
    readClientAddress,
    noteWrongAddress,
    getWindowOrigins,
    maxSockets = 20_000,
  } = deps;
  const server = createSocketServer(VisitorWebSocket as typeof WebSocket);
  const registry = new VisitorSocketRegistry(deps);
  const slots = limits.openSlots("widget_sockets", () =>
    limits.value("widget_sockets_per_address"),
  );
  const refuseIfFull = (stream: Duplex): boolean => {
    const isFull = !registry.isAccepting || registry.count >= maxSockets;
    if (isFull) refuseUpgrade(stream, 503, socketsUnavailable);
    return isFull;
  };
  const admit = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const address = readClientAddress(request);
    const release = await slots.acquire(toClientKey(address));
    if (release === null) return refuseUpgrade(stream, 429, tooManyWindows);
    // The client may have disconnected while other nodes were asked.
    if (stream.destroyed) return release();
    stream.once("close", release);
    if (refuseIfFull(stream)) return;
    server.options.maxPayload = limits.value("frame_kib") * 1024;
    server.handleUpgrade(request, stream, head, (ws) => {
      stream.off("error", ignoreSocketError);
      const socket = new VisitorSocket<Connection>(ws, stream, clock.monotonic(), {
        address,
        userAgent: request.headers["user-agent"] ?? "",
      });
      attachHandler(ws as VisitorWebSocket<Connection>, socket, registry);
      registry.add(socket);
    });
  };
  return {
    upgrade(request, stream, head) {
      stream.on("error", ignoreSocketError);
      if (refuseIfFull(stream)) return;
      const { sender, opened } = proveOrigin(request.headers, getWindowOrigins());
      const wrongAddress = opened === null ? null : noteWrongAddress(opened);
      if (sender === "foreign") return refuseUpgrade(stream, 403, foreignOrigin);
      if (sender === "elsewhere" && wrongAddress !== null)
        return refuseUpgrade(stream, 403, wrongAddress);
      void admit(request, stream, head);
    },
    helloReceived: (socket) => registry.helloReceived(socket),
    postponeHello: (socket) => registry.postponeHello(socket),
    send: (socket, texts) => registry.send(socket, texts),
    closeSocket: (socket, code, reason) => registry.closeSocket(socket, code, reason),
    stats: () => ({
      sockets: registry.count,
      awaited: registry.awaited,
      closed: registry.closedByCode,
    }),
    moves: {
      countSockets: () => registry.count,
      requestMoves: (request) => registry.requestMoves(request),
      countAsked: (since) => registry.countAsked(since),
      closeAsked: (since, until) => registry.closeAsked(since, until),
      setAccepting: (isAccepting) => void (registry.isAccepting = isAccepting),
    },
    close() {
      registry.isAccepting = false;
      return registry.close();
    },
  };
}
