import { closeCodes } from "@parlour/protocol";
import { laterCode, refusedCode, type WidgetHello, type WidgetServerFrame } from "@parlour/protocol/widget";
import { Refusal } from "../../core/failure.ts";
import type { VisitorSocket, VisitorSockets } from "../../realtime/index.ts";
import type { Entry, WidgetEdgeDeps } from "./deps.ts";
import { Refused, seatFor, welcomeOf, type HelloDeps } from "./hello.ts";
import { Later } from "./identity.ts";
import { erasedNumber } from "./erased.ts";
import { act, readFrame, type Acted } from "./inbound.ts";
import { Replaced, type ReplacedPage } from "./replaced.ts";
import type { Seat } from "./seat.ts";
import { Seats } from "./seats.ts";
import { openQueues } from "./queues.ts";
import { SharedWidgets } from "./shared.ts";
import { openSituations } from "./situations.ts";
import { framesFor } from "./tell.ts";
import { invitationWire, Visits, type Invitation, type OnlineVisitor } from "./visits.ts";

export type LiveDeps = Omit<WidgetEdgeDeps, "widgetDir"> & Pick<HelloDeps, "locate">;
/** The visitors of this node's windows, for operators (product.md 2). */
export interface VisitorsHere {
  online(account: number): readonly OnlineVisitor[];
  /** Pages with rules of their own (WG-050), the latest first. */
  replaced(account: number): readonly ReplacedPage[];
  /** An operator's invitation goes to all windows of the visitor. `gone`: none is open; `enough`: he was invited as often as the widget allows in one visit. */
  invite(account: number, visitorId: number, invitation: Omit<Invitation, "at" | "by" | "state">): "sent" | "gone" | "enough";
  /** Takes an operator's invitation back from all windows of the visitor. False: none waits. */
  withdraw(account: number, visitorId: number): boolean;
}
export interface Live {
  readonly visitors: VisitorsHere;
  readonly sockets: VisitorSockets<Seat>;
  close(): Promise<void>;
}
type Socket = VisitorSocket<Seat>;
/** What may give those who wait another place. */
const queueMoves: ReadonlySet<string> = new Set(["chat_accepted", "chat_closed", "chat_transferred", "chat_handed_over"]);
/** Entries that may wait for one window. */
const waitingMost = 1_000;
/** Windows of one visitor that are open at once: each hears everything, so that one token would multiply what is written. */
const windowsMost = 50;
/** Frames of one socket that are carried out at once; frames beyond wait for none: the socket is closed. */
const workingMost = 32;

