import { closeCodes } from "@parlour/protocol";
import { laterCode, refusedCode, type WidgetServerFrame } from "@parlour/protocol/widget";
import { Refusal } from "../../core/failure.ts";
import type { VisitorSocket } from "../../realtime/index.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import { Refused } from "./hello.ts";
import { Later } from "./identity.ts";
import type { Seat } from "./seat.ts";
import type { Seats } from "./seats.ts";

export type Socket = VisitorSocket<Seat>;
/** The open windows of this node, and how one is spoken to. */
export interface Windows {
  readonly seats: Seats<Socket>;
  readonly give: (socket: Socket, frames: readonly object[]) => void;
  /** The same with frames as they go out. */
  readonly giveText: (socket: Socket, frames: readonly string[]) => void;
  /** Hello came: from now on it may stay. */
  readonly greeted: (socket: Socket) => void;
  /** Asks it to say hello again later (API-165). */
  readonly askLater: (socket: Socket) => void;
  readonly end: (socket: Socket, code: number, reason: string) => void;
}

/** To those of these windows that are welcomed: any other hears how it stands in its welcome. */
export function tellWelcomed(windows: Windows, sockets: Iterable<Socket>, frame: WidgetServerFrame): void {
  for (const socket of sockets) if (socket.seat?.waiting === null) windows.give(socket, [frame]);
}

/** A window that could not be served ends, and its code says whether it is to come again: now, later or not at all. */
export function endFor(windows: Windows, log: WidgetEdgeDeps["log"], socket: Socket, error: unknown): void {
  if (error instanceof Refused) return windows.end(socket, refusedCode, error.message);
  if (error instanceof Later) return windows.end(socket, laterCode, error.message);
  // The database does not answer for a moment, or the widget was switched off: the window comes again and hears.
  if (!(error instanceof Refusal)) log.error({ err: error }, "widget.failed");
  windows.end(socket, closeCodes.restarting, "the server could not go on");
}
