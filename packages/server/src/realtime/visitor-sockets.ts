import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import { clientKey } from "../limits/client-key.ts";
import { openPlaces } from "../limits/places.ts";
import { ignore, newSocketServer, restarting, type Upgrade } from "./door.ts";
import { refuseUpgrade } from "./handshake.ts";
import { VisitorLinks, type VisitorLinksDeps } from "./visitor-links.ts";
import { listen, VisitorSocket, VisitorWebSocket } from "./visitor-socket.ts";

export interface VisitorSocketsDeps<Seat> extends VisitorLinksDeps<Seat> {
  readonly log: { error(fields: object, message: string): void };
  /** The address a request comes from, behind trusted proxies (CFG-008). */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Where the widget's window comes from: pages of other origins may not open its socket (403). What is no browser says none. */
  readonly ownOrigin: () => string;
  /** Sockets of this node at once; beyond: 503. */
  readonly maxSockets?: number;
}
export interface VisitorSockets<Seat> {
  /** Takes the upgrade of a widget's window (realtime `attach`). */
  readonly upgrade: Upgrade;
  /** Hello came: from now on the socket may stay. */
  greeted(socket: VisitorSocket<Seat>): void;
  /** Asks the window to say hello again later; the socket stays open (API-165). */
  askLater(socket: VisitorSocket<Seat>): void;
  /** Gives one frame, as its JSON text; a socket that does not take it is closed (API-105). */
  give(socket: VisitorSocket<Seat>, texts: readonly string[]): void;
  end(socket: VisitorSocket<Seat>, code: number, reason: string): void;
  /** `awaited`: those that have not answered their ping yet. */
  stats(): { sockets: number; awaited: number; closed: Readonly<Record<number, number>> };
  /** 1012 to everybody; resolves when all are closed. */
  close(): Promise<void>;
}

const tooMany = { failure: "rate_limited", message: "Too many windows are open from this network address." } as const;
const foreign = { failure: "forbidden", message: "Only the widget's own window may open this socket." } as const;

/** Sockets of visitors on this node: handshake, pings, back-pressure. What is said over them is the widget edge's. */
export function openVisitorSockets<Seat>(deps: VisitorSocketsDeps<Seat>): VisitorSockets<Seat> {
  const { clock, limits, addressOf, ownOrigin, maxSockets = 20_000 } = deps;
  const server = newSocketServer(VisitorWebSocket as typeof WebSocket);
  const links = new VisitorLinks(deps);
  let isShut = false;
  const places = openPlaces(() => limits.value("widget_sockets_per_address"));
  return {
    upgrade(request, stream, head) {
      stream.on("error", ignore);
      if (isShut || links.count >= maxSockets) return refuseUpgrade(stream, 503, restarting);
      const { origin, "user-agent": userAgent } = request.headers;
      if (origin !== undefined && origin !== ownOrigin()) return refuseUpgrade(stream, 403, foreign);
      const address = addressOf(request);
      const release = places.take(clientKey(address));
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
