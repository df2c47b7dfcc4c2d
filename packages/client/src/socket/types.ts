import type { Cursor, ServerFrame } from "@parlour/protocol";
import type { Timers } from "../timers.ts";

export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "catching_up"; readonly done: number; readonly total: number }
  | { readonly kind: "live" }
  /**
   * `since` and `nextTryAt` are Unix milliseconds. `nextTryAt` is null during an attempt and while
   * the network is down.
   */
  | { readonly kind: "offline"; readonly since: number; readonly nextTryAt: number | null }
  /** The session has ended (4001). No further attempts. */
  | { readonly kind: "signed_out" };

/** The used part of a WebSocket. */
export interface SocketLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export interface SocketDeps {
  open: () => SocketLike;
  timers: Timers;
  /** Returns 0 ≤ x < 1, for the jitter. */
  random: () => number;
  /** Returns the position to continue from. null before the first connection. */
  cursor: () => Cursor | null;
  onFrame: (frame: ServerFrame) => void;
  onState: (state: ConnectionState) => void;
  /**
   * Loads the lists over HTTP: there is no cursor yet, or the journal no longer reaches back to it.
   * Sending waits until the promise settles (API-103).
   */
  onReset: () => Promise<void>;
  /**
   * Asks the server for a response after 30 s without a frame. A rejection closes the connection.
   */
  probe?: () => Promise<unknown>;
}
