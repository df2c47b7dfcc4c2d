import { closeCodes } from "@parlour/protocol";
import type { Entry, WidgetEdgeDeps } from "./deps.ts";
import type { Seat } from "./seat.ts";
import type { Situations } from "./situations.ts";
import { framesFor } from "./tell.ts";
import { endFor, type Socket, type Windows } from "./windows.ts";

export interface TellingDeps extends Pick<WidgetEdgeDeps, "config" | "log"> {
  readonly read: Parameters<typeof framesFor>[0];
  readonly windows: Windows;
  readonly situations: Situations;
}
/** Entries that may wait for one connection. */
const waitingMost = 1_000;

/** Sends an entry to one connection of its visitor: at once, or after the welcome. */
export function hear(deps: TellingDeps, socket: Socket, entry: Entry): void {
  const { seat } = socket;
  if (seat === null) return;
  if (seat.waiting === null) tell(deps, socket, seat, entry);
  else if (seat.waiting.push(entry) > waitingMost) tooMuch(deps, socket);
}

/** Sends entries one after the other, including the reads they need (WG-085). */
export function tell(deps: TellingDeps, socket: Socket, seat: Seat, entry: Entry): void {
  if (++seat.untold > waitingMost) return tooMuch(deps, socket);
  seat.telling = seat.telling.then(async () => {
    seat.untold--;
    if (!socket.isOpen) return;
    try {
      const config = await deps.config(seat.account);
      const frames = await framesFor(deps.read, seat, entry, config);
      deps.windows.give(socket, frames);
      // The visitor's call decides whether another call can be requested (WG-062).
      if (frames.some((frame) => frame.type === "call")) deps.situations.tell(socket, config);
    } catch (error) {
      endFor(deps.windows, deps.log, socket, error);
    }
  });
}

function tooMuch({ windows }: TellingDeps, socket: Socket): void {
  windows.end(socket, closeCodes.restarting, "too much at once");
}
