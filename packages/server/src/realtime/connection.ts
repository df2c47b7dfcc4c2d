import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Principal } from "../auth/index.ts";
import type { Clock } from "../core/ports.ts";
import { Backlog } from "./backlog.ts";
import type { Hub } from "./hub.ts";

export type ConnectionState = "new" | "catching up" | "live" | "closed";

export interface UnsentLimits {
  readonly bytes: number;
  readonly events: number;
  readonly ageMs: number;
}

/**
 * One operator socket. No timer and no closure of its own: thousands of them are idle most of the time (PERF-8).
 * Frames are written to the stream below the WebSocket, one shared buffer for all; the WebSocket reads, answers pings and closes.
 */
export class Connection {
  readonly ws: WebSocket;
  readonly stream: Duplex;
  readonly hub: Hub;
  principal: Principal;
  state: ConnectionState = "new";
  /** `monotonic()` at which the socket opened; hello is due 10 s later. */
  readonly openedAt: number;
  /** Up to this position the client has, or may not see, everything. */
  from = 0;
  awaitsPong = false;
  bucket = 0;
  /** Frames of the client in the running second, and requests they caused that still run. */
  frames = 0;
  secondAt = 0;
  working = 0;
  backlog: Backlog | null = null;

  constructor(ws: WebSocket, stream: Duplex, hub: Hub, principal: Principal, openedAt: number) {
    this.ws = ws;
    this.stream = stream;
    this.hub = hub;
    this.principal = principal;
    this.openedAt = openedAt;
    this.secondAt = openedAt;
  }

  /** Gives a buffer of whole frames to the network. "too slow": the client must be closed (4008). */
  push(frames: Buffer, events: number, clock: Pick<Clock, "monotonic">, limits: UnsentLimits): "sent" | "kept" | "too slow" {
    this.stream.write(frames);
    const unsent = this.stream.writableLength;
    if (unsent === 0) {
      this.backlog = null;
      return "sent";
    }
    this.backlog ??= new Backlog();
    this.backlog.add(frames.length, events, unsent, clock.monotonic());
    return unsent > limits.bytes || this.backlog.events > limits.events ? "too slow" : "kept";
  }

  /** Counts a frame of the client; returns how many came in the running second. */
  countFrame(now: number): number {
    if (now - this.secondAt >= 1_000) {
      this.secondAt = now;
      this.frames = 0;
    }
    return ++this.frames;
  }

  /** Looks again at what is unsent, as time passes. */
  inspect(now: number, limits: UnsentLimits): "sent" | "kept" | "too slow" {
    if (!this.backlog) return "sent";
    this.backlog.settle(this.stream.writableLength);
    const oldest = this.backlog.oldestAt;
    if (oldest === null) {
      this.backlog = null;
      return "sent";
    }
    return now - oldest >= limits.ageMs ? "too slow" : "kept";
  }

  /** Resolves when the network took what it was given, or the socket ended. */
  drained(): Promise<void> {
    const { stream } = this;
    if (!stream.writableNeedDrain || stream.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        stream.off("drain", done);
        stream.off("close", done);
        resolve();
      };
      stream.on("drain", done);
      stream.on("close", done);
    });
  }
}
