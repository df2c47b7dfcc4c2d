import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import { toClientKey } from "../limits/client-key.ts";
import { createSlotCounter } from "../limits/slot-counter.ts";
import { ignore, newSocketServer, restarting, type Upgrade } from "./door.ts";
import { refuseUpgrade } from "./handshake.ts";
import { VisitorLinks, type VisitorLinksDeps } from "./visitor-links.ts";
import { listen, VisitorSocket, VisitorWebSocket } from "./visitor-socket.ts";

export interface VisitorSocketsDeps<Seat> extends VisitorLinksDeps<Seat> {
  readonly log: { error(fields: object, message: string): void };
  /** Returns the client address of a request, behind trusted proxies (CFG-008). */
  readonly addressOf: (request: IncomingMessage) => string;
  /**
   * Returns the origin of the chat window. Pages of other origins receive 403. Clients that are not
   * browsers send no origin.
   */
  readonly ownOrigin: () => string;
  /** Maximum sockets of this node. Beyond it: 503. */
  readonly maxSockets?: number;
}
/** The visitor sockets of this node. */
export interface VisitorSockets<Seat> {
  /** Handles the upgrade of a chat window (realtime `attach`). */
  readonly upgrade: Upgrade;
  /** Notes that the hello arrived, so the socket may stay open. */
  greeted(socket: VisitorSocket<Seat>): void;
  /** Asks the chat window to repeat its hello later. The socket stays open (API-165). */
  askLater(socket: VisitorSocket<Seat>): void;
  /** Sends frames, each as its JSON text. Closes a socket that is too slow (API-105). */
  give(socket: VisitorSocket<Seat>, texts: readonly string[]): void;
  end(socket: VisitorSocket<Seat>, code: number, reason: string): void;
  /** `awaited`: number of sockets that have not answered their ping yet. */
  stats(): { sockets: number; awaited: number; closed: Readonly<Record<number, number>> };
  /** Closes all sockets with 1012. Resolves when all are closed. */
  close(): Promise<void>;
}

const tooMany = { failure: "rate_limited", message: "Too many windows are open from this network address." } as const;
const foreign = { failure: "forbidden", message: "Only the widget's own window may open this socket." } as const;

/**
 * Starts the visitor sockets of this node: handshake, pings and back-pressure. The widget edge
 * handles the frames.
 */
export function openVisitorSockets<Seat>(deps: VisitorSocketsDeps<Seat>): VisitorSockets<Seat> {
  const { clock, limits, addressOf, ownOrigin, maxSockets = 20_000 } = deps;
  const server = newSocketServer(VisitorWebSocket as typeof WebSocket);
  const links = new VisitorLinks(deps);
  let isShut = false;
  const places = createSlotCounter(() => limits.value("widget_sockets_per_address"));
  return {
    upgrade(request, stream, head) {
      stream.on("error", ignore);
      if (isShut || links.count >= maxSockets) return refuseUpgrade(stream, 503, restarting);
      const { origin, "user-agent": userAgent } = request.headers;
      if (origin !== undefined && origin !== ownOrigin()) return refuseUpgrade(stream, 403, foreign);
      const address = addressOf(request);
      const release = places.acquire(toClientKey(address));
      if (release === null) return refuseUpgrade(stream, 429, tooMany);
      stream.once("close", release);
      server.options.maxPayload = limits.value("frame_kib") * 1024;
      server.handleUpgrade(request, stream, head, (ws) => {
        stream.off("error", ignore);
        const socket = new VisitorSocket<Seat>(ws, stream, clock.monotonic(), address, userAgent ?? "");
        listen(ws as VisitorWebSocket<Seat>, socket, links);
        links.add(socket);
      });
    },
    greeted: (socket) => links.greeted(socket),
    askLater: (socket) => links.askLater(socket),
    give: (socket, texts) => links.give(socket, texts),
    end: (socket, code, reason) => links.end(socket, code, reason),
    stats: () => ({ sockets: links.count, awaited: links.awaited, closed: links.closedByCode }),
    close() {
      isShut = true;
      return links.close();
    },
  };
}
