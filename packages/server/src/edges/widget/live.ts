import { closeCodes } from "@parlour/protocol";
import { isUnavailable } from "../../core/failure.ts";
import type { VisitorSockets } from "../../realtime/index.ts";
import { carryOut, type CarryOutDeps } from "./carry-out.ts";
import type { Entry, WidgetEdgeDeps } from "./deps.ts";
import { openDepartures, type Departures } from "./departures.ts";
import { erasedNumber } from "./erased.ts";
import { greet, type GreetDeps } from "./greet.ts";
import type { HelloDeps } from "./hello.ts";
import { readFrame } from "./inbound.ts";
import { openQueues, type Queues } from "./queues.ts";
import { MailProofs } from "./mail-proofs.ts";
import { openPresence, type Presence } from "./presence.ts";
import { Replaced } from "./replaced.ts";
import { openReplyTimes } from "./reply-times.ts";
import type { Seat } from "./seat.ts";
import { Seats } from "./seats.ts";
import { SharedWidgets } from "./shared.ts";
import { openSituations } from "./situations.ts";
import { hear } from "./telling.ts";
import { visitorsHere, type VisitorsHere } from "./visitors-here.ts";
import { Visits } from "./visits.ts";
import { endFor, type Socket, type Windows } from "./windows.ts";

export type LiveDeps = Omit<WidgetEdgeDeps, "widgetDir"> & Pick<HelloDeps, "locate" | "sites">;
export interface Live {
  readonly visitors: VisitorsHere;
  readonly presence: Presence;
  readonly sockets: VisitorSockets<Seat>;
  settle(): Promise<unknown>;
  close(): Promise<void>;
}
/** Entries that can change the queue position of waiting chats. */
const queueMoves: ReadonlySet<string> = new Set(["chat_accepted", "chat_closed", "chat_transferred", "chat_handed_over"]);
/** Frames of one socket that are handled concurrently. One more frame closes the socket. */
const workingMost = 32;

/** Opens the connections of visitors: hello, frames and journal entries (WG-085, WG-086). */
export function openLive(deps: LiveDeps): Live {
  const windows: Windows = {
    seats: new Seats<Socket>(),
    give: (socket, frames) => {
      if (frames.length > 0)
        sockets.give(
          socket,
          frames.map((frame) => JSON.stringify(frame)),
        );
    },
    giveText: (socket, frames) => sockets.give(socket, frames),
    greeted: (socket) => sockets.greeted(socket),
    askLater: (socket) => sockets.askLater(socket),
    end: (socket, code, reason) => sockets.end(socket, code, reason),
  };
  const leave = (socket: Socket, seat: Seat): void => {
    windows.seats.remove(socket, seat);
    visits.left(seat);
    departures.left(seat);
  };
  const visits = new Visits(deps);
  const replaced = new Replaced();
  const replyTimes = openReplyTimes(deps);
  const situations = openSituations({ ...deps, windows, replyTimes });
  const queues = openQueues({ ...deps, windows });
  const { config, log } = deps;
  const departures: Departures = openDepartures({ ...deps, windowsOf: (account, visitorId) => windows.seats.of(account, visitorId).size });
  const shared = new SharedWidgets();
  const hello: HelloDeps = { ...deps, replyTimes };
  const presence = openPresence({ hello, shared, visits });
  const greeting: GreetDeps = { hello, read: deps, config, log, windows, situations, visits, shared };
  const acting: CarryOutDeps = { ...deps, windows, visits, replaced, mailProofs: new MailProofs(deps.clock) };
  const sockets: VisitorSockets<Seat> = deps.sockets({
    received: (socket, bytes) => received({ greeting, acting, leave }, socket, bytes),
    gone(socket) {
      if (socket.seat !== null) leave(socket, socket.seat);
    },
  });
  const stops = [
    deps.subscribe((account, entries) => {
      for (const entry of entries) {
        published(greeting, presence, queues, account, entry);
        departures.published(account, entry);
      }
    }),
    deps.onPresence((account) => situations.changed(account, false)),
  ];
  deps.onOperatorTyping((signal) => typed(deps, windows, signal));
  return {
    sockets,
    presence,
    visitors: visitorsHere(visits, replaced, windows),
    settle: () => departures.settle(),
    async close() {
      for (const stop of stops) stop();
      situations.close();
      departures.close();
      queues.close();
      presence.close();
      await sockets.close();
      await visits.close();
    },
  };
}

interface ReceivedDeps {
  readonly greeting: GreetDeps;
  readonly acting: CarryOutDeps;
  /** Removes the connection from the registry. */
  readonly leave: (socket: Socket, seat: Seat) => void;
}

/** Handles a frame: hello first and once, then all other types. */
function received({ greeting, acting, leave }: ReceivedDeps, socket: Socket, bytes: Buffer): void {
  const { end } = acting.windows;
  const frame = readFrame(bytes, acting.readJson);
  if (frame === null || (frame.type === "hello") !== (socket.working === 0 && socket.seat === null))
    return end(socket, closeCodes.forbidden, "unexpected frame");
  if (socket.working >= workingMost) return end(socket, closeCodes.tooManyFrames, "too many frames at once");
  socket.working++;
  const done = (): void => void socket.working--;
  if (frame.type === "hello") {
    acting.windows.greeted(socket);
    greet(greeting, socket, frame)
      .catch((error: unknown) => {
        if (!isUnavailable(error) || socket.seat?.waiting === null) return endFor(acting.windows, acting.log, socket, error);
        if (socket.seat !== null) leave(socket, socket.seat);
        socket.seat = null;
        acting.windows.askLater(socket);
      })
      .finally(done);
    return;
  }
  const { seat } = socket;
  // The widget must not send frames between hello and welcome.
  if (seat === null) return end(socket, closeCodes.forbidden, "unexpected frame");
  void carryOut(acting, socket, seat, frame).finally(done);
}

/** Applies a journal entry to the connections of this node. */
function published(deps: GreetDeps, presence: Presence, queues: Queues, account: number, entry: Entry): void {
  const { situations, visits, windows } = deps;
  if (entry.name === "settings_changed") {
    situations.changed(account, true);
    presence.settingsChanged(account);
    const number = erasedNumber(entry);
    if (number !== null) {
      presence.forget(account, number);
      forget(deps, account, number);
    }
  }
  if (queueMoves.has(entry.name)) queues.changed(account);
  if (entry.visitorId === null) return;
  if (entry.name === "chat_created") visits.answered(account, entry.visitorId);
  for (const socket of windows.seats.of(account, entry.visitorId)) hear(deps, socket, entry);
}

/**
 * Removes an erased visitor and closes their sockets. Their tokens are removed, so they reconnect
 * as new visitors.
 */
function forget({ visits, windows }: GreetDeps, account: number, number: number): void {
  visits.forget(account, number);
  for (const socket of windows.seats.all(account))
    if (socket.seat?.number === number) windows.end(socket, closeCodes.restarting, "forgotten");
}

/** Sends an operator's typing to the connections of that chat (CORE-047). */
function typed(
  { config, log }: LiveDeps,
  { seats, give }: Windows,
  { account, chatId, operatorId, typing }: Parameters<Parameters<LiveDeps["onOperatorTyping"]>[0]>[0],
): void {
  for (const socket of seats.all(account)) {
    if (socket.seat?.chat?.id !== chatId) continue;
    config(account)
      .then(({ operators }) => give(socket, [{ type: "typing", name: operators.get(operatorId)?.name ?? "", typing }]))
      .catch((error: unknown) => log.error({ err: error, account }, "widget.typing_failed"));
  }
}
