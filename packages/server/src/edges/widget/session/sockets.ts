import { closeCodes } from "@parlour/protocol";
import {
  retryLaterCloseCode,
  rejectedCloseCode,
  type WidgetServerFrame,
} from "@parlour/protocol/widget";
import { Refusal } from "../../../core/failure.ts";
import type { VisitorSocket } from "../../../realtime/index.ts";
import type { WidgetEdgeDeps } from "../deps.ts";
import { WidgetRefusedError } from "./handshake.ts";
import { TryLaterError } from "./identity.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

export type WidgetSocket = VisitorSocket<VisitorConnection>;
/** Open sockets of this node, with functions to send to them. */
export interface WidgetSockets {
  readonly registry: ConnectionRegistry<WidgetSocket>;
  readonly send: (socket: WidgetSocket, frames: readonly object[]) => void;
  /** Sends frames that are already serialized as JSON. */
  readonly sendSerialized: (socket: WidgetSocket, frames: readonly string[]) => void;
  /** Records that the socket has sent hello, so that it may stay open. */
  readonly helloReceived: (socket: WidgetSocket) => void;
  /** Tells the widget to send hello again later (API-165). */
  readonly postponeHello: (socket: WidgetSocket) => void;
  readonly closeSocket: (socket: WidgetSocket, code: number, reason: string) => void;
}

/**
 * Sends a frame to all sockets that have received their welcome. The others receive the current
 * state in their welcome.
 */
export function broadcast(
  widgetSockets: WidgetSockets,
  sockets: Iterable<WidgetSocket>,
  frame: WidgetServerFrame,
): void {
  for (const socket of sockets)
    if (socket.connection?.queuedEntries === null) widgetSockets.send(socket, [frame]);
}

/**
 * Closes a socket after an error. The close code tells the widget to reconnect now, later or never.
 */
export function closeSocketForError(
  widgetSockets: WidgetSockets,
  log: WidgetEdgeDeps["log"],
  socket: WidgetSocket,
  error: unknown,
): void {
  if (error instanceof WidgetRefusedError)
    return widgetSockets.closeSocket(socket, rejectedCloseCode, error.message);
  if (error instanceof TryLaterError)
    return widgetSockets.closeSocket(socket, retryLaterCloseCode, error.message);
  // The database was briefly unavailable, or the widget was disabled. The widget reconnects and
  // receives the reason.
  if (!(error instanceof Refusal)) log.error({ err: error }, "widget.failed");
  widgetSockets.closeSocket(socket, closeCodes.restarting, "the server could not go on");
}

/** Open sockets of this node, by visitor. All receive the visitor's entries (WG-085). */
export class ConnectionRegistry<Socket extends { readonly connection: VisitorConnection | null }> {
  readonly #byVisitor = new Map<string, Set<Socket>>();
  readonly #byAccount = new Map<number, Set<Socket>>();

  add(socket: Socket, connection: VisitorConnection): void {
    addToSet(this.#byVisitor, toKey(connection.account, connection.visitorId), socket);
    addToSet(this.#byAccount, connection.account, socket);
  }
  remove(socket: Socket, connection: VisitorConnection): void {
    removeFromSet(this.#byVisitor, toKey(connection.account, connection.visitorId), socket);
    removeFromSet(this.#byAccount, connection.account, socket);
  }
  ofVisitor(account: number, visitorId: number): ReadonlySet<Socket> {
    return this.#byVisitor.get(toKey(account, visitorId)) ?? noSockets;
  }
  ofAccount(account: number): ReadonlySet<Socket> {
    return this.#byAccount.get(account) ?? noSockets;
  }
  accounts(): IterableIterator<number> {
    return this.#byAccount.keys();
  }
}
const noSockets: ReadonlySet<never> = new Set<never>();
const toKey = (account: number, visitorId: number): string => `${account}:${visitorId}`;
function addToSet<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([value]));
  else set.add(value);
}
function removeFromSet<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  if (set?.delete(value) === true && set.size === 0) map.delete(key);
}
