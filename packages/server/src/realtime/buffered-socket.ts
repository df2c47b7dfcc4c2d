import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { BufferedStream } from "./buffered-stream.ts";

/**
 * A socket of an operator or a visitor. It has no timer and no closure of its own, because
 * thousands of sockets are idle most of the time (PERF-8). Frames are written to the stream below
 * the WebSocket, with one shared buffer for all sockets. The WebSocket reads, responds to pings and
 * closes.
 */
export class BufferedSocket extends BufferedStream<Duplex> {
  readonly ws: WebSocket;
  /** Monotonic time in ms since which a hello is expected. It must arrive within 10 s. */
  helloSince: number;
  awaitsPong = false;
  bucket = 0;
  /** Number of client frames in the current second, and of requests that are still running. */
  frameCount = 0;
  secondAt = 0;
  pendingFrames = 0;
  /** Monotonic time in ms at which the client was last asked to move (API-375). */
  moveRequestedAt: number | null = null;

  constructor(ws: WebSocket, stream: Duplex, openedAt: number) {
    super(stream);
    this.ws = ws;
    this.helloSince = openedAt;
    this.secondAt = openedAt;
  }

  /**
   * Closes the socket with a code of API-105. Terminates it if there is unsent data and the peer
   * has closed its side. `ws` sets no time limit for such a socket.
   */
  close(code: number, reason: string): void {
    if (this.ws.readyState === this.ws.CLOSING) this.ws.terminate();
    else this.ws.close(code, reason);
  }

  /** Counts a frame of the client. Returns the number of frames in the current second. */
  countFrame(now: number): number {
    if (now - this.secondAt >= 1_000) {
      this.secondAt = now;
      this.frameCount = 0;
    }
    return ++this.frameCount;
  }
}
