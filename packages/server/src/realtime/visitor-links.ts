import { closeCodes } from "@parlour/protocol";
import { WebSocket, type RawData } from "ws";
import type { Clock } from "../core/command.ts";
import type { Limits } from "../limits/index.ts";
import { pingFrame, textFrames } from "./frame.ts";
import { helloWaitS } from "./hello-wait.ts";
import { unsentLimits, type UnsentLimits } from "./link.ts";
import type { Owner, VisitorSocket } from "./visitor-socket.ts";
import { Wheel } from "./wheel.ts";

export interface VisitorLinksDeps<Seat> {
  readonly clock: Clock;
  readonly limits: Pick<Limits, "value">;
  /** Called with a complete text frame, not parsed yet. */
  readonly received: (socket: VisitorSocket<Seat>, bytes: Buffer) => void;
  /** Called when a socket with a visitor connection disconnects. */
  readonly gone: (socket: VisitorSocket<Seat>) => void;
}

/**
 * Registry of open visitor sockets: sends frames, detects dead and slow sockets, and closes them.
 */
export class VisitorLinks<Seat> implements Owner<Seat> {
  readonly #deps: VisitorLinksDeps<Seat>;
  readonly #open = new Set<VisitorSocket<Seat>>();
  readonly #backlogged = new Set<VisitorSocket<Seat>>();
  readonly #wheel: Wheel<VisitorSocket<Seat>>;
  #unsent: UnsentLimits;
  /** WebSockets whose close is not complete, including those that no longer count as open. */
  #count = 0;
  #allGone: (() => void) | null = null;
  /** Number of closed sockets by close code. */
  readonly closedByCode: Record<number, number> = {};

  constructor(deps: VisitorLinksDeps<Seat>) {
    this.#deps = deps;
    this.#unsent = unsentLimits(deps.limits);
    this.#wheel = new Wheel<VisitorSocket<Seat>>({
      clock: deps.clock,
      ping(socket) {
        if (socket.ws.readyState === WebSocket.OPEN) socket.stream.write(pingFrame);
      },
      dead: (socket) => {
        this.#leave(socket);
        socket.ws.terminate();
      },
      noHello: (socket) => this.end(socket, closeCodes.tooSlow, "no hello within 10 s"),
      tick: (now) => this.#tick(now),
      busy: () => false,
    });
  }

  /** Number of sockets that have not answered their ping yet. */
  get awaited(): number {
    return this.#wheel.awaited();
  }
  get count(): number {
    return this.#count;
  }
  add(socket: VisitorSocket<Seat>): void {
    this.#count++;
    this.#open.add(socket);
    this.#wheel.add(socket);
  }
  greeted(socket: VisitorSocket<Seat>): void {
    this.#wheel.greeted(socket);
  }
  /** Asks the chat window to repeat its hello later. The socket stays open (API-165). */
  askLater(socket: VisitorSocket<Seat>): void {
    if (!socket.isOpen) return;
    const seconds = helloWaitS(this.#open.size);
    this.#wheel.awaitHello(socket, 2_000 * seconds);
    this.give(socket, [JSON.stringify({ type: "wait", retry_after_s: seconds })]);
  }
  give(socket: VisitorSocket<Seat>, texts: readonly string[]): void {
    if (!socket.isOpen || socket.ws.readyState !== WebSocket.OPEN) return;
    const outcome = socket.push(textFrames([...texts]), texts.length, this.#deps.clock, this.#unsent);
    if (outcome === "kept") this.#backlogged.add(socket);
    else if (outcome === "too slow") this.end(socket, closeCodes.tooSlow, "too slow");
  }
  end(socket: VisitorSocket<Seat>, code: number, reason: string): void {
    if (!socket.isOpen) return;
    this.#leave(socket);
    this.closedByCode[code] = (this.closedByCode[code] ?? 0) + 1;
    socket.close(code, reason);
  }
  received(socket: VisitorSocket<Seat>, data: RawData, isBinary: boolean): void {
    const { clock, limits, received } = this.#deps;
    if (!socket.isOpen) return;
    if (socket.countFrame(clock.monotonic()) > limits.value("socket_frames_per_second"))
      return this.end(socket, closeCodes.tooManyFrames, "too many frames");
    if (isBinary) return this.end(socket, closeCodes.forbidden, "unexpected frame");
    received(socket, data as Buffer);
  }
  closed(socket: VisitorSocket<Seat>): void {
    this.#leave(socket);
    if (--this.#count === 0) this.#allGone?.();
  }
  /** Closes all sockets with 1012. Resolves when all are closed. */
  async close(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      this.#allGone = resolve;
    });
    for (const socket of this.#open) this.end(socket, closeCodes.restarting, "restarting");
    if (this.#count > 0) await gone;
    this.#wheel.stop();
  }

  #tick(now: number): void {
    this.#unsent = unsentLimits(this.#deps.limits);
    for (const socket of this.#backlogged) {
      const outcome = socket.settle(now, this.#unsent);
      if (outcome === "sent") this.#backlogged.delete(socket);
      else if (outcome === "too slow") this.end(socket, closeCodes.tooSlow, "too slow");
    }
  }
  #leave(socket: VisitorSocket<Seat>): void {
    if (!socket.isOpen) return;
    socket.isOpen = false;
    this.#open.delete(socket);
    this.#backlogged.delete(socket);
    this.#wheel.remove(socket);
    if (socket.seat !== null) this.#deps.gone(socket);
  }
}
