import type { Duplex } from "node:stream";
import { WebSocket, type RawData } from "ws";
import { ignore } from "./door.ts";
import { Link } from "./link.ts";

/** A visitor's socket. The edge sets `connection` when the hello identifies the visitor. */
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
/** Handles the events of a socket. */
export interface Owner<Seat> {
  received(socket: VisitorSocket<Seat>, data: RawData, isBinary: boolean): void;
  closed(socket: VisitorSocket<Seat>): void;
}
/**
 * Links a WebSocket to its socket object, so that event listeners are plain functions and not
 * closures per socket (PERF-8).
 */
export class VisitorWebSocket<Seat> extends WebSocket {
  link: VisitorSocket<Seat> | null = null;
  owner: Owner<Seat> | null = null;
}

/** Attaches the shared event listeners to a WebSocket. */
export function listen<Seat>(ws: VisitorWebSocket<Seat>, link: VisitorSocket<Seat>, owner: Owner<Seat>): void {
  ws.link = link;
  ws.owner = owner;
  ws.on("message", onMessage);
  ws.on("pong", onPong);
  ws.on("close", onClose);
  ws.on("error", ignore);
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
