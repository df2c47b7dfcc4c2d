import type { WidgetHello } from "@parlour/protocol/widget";
import { seatFor, welcomeOf, type HelloDeps } from "./hello.ts";
import { Later } from "./identity.ts";
import type { SharedWidgets } from "./shared.ts";
import { tell, type TellingDeps } from "./telling.ts";
import type { Visits } from "./visits.ts";
import type { Socket } from "./windows.ts";

export interface GreetDeps extends TellingDeps {
  readonly hello: HelloDeps;
  readonly shared: SharedWidgets;
  readonly visits: Visits;
}
/**
 * Each connection of a visitor receives everything, so more of them would multiply the frames of
 * one token.
 */
const windowsMost = 50;

/**
 * Handles the first frame: registers the connection, sends the welcome and the entries published
 * meanwhile. Throws WidgetRefusedError and TryLaterError.
 */
export async function greet(deps: GreetDeps, socket: Socket, hello: WidgetHello): Promise<void> {
  const { windows, situations, visits } = deps;
  const { seats } = windows;
  const arrival = await seatFor(deps.hello, hello, socket);
  if (!socket.isOpen) return;
  const { seat } = arrival;
  if (seats.of(seat.account, seat.visitorId).size >= windowsMost) throw new Later("too many windows of this visitor");
  seat.widget = deps.shared.of(seat.publicId, seat.widget);
  socket.seat = seat;
  seats.add(socket, seat);
  situations.wake();
  visits.arrived(seat, hello.page);
  const welcome = await welcomeOf(deps.hello, arrival, hello);
  // The welcome may contain entries published meanwhile. Messages are recognised by their number.
  // Other frames are idempotent.
  const reached = Math.max(welcome.chat?.seq ?? 0, hello.after?.seq ?? 0);
  const since = (seat.waiting ?? []).filter((entry) => entry.seq === null || entry.chatId !== welcome.chat?.id || entry.seq > reached);
  seat.waiting = null;
  seat.situation = JSON.stringify(welcome.situation);
  windows.give(socket, [{ ...welcome, invitation: visits.invitationOf(seat.account, seat.visitorId) }]);
  for (const entry of since) tell(deps, socket, seat, entry);
  situations.tell(socket, await deps.config(seat.account));
}
