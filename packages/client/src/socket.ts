import type { ClientFrame, Cursor, ServerFrame } from "@parlour/protocol";
import { createCatchUp } from "./socket-catch-up.ts";
import { createQuietWatch } from "./socket-quiet.ts";
import { closeCodes, createRedial } from "./socket-redial.ts";
import { createWire } from "./socket-wire.ts";

export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "catching_up"; readonly done: number; readonly total: number }
  | { readonly kind: "live" }
  /** `since` and `nextTryAt` are Unix milliseconds; `nextTryAt` null: trying now, or waiting for the network to come back. */
  | { readonly kind: "offline"; readonly since: number; readonly nextTryAt: number | null }
  /** The session is gone (4001): no further tries. */
  | { readonly kind: "signed_out" };

/** The part of a WebSocket that is used. */
export interface SocketLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}
export interface Timers {
  now(): number;
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export interface SocketDeps {
  open: () => SocketLike;
  timers: Timers;
  /** 0 ≤ x < 1, for the jitter. */
  random: () => number;
  /** Where to go on; null at first. */
  cursor: () => Cursor | null;
  onFrame: (frame: ServerFrame) => void;
  onState: (state: ConnectionState) => void;
  /** No cursor yet, or the kept journal does not reach back: load the lists over HTTP; sending waits until the promise is settled (API-103). */
  onReset: () => Promise<void>;
  /** Asks the server for a sign of life when nothing came for a while; a rejection cuts the connection. */
  probe?: () => Promise<unknown>;
}
export interface Connection {
  readonly state: ConnectionState;
  /** False when not connected: signals are lost then, by their nature. */
  send(frame: ClientFrame): boolean;
  /** Tries at once (Try now, `online`, the page comes to the front); a connection that seems live is asked whether it is. */
  retryNow(): void;
  close(): void;
}

/** Keeps one operator socket alive: hello with the cursor, catch-up, reconnect with growing, scattered delays (API-100 – API-105). */
export function connectSocket(deps: SocketDeps): Connection {
  let state: ConnectionState = { kind: "connecting" };
  let closed = false;
  const setState = (next: ConnectionState) => {
    state = next;
    deps.onState(next);
  };
  const dial = () => {
    if (closed) return;
    const since = redial.offlineSince();
    setState(since === null ? { kind: "connecting" } : { kind: "offline", since, nextTryAt: null });
    wire.dial();
  };
  const lost = (code: number) => {
    catchUp.stop();
    quiet.stop();
    closed = code === closeCodes.signedOut;
    setState(closed ? { kind: "signed_out" } : redial.later(code));
  };
  const wire = createWire({
    open: deps.open,
    hello: () => ({ type: "hello", after: deps.cursor() }),
    onFrame(frame) {
      quiet.heard();
      if (frame?.type === "wait") setState(redial.greetLater(frame.retry_after_s, wire.greet));
      else if (frame) catchUp.take(frame);
    },
    onLost: lost,
  });
  const redial = createRedial(deps, dial);
  const quiet = createQuietWatch({ timers: deps.timers, probe: deps.probe, onDead: wire.cut });
  const catchUp = createCatchUp({
    ...deps,
    state: () => state,
    wasOffline: () => redial.offlineSince() !== null,
    onState: setState,
    onLive() {
      redial.succeeded();
      setState({ kind: "live" });
    },
    onFailed: wire.cut,
  });
  dial();
  return {
    get state() {
      return state;
    },
    send: (frame) => (state.kind === "live" || state.kind === "catching_up") && wire.send(frame),
    retryNow() {
      if (!redial.atOnce() && state.kind === "live") quiet.ask();
    },
    close() {
      closed = true;
      redial.stop();
      catchUp.stop();
      quiet.stop();
      wire.hangUp();
    },
  };
}
