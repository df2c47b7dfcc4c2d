import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { closeCodes } from "@parlour/protocol";
import { WebSocket, WebSocketServer, type RawData } from "ws";
import type { Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import { ignore, restarting, type Upgrade } from "./door.ts";
import { pingFrame, textFrames } from "./frame.ts";
import { refuseUpgrade } from "./handshake.ts";
import { Link, unsentLimits, type UnsentLimits } from "./link.ts";
import { Wheel } from "./wheel.ts";

export interface VisitorSocketsDeps<Seat> {
  readonly clock: Clock;
  readonly limits: Pick<Limits, "value">;
  readonly log: { error(fields: object, message: string): void };
  /** A whole text frame of a client, not yet read as JSON. */
  readonly received: (socket: VisitorSocket<Seat>, bytes: Buffer) => void;
  /** A socket that had a seat is gone. */
  readonly gone: (socket: VisitorSocket<Seat>) => void;
  /** The address a request comes from, behind trusted proxies (CFG-008). */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Where the widget's window comes from: pages of other origins may not open its socket (403). What is no browser says none. */
  readonly ownOrigin: () => string;
  /** Sockets of this node at once; beyond: 503. */
  readonly maxSockets?: number;
}
/** A visitor's socket. Who it is of is known with its hello: `seat`, which the edge fills. */
export class VisitorSocket<Seat> extends Link {
  readonly address: string;
  readonly userAgent: string;
  seat: Seat | null = null;
  isOpen = true;

  constructor(ws: WebSocket, stream: Duplex, openedAt: number, address: string, userAgent: string) {
    super(ws, stream, openedAt);
    this.address = address;
    this.userAgent = userAgent;
  }
}
export interface VisitorSockets<Seat> {
  /** Takes the upgrade of a widget's window (realtime `attach`). */
  readonly upgrade: Upgrade;
  /** Hello came: from now on the socket may stay. */
  greeted(socket: VisitorSocket<Seat>): void;
  /** Gives one frame, as its JSON text; a socket that does not take it is closed (API-105). */
  give(socket: VisitorSocket<Seat>, texts: readonly string[]): void;
  end(socket: VisitorSocket<Seat>, code: number, reason: string): void;
  stats(): { sockets: number };
  /** 1012 to everybody; resolves when all are closed. */
  close(): Promise<void>;
}

class VisitorWebSocket<Seat> extends WebSocket {
  link: VisitorSocket<Seat> | null = null;
  owner: Owner<Seat> | null = null;
}
interface Owner<Seat> {
  received(socket: VisitorSocket<Seat>, data: RawData, isBinary: boolean): void;
  closed(socket: VisitorSocket<Seat>): void;
}
const closeTimeoutMs = 2_000;
const foreign = { failure: "forbidden", message: "Only the widget's own window may open this socket." } as const;

/** Sockets of visitors on this node: handshake, pings, back-pressure. What is said over them is the widget edge's. */
export function openVisitorSockets<Seat>(deps: VisitorSocketsDeps<Seat>): VisitorSockets<Seat> {
  const { clock, limits } = deps;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    handleProtocols: () => false,
    WebSocket: VisitorWebSocket as typeof WebSocket,
    // Not in the published types yet.
    ...({ closeTimeout: closeTimeoutMs } as object),
  });
  const open = new Set<VisitorSocket<Seat>>();
  const backlogged = new Set<VisitorSocket<Seat>>();
  let unsent: UnsentLimits = unsentLimits(limits);
  let count = 0;
  let isShut = false;
  let allGone: (() => void) | null = null;

  const wheel = new Wheel<VisitorSocket<Seat>>({
    clock,
    ping: (socket) => {
      if (socket.ws.readyState === WebSocket.OPEN) socket.stream.write(pingFrame);
    },
    dead: (socket) => {
      leave(socket);
      socket.ws.terminate();
    },
    noHello: (socket) => end(socket, closeCodes.tooSlow, "no hello within 10 s"),
    tick: (now) => {
      unsent = unsentLimits(limits);
      for (const socket of backlogged) {
        const outcome = socket.inspect(now, unsent);
        if (outcome === "sent") backlogged.delete(socket);
        else if (outcome === "too slow") end(socket, closeCodes.tooSlow, "too slow");
      }
    },
    busy: () => false,
  });
  const leave = (socket: VisitorSocket<Seat>): void => {
    if (!socket.isOpen) return;
    socket.isOpen = false;
    open.delete(socket);
    backlogged.delete(socket);
    wheel.remove(socket);
    if (socket.seat !== null) deps.gone(socket);
  };
  const end = (socket: VisitorSocket<Seat>, code: number, reason: string): void => {
    if (!socket.isOpen) return;
    leave(socket);
    socket.ws.close(code, reason);
  };
  const owner: Owner<Seat> = {
    received(socket, data, isBinary) {
      if (!socket.isOpen) return;
      if (socket.countFrame(clock.monotonic()) > limits.value("socket_frames_per_second"))
        return end(socket, closeCodes.tooManyFrames, "too many frames");
      if (isBinary) return end(socket, closeCodes.forbidden, "unexpected frame");
      deps.received(socket, data as Buffer);
    },
    closed(socket) {
      leave(socket);
      if (--count === 0) allGone?.();
    },
  };

  return {
    upgrade(request, stream, head) {
      stream.on("error", ignore);
      if (isShut || count >= (deps.maxSockets ?? 20_000)) return refuseUpgrade(stream, 503, restarting);
      const { origin } = request.headers;
      if (origin !== undefined && origin !== deps.ownOrigin()) return refuseUpgrade(stream, 403, foreign);
      server.options.maxPayload = limits.value("frame_kib") * 1024;
      server.handleUpgrade(request, stream, head, (ws) => {
        stream.off("error", ignore);
        const socket = new VisitorSocket<Seat>(ws, stream, clock.monotonic(), deps.addressOf(request), request.headers["user-agent"] ?? "");
        const own = ws as VisitorWebSocket<Seat>;
        own.link = socket;
        own.owner = owner;
        count++;
        open.add(socket);
        ws.on("message", onMessage);
        ws.on("pong", onPong);
        ws.on("close", onClose);
        ws.on("error", ignore);
        wheel.add(socket);
      });
    },
    greeted: (socket) => wheel.greeted(socket),
    give(socket, texts) {
      if (!socket.isOpen || socket.ws.readyState !== WebSocket.OPEN) return;
      const outcome = socket.push(textFrames([...texts]), texts.length, clock, unsent);
      if (outcome === "kept") backlogged.add(socket);
      else if (outcome === "too slow") end(socket, closeCodes.tooSlow, "too slow");
    },
    end,
    stats: () => ({ sockets: count }),
    async close() {
      isShut = true;
      const gone = new Promise<void>((resolve) => {
        allGone = resolve;
      });
      for (const socket of open) end(socket, closeCodes.restarting, "restarting");
      if (count > 0) await gone;
      wheel.stop();
    },
  };
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const { link, owner } = this as VisitorWebSocket<unknown>;
  if (link && owner) owner.received(link, data, isBinary);
}
function onPong(this: WebSocket): void {
  const { link } = this as VisitorWebSocket<unknown>;
  if (link) link.awaitsPong = false;
}
function onClose(this: WebSocket): void {
  const { link, owner } = this as VisitorWebSocket<unknown>;
  if (link && owner) owner.closed(link);
}
