import type { Cursor, ServerFrame } from "@parlour/protocol";
import type { Timers } from "../timers.ts";

export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "catching_up"; readonly done: number; readonly total: number }
  | { readonly kind: "live" }
  /** Unix ms. `nextTryAt` is null during an attempt and while the network is down. */
  | { readonly kind: "offline"; readonly since: number; readonly nextTryAt: number | null }
  /** The session has ended (close code 4001). The client makes no further attempts. */
  | { readonly kind: "signed_out" };

/** The members of WebSocket that are used. */
export interface SocketLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** A socket whose code is loaded first. `send` and `close` are replaced when it is there. */
export interface PendingSocket extends SocketLike {
  readyState: number;
}

export interface SocketDeps {
  open: () => SocketLike;
  timers: Timers;
  /** Returns a random number, at least 0 and below 1, for the jitter. */
  random: () => number;
  /** Returns the position to continue from. null before the first connection. */
  cursor: () => Cursor | null;
  onFrame: (frame: ServerFrame) => void;
  onState: (state: ConnectionState) => void;
  /** Loads the lists, if the cursor is unusable. Nothing is sent until it settles (API-103). */
  onReset: () => Promise<void>;
}
