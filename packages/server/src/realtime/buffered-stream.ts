import type { Writable } from "node:stream";
import type { Clock } from "../core/command.ts";
import type { Limits } from "../limits/index.ts";

/** Limits of unsent data (API-105). A connection above one of them is closed. */
export interface SendBufferLimits {
  readonly bytes: number;
  readonly events: number;
  readonly ageMs: number;
}

/** Returns the current limits of API-105. */
export function getSendBufferLimits(limits: Limits): SendBufferLimits {
  return {
    bytes: limits.value("unsent_kib") * 1024,
    events: limits.value("unsent_events"),
    ageMs: limits.value("unsent_seconds") * 1_000,
  };
}

/** The methods of a stream or an HTTP response that `BufferedStream` uses. */
export type ClientStream = Pick<
  Writable,
  | "writableLength"
  | "writableNeedDrain"
  | "destroyed"
  | "cork"
  | "uncork"
  | "write"
  | "destroy"
  | "on"
  | "off"
>;

/** Writes to a client, and detects that the client is too slow. */
export class BufferedStream<S extends ClientStream = ClientStream> {
  readonly stream: S;
  sendBuffer: SendBuffer | null = null;

  constructor(stream: S) {
    this.stream = stream;
  }

  /**
   * Writes buffers of whole frames with one system call, whatever their number. Returns "too slow"
   * if the connection must be closed (4008 for a socket).
   */
  push(
    buffers: readonly Buffer[],
    events: number,
    clock: Clock,
    limits: SendBufferLimits,
  ): "sent" | "kept" | "too slow" {
    this.#write(buffers);
    const unsent = this.stream.writableLength;
    if (unsent === 0) {
      this.sendBuffer = null;
      return "sent";
    }
    const bytes = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    this.sendBuffer ??= new SendBuffer();
    this.sendBuffer.add(bytes, events, unsent, clock.monotonic());
    return unsent > limits.bytes || this.sendBuffer.events > limits.events ? "too slow" : "kept";
  }

  #write(buffers: readonly Buffer[]): void {
    // Corking a single buffer would only add work.
    if (buffers.length > 1) this.stream.cork();
    for (const buffer of buffers) this.stream.write(buffer);
    if (buffers.length > 1) this.stream.uncork();
  }

  /** Checks how long data has been unsent. */
  settle(now: number, limits: SendBufferLimits): "sent" | "kept" | "too slow" {
    if (!this.sendBuffer) return "sent";
    this.sendBuffer.settle(this.stream.writableLength);
    const oldest = this.sendBuffer.oldestAt;
    if (oldest === null) {
      this.sendBuffer = null;
      return "sent";
    }
    return now - oldest >= limits.ageMs ? "too slow" : "kept";
  }

  /** Resolves when the stream has drained or closed. */
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

interface UnsentFrame {
  readonly end: number;
  readonly events: number;
  readonly at: number;
}

/**
 * Frames that are written to a socket but not sent by the network yet (API-105). It exists only
 * while data is unsent, so a fast socket needs no memory. The ends of frames are counted in bytes
 * since the buffer was created. The number of unsent bytes therefore shows which frames are sent.
 */
export class SendBuffer {
  #totalBytes = 0;
  #events = 0;
  #first = 0;
  #frames: UnsentFrame[] = [];

  /** Adds frames. `unsent` is the number of bytes in the stream after these frames were written. */
  add(bytes: number, events: number, unsent: number, at: number): void {
    this.#totalBytes += bytes;
    this.#events += events;
    this.#frames.push({ end: this.#totalBytes, events, at });
    this.settle(unsent);
  }
  /** Removes sent frames. */
  settle(unsent: number): void {
    const sentBytes = this.#totalBytes - unsent;
    for (
      let frame = this.#frames[this.#first];
      frame && frame.end <= sentBytes;
      frame = this.#frames[this.#first]
    ) {
      this.#events -= frame.events;
      this.#first++;
    }
    if (this.#first > 256) {
      this.#frames = this.#frames.slice(this.#first);
      this.#first = 0;
    }
  }
  get events(): number {
    return this.#events;
  }
  /** Monotonic time at which the oldest unsent frame was added. Null if all frames are sent. */
  get oldestAt(): number | null {
    return this.#frames[this.#first]?.at ?? null;
  }
}
