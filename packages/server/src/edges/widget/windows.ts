import { closeCodes } from "@parlour/protocol";
import { retryLaterCloseCode, rejectedCloseCode, type WidgetServerFrame } from "@parlour/protocol/widget";
import { Refusal } from "../../core/failure.ts";
import type { VisitorSocket } from "../../realtime/index.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import { Refused } from "./hello.ts";
import { Later } from "./identity.ts";
import type { Seat } from "./seat.ts";
import type { Seats } from "./seats.ts";

export type Socket = VisitorSocket<Seat>;
/** Open sockets of this node, and how to send to them. */
export interface Windows {
  readonly seats: Seats<Socket>;
  readonly give: (socket: Socket, frames: readonly object[]) => void;
  /** Sends frames that are already serialized. */
  readonly giveText: (socket: Socket, frames: readonly string[]) => void;
  /** Confirms hello. From now on the socket may stay open. */
  readonly greeted: (socket: Socket) => void;
  /** Asks the widget to send hello again later (API-165). */
  readonly askLater: (socket: Socket) => void;
  readonly end: (socket: Socket, code: number, reason: string) => void;
}

/**
 * Sends a frame to those sockets that have their welcome. The welcome of the others contains the
 * state.
 */
export function tellWelcomed(windows: Windows, sockets: Iterable<Socket>, frame: WidgetServerFrame): void {
  for (const socket of sockets) if (socket.seat?.waiting === null) windows.give(socket, [frame]);
}

/**
 * Closes a socket after an error. The close code tells the widget whether to reconnect now, later
 * or never.
 */
export function endFor(windows: Windows, log: WidgetEdgeDeps["log"], socket: Socket, error: unknown): void {
  if (error instanceof Refused) return windows.end(socket, rejectedCloseCode, error.message);
  if (error instanceof Later) return windows.end(socket, retryLaterCloseCode, error.message);
  // If the database is unavailable for a moment, or the widget was disabled, the widget reconnects
  // and receives the reason.
  if (!(error instanceof Refusal)) log.error({ err: error }, "widget.failed");
  windows.end(socket, closeCodes.restarting, "the server could not go on");
}
