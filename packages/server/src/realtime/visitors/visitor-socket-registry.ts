import { closeCodes } from "@parlour/protocol";
import { WebSocket, type RawData } from "ws";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import { pingFrame, encodeTextFrames } from "../websocket-frame.ts";
import { computeHelloDelayS } from "../hello-delay.ts";
import { getSendBufferLimits, type SendBufferLimits } from "../buffered-stream.ts";
import type { SocketHandler, VisitorSocket } from "./visitor-socket.ts";
import { TimerWheel } from "../timer-wheel.ts";
import {
  findAskedSockets,
  selectSocketsToMove,
  serializeMove,
  type MoveRequest,
} from "../socket-moves.ts";

export interface VisitorSocketRegistryDeps<Connection> {
  readonly clock: Clock;
  readonly limits: Limits;
  /** Called with a complete text frame that is not parsed yet. */
  readonly received: (socket: VisitorSocket<Connection>, bytes: Buffer) => void;
  /** Returns whether the visitor connection of the socket has received its welcome. */
  readonly isLive: (connection: Connection) => boolean;
  readonly onDisconnect: (socket: VisitorSocket<Connection>) => void;
}

/** All open visitor sockets of the node. Sends frames, and closes dead and slow sockets. */
export class VisitorSocketRegistry<Connection> implements SocketHandler<Connection> {
  /** False: new sockets are refused, and windows are not asked to wait (`MovableSockets`). */
  isAccepting = true;
  readonly #deps: VisitorSocketRegistryDeps<Connection>;
  readonly #open = new Set<VisitorSocket<Connection>>();
  readonly #backlogged = new Set<VisitorSocket<Connection>>();
  readonly #wheel: TimerWheel<VisitorSocket<Connection>>;
  #sendBufferLimits: SendBufferLimits;
  /** Number of WebSockets that are not completely closed, open or not. */
  #count = 0;
  #onAllClosed: (() => void) | null = null;
  readonly closedByCode: Record<number, number> = {};

  constructor(deps: VisitorSocketRegistryDeps<Connection>) {
    this.#deps = deps;
    this.#sendBufferLimits = getSendBufferLimits(deps.limits);
    this.#wheel = new TimerWheel<VisitorSocket<Connection>>({
      clock: deps.clock,
      ping(socket) {
        if (socket.ws.readyState === WebSocket.OPEN) socket.stream.write(pingFrame);
      },
      onDead: (socket) => {
        this.#leave(socket);
        socket.ws.terminate();
      },
      onMissingHello: (socket) =>
        this.closeSocket(socket, closeCodes.tooSlow, "no hello within 10 s"),
      tick: (now) => this.#tick(now),
      needsTick: () => false,
    });
  }

  /** Number of sockets that have not responded to their ping yet. */
  get awaited(): number {
    return this.#wheel.countAwaitingPong();
  }
  get count(): number {
    return this.#count;
  }
  add(socket: VisitorSocket<Connection>): void {
    this.#count++;
    this.#open.add(socket);
    this.#wheel.add(socket);
  }
  helloReceived(socket: VisitorSocket<Connection>): void {
    this.#wheel.helloReceived(socket);
  }
  /** Postpones the hello of a window (API-165), or closes its socket if none are accepted. */
  postponeHello(socket: VisitorSocket<Connection>): void {
    if (!socket.isOpen) return;
    if (!this.isAccepting) return this.closeSocket(socket, closeCodes.restarting, "restarting");
    const seconds = computeHelloDelayS(this.#open.size);
    this.#wheel.awaitHello(socket, 2_000 * seconds);
    this.send(socket, [JSON.stringify({ type: "wait", retry_after_s: seconds })]);
  }
  send(socket: VisitorSocket<Connection>, texts: readonly string[]): void {
    if (!socket.isOpen || socket.ws.readyState !== WebSocket.OPEN) return;
    const outcome = socket.push(
      [encodeTextFrames(texts)],
      texts.length,
      this.#deps.clock,
      this.#sendBufferLimits,
    );
    if (outcome === "kept") this.#backlogged.add(socket);
    else if (outcome === "too slow") this.closeSocket(socket, closeCodes.tooSlow, "too slow");
  }
  closeSocket(socket: VisitorSocket<Connection>, code: number, reason: string): void {
    if (!socket.isOpen) return;
    this.#leave(socket);
    this.closedByCode[code] = (this.closedByCode[code] ?? 0) + 1;
    socket.close(code, reason);
  }
  received(socket: VisitorSocket<Connection>, data: RawData, isBinary: boolean): void {
    const { clock, limits, received } = this.#deps;
    if (!socket.isOpen) return;
    if (socket.countFrame(clock.monotonic()) > limits.value("socket_frames_per_second"))
      return this.closeSocket(socket, closeCodes.tooManyFrames, "too many frames");
    if (isBinary) return this.closeSocket(socket, closeCodes.forbidden, "unexpected frame");
    received(socket, data as Buffer);
  }
  closed(socket: VisitorSocket<Connection>): void {
    this.#leave(socket);
    if (--this.#count === 0) this.#onAllClosed?.();
  }
  /** Asks live chat windows to move to another node (WG-225). Returns their number. */
  requestMoves(request: MoveRequest): number {
    const { clock, isLive } = this.#deps;
    const selected = selectSocketsToMove(
      this.#open,
      ({ connection }) => connection !== null && isLive(connection),
      request,
      clock.monotonic(),
    );
    for (const socket of selected) this.send(socket, [serializeMove(request)]);
    return selected.length;
  }
  countAsked(since: number): number {
    return findAskedSockets(this.#open, since).length;
  }
  closeAsked(since: number, until: number): void {
    for (const socket of findAskedSockets(this.#open, since, until))
      this.closeSocket(socket, closeCodes.restarting, "restarting");
  }
  /** Closes all sockets with 1012. Resolves when all are closed. */
  async close(): Promise<void> {
    const allClosed = new Promise<void>((resolve) => {
      this.#onAllClosed = resolve;
    });
    for (const socket of this.#open) this.closeSocket(socket, closeCodes.restarting, "restarting");
    if (this.#count > 0) await allClosed;
    this.#wheel.stop();
  }

  #tick(now: number): void {
    this.#sendBufferLimits = getSendBufferLimits(this.#deps.limits);
    for (const socket of this.#backlogged) {
      const outcome = socket.settle(now, this.#sendBufferLimits);
      if (outcome === "sent") this.#backlogged.delete(socket);
      else if (outcome === "too slow") this.closeSocket(socket, closeCodes.tooSlow, "too slow");
    }
  }
  #leave(socket: VisitorSocket<Connection>): void {
    if (!socket.isOpen) return;
    socket.isOpen = false;
    this.#open.delete(socket);
    this.#backlogged.delete(socket);
    this.#wheel.remove(socket);
    if (socket.connection !== null) this.#deps.onDisconnect(socket);
  }
}