/** The talk with visitors' windows: hello, their frames, and what the journal says about them (WG-085, WG-086). */
export function openLive(deps: LiveDeps): Live {
  const seats = new Seats<Socket>();
  const shared = new SharedWidgets();
  const visits = new Visits(deps);
  const replaced = new Replaced();
  const situations = openSituations({ ...deps, seats, sockets: () => sockets });
  const give = (socket: Socket, frames: readonly object[]): void => {
    if (frames.length > 0)
      sockets.give(
        socket,
        frames.map((frame) => JSON.stringify(frame)),
      );
  };

  const queues = openQueues({ ...deps, seats, give });

  const greet = async (socket: Socket, hello: WidgetHello): Promise<void> => {
    const arrival = await seatFor(deps, hello, socket);
    if (!socket.isOpen) return;
    const { seat } = arrival;
    if (seats.of(seat.account, seat.visitorId).size >= windowsMost) throw new Later("too many windows of this visitor");
    seat.widget = shared.of(seat.publicId, seat.widget);
    socket.seat = seat;
    seats.add(socket, seat);
    situations.wake();
    visits.arrived(seat, hello.page);
    const welcome = await welcomeOf(deps, arrival, hello);
    // What was published since may stand in the welcome already: messages by their number, the rest says the same twice.
    const reached = Math.max(welcome.chat?.seq ?? 0, hello.after?.seq ?? 0);
    const since = (seat.waiting ?? []).filter((entry) => entry.seq === null || entry.chatId !== welcome.chat?.id || entry.seq > reached);
    seat.waiting = null;
    seat.situation = JSON.stringify(welcome.situation);
    give(socket, [{ ...welcome, invitation: visits.invitationOf(seat.account, seat.visitorId) }]);
    for (const entry of since) tell(socket, seat, entry);
    situations.tell(socket, await deps.config(seat.account));
  };
  /** In order: one entry after the other, whatever has to be read for it. */
  const tell = (socket: Socket, seat: Seat, entry: Entry): void => {
    if (++seat.untold > waitingMost) return sockets.end(socket, closeCodes.restarting, "too much at once");
    seat.telling = seat.telling.then(async () => {
      seat.untold--;
      if (!socket.isOpen) return;
      try {
        const config = await deps.config(seat.account);
        const frames = await framesFor(deps, seat, entry, config);
        give(socket, frames);
        // Whether he may be called depends on the call he has (WG-062).
        if (frames.some((frame) => frame.type === "call")) situations.tell(socket, config);
      } catch (error) {
        failed(socket, error);
      }
    });
  };
  const published = (account: number, entries: readonly Entry[]): void => {
    for (const entry of entries) {
      if (entry.name === "settings_changed") {
        situations.changed(account, true);
        const number = erasedNumber(entry);
        if (number !== null) forget(account, number);
      }
      if (queueMoves.has(entry.name)) queues.changed(account);
      if (entry.visitorId === null) continue;
      if (entry.name === "chat_created") visits.answered(account, entry.visitorId);
      for (const socket of seats.of(account, entry.visitorId)) {
        const { seat } = socket;
        if (seat === null) continue;
        if (seat.waiting === null) tell(socket, seat, entry);
        else if (seat.waiting.push(entry) > waitingMost) sockets.end(socket, closeCodes.restarting, "too much at once");
      }
    }
  };
  /** Of an erased visitor nothing is shown any more; his windows come again as somebody new, for their tokens are gone. */
  const forget = (account: number, number: number): void => {
    visits.forget(account, number);
    for (const socket of seats.all(account)) if (socket.seat?.number === number) sockets.end(socket, closeCodes.restarting, "forgotten");
  };
  const failed = (socket: Socket, error: unknown): void => {
    if (error instanceof Refused) return sockets.end(socket, refusedCode, error.message);
    if (error instanceof Later) return sockets.end(socket, laterCode, error.message);
    // The database does not answer for a moment, or the widget was switched off: the window comes again and hears.
    if (!(error instanceof Refusal)) deps.log.error({ err: error }, "widget.failed");
    sockets.end(socket, closeCodes.restarting, "the server could not go on");
  };
  const carryOut = async (socket: Socket, seat: Seat, frame: Acted): Promise<void> => {
    const answer = (text: object): void => give(socket, [text]);
    const again = (reason: string): void => sockets.end(socket, closeCodes.restarting, reason);
    try {
      await act({ ...deps, visits, replaced, answer, again }, seat, frame);
    } catch (error) {
      if (!(error instanceof Refusal)) return failed(socket, error);
      // What nothing waits for is left out: it is said again with the next change, or lost like every signal.
      if (!("ref" in frame)) return;
      const { failure: code, message, field = null, retryAfterMs } = error.failure;
      const retry = retryAfterMs === undefined ? (code === "temporarily_unavailable" ? 5 : null) : Math.ceil(retryAfterMs / 1000);
      answer({ type: "failed", ref: frame.ref, code, message, field, retry_after_s: retry });
    }
  };

  const sockets: VisitorSockets<Seat> = deps.sockets({
    received(socket, bytes) {
      const frame = readFrame(bytes, deps.readJson);
      if (frame === null || (frame.type === "hello") !== (socket.working === 0 && socket.seat === null))
        return sockets.end(socket, closeCodes.forbidden, "unexpected frame");
      if (socket.working >= workingMost) return sockets.end(socket, closeCodes.tooManyFrames, "too many frames at once");
      socket.working++;
      const done = (): void => void socket.working--;
      if (frame.type === "hello") {
        sockets.greeted(socket);
        greet(socket, frame)
          .catch((error: unknown) => failed(socket, error))
          .finally(done);
        return;
      }
      const { seat } = socket;
      // Between hello and its welcome a window has nothing to say.
      if (seat === null) return sockets.end(socket, closeCodes.forbidden, "unexpected frame");
      void carryOut(socket, seat, frame).finally(done);
    },
    gone(socket) {
      if (socket.seat === null) return;
      seats.remove(socket, socket.seat);
      visits.left(socket.seat);
    },
  });
  const stops = [deps.subscribe(published), deps.onPresence((account) => situations.changed(account, false))];
  deps.onOperatorTyping(({ account, chatId, operatorId, typing }) => {
    for (const socket of seats.all(account)) {
      if (socket.seat?.chat?.id !== chatId) continue;
      deps
        .config(account)
        .then((config) => give(socket, [{ type: "typing", name: config.operators.get(operatorId)?.name ?? "", typing }]))
        .catch((error: unknown) => deps.log.error({ err: error, account }, "widget.typing_failed"));
    }
  });
  const invite: VisitorsHere["invite"] = (account, visitorId, invitation) => {
    const windows = [...seats.of(account, visitorId)];
    const most = windows[0]?.seat?.widget.settings.invitations.per_visit;
    const counted = most === undefined ? null : visits.countInvitation(account, visitorId, most);
    if (counted !== true) return counted === null ? "gone" : "enough";
    const sent = visits.invited(account, visitorId, { ...invitation, by: "operator", state: "sent" });
    if (sent === null) return "gone";
    tellWelcomed(windows, { type: "invitation", invitation: invitationWire(sent) });
    return "sent";
  };
  const withdraw: VisitorsHere["withdraw"] = (account, visitorId) => {
    if (!visits.withdraw(account, visitorId)) return false;
    tellWelcomed(seats.of(account, visitorId), { type: "withdrawn" });
    return true;
  };
  /** A window that is not welcomed yet hears how it stands in its welcome. */
  const tellWelcomed = (windows: Iterable<Socket>, frame: WidgetServerFrame): void => {
    for (const socket of windows) if (socket.seat?.waiting === null) give(socket, [frame]);
  };
  return {
    sockets,
    visitors: { online: (account) => visits.online(account), replaced: (account) => replaced.of(account), invite, withdraw },
    async close() {
      for (const stop of stops) stop();
      situations.close();
      queues.close();
      await sockets.close();
      await visits.close();
    },
  };
}
