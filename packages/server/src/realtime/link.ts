import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import { Backlog } from "./backlog.ts";

export interface UnsentLimits {
  readonly bytes: number;
  readonly events: number;
  readonly ageMs: number;
}

/** API-105, as the limits stand now. */
export function unsentLimits(limits: Pick<Limits, "value">): UnsentLimits {
  return { bytes: limits.value("unsent_kib") * 1024, events: limits.value("unsent_events"), ageMs: limits.value("unsent_seconds") * 1_000 };
}

/**
 * One socket, of an operator or of a visitor. No timer and no closure of its own: thousands of them are idle most of the time (PERF-8).
 * Frames are written to the stream below the WebSocket, one shared buffer for all; the WebSocket reads, answers pings and closes.
 */
export class Link {
  readonly ws: WebSocket;
  readonly stream: Duplex;
  /** `monotonic()` from which a hello is awaited; it is due 10 s later. */
  helloFrom: number;
  awaitsPong = false;
  bucket = 0;
  /** Frames of the client in the running second, and requests they caused that still run. */
  frames = 0;
  secondAt = 0;
  working = 0;
  backlog: Backlog | null = null;

  constructor(ws: WebSocket, stream: Duplex, openedAt: number) {
    this.ws = ws;
    this.stream = stream;
    this.helloFrom = openedAt;
    this.secondAt = openedAt;
  }

  /**
   * Closes with a code of API-105. A peer that has closed its side already hears nothing more, and `ws` sets it no time limit: what it does not
   * take would keep the socket, and whoever waits for its end.
   */
  close(code: number, reason: string): void {
    if (this.ws.readyState === this.ws.CLOSING) this.ws.terminate();
    else this.ws.close(code, reason);
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
  settle(now: number, limits: UnsentLimits): "sent" | "kept" | "too slow" {
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
