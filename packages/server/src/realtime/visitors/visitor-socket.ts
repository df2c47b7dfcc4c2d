import type { ClientAddress } from "../../core/client/address.ts";
import type { Duplex } from "node:stream";
import { WebSocket, type RawData } from "ws";
import { ignoreSocketError } from "../upgrade.ts";
import { BufferedSocket } from "../buffered-socket.ts";

interface SocketSender {
  readonly address: ClientAddress;
  readonly userAgent: string;
}
/** A visitor's socket. The widget edge sets `connection` when the hello identifies the visitor. */
export class VisitorSocket<Connection> extends BufferedSocket {
  readonly address: ClientAddress;
  readonly userAgent: string;
  connection: Connection | null = null;
  isOpen = true;

  constructor(
    ws: WebSocket,
    stream: Duplex,
    openedAt: number,
    { address, userAgent }: SocketSender,
  ) {
    super(ws, stream, openedAt);
    this.address = address;
    this.userAgent = userAgent;
  }
}
/** Handles the events of visitor sockets. */
export interface SocketHandler<Connection> {
  received(socket: VisitorSocket<Connection>, data: RawData, isBinary: boolean): void;
  closed(socket: VisitorSocket<Connection>): void;
}
/** A WebSocket with its socket object, so that listeners need no closures (PERF-8). */
export class VisitorWebSocket<Connection> extends WebSocket {
  socket: VisitorSocket<Connection> | null = null;
  handler: SocketHandler<Connection> | null = null;
}

/** Attaches the shared event listeners to a WebSocket. */
export function attachHandler<Connection>(
  ws: VisitorWebSocket<Connection>,
  socket: VisitorSocket<Connection>,
  handler: SocketHandler<Connection>,
): void {
  ws.socket = socket;
  ws.handler = handler;
  ws.on("message", onMessage);
  ws.on("pong", onPong);
  ws.on("close", onClose);
  ws.on("error", ignoreSocketError);
}
function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const { socket, handler } = this as VisitorWebSocket<unknown>;
  if (socket && handler) handler.received(socket, data, isBinary);
}
function onPong(this: WebSocket): void {
  const { socket } = this as VisitorWebSocket<unknown>;
  if (socket) socket.awaitsPong = false;
}
function onClose(this: WebSocket): void {
  const { socket, handler } = this as VisitorWebSocket<unknown>;
  if (socket && handler) handler.closed(socket);
}
