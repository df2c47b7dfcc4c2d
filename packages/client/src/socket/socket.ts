import type { ClientFrame, Cursor, ServerFrame } from "@parlour/protocol";
import { createCatchUp } from "./catch-up.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { closeCodes, createReconnect } from "./reconnect.ts";
import { createSocketTransport } from "./transport.ts";

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
export interface Timers {
  now(): number;
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
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
export interface Connection {
  readonly state: ConnectionState;
  /** Returns false when not connected. Signals are then lost, which is acceptable. */
  send(frame: ClientFrame): boolean;
  /**
   * Reconnects now (Try now, `online`, the page becomes visible). Probes a connection that seems
   * live.
   */
  retryNow(): void;
  close(): void;
}

/**
 * Creates an operator connection: `hello` with the cursor, catch-up, and reconnects with
 * exponential backoff and jitter (API-100 – API-105).
 */
export function createConnection(deps: SocketDeps): Connection {
  let state: ConnectionState = { kind: "connecting" };
  let closed = false;
  const setState = (next: ConnectionState) => {
    state = next;
    deps.onState(next);
  };
  const connect = () => {
    if (closed) return;
    const since = reconnection.offlineSince();
    setState(since === null ? { kind: "connecting" } : { kind: "offline", since, nextTryAt: null });
    transport.connect();
  };
  const handleLoss = (code: number) => {
    catchUp.stop();
    heartbeat.stop();
    closed = code === closeCodes.signedOut;
    setState(closed ? { kind: "signed_out" } : reconnection.scheduleReconnect(code));
  };
  const transport = createSocketTransport({
    open: deps.open,
    hello: () => ({ type: "hello", after: deps.cursor() }),
    onFrame(frame) {
      heartbeat.recordActivity();
      if (frame?.type === "wait") setState(reconnection.scheduleHello(frame.retry_after_s, transport.sendHello));
      else if (frame) catchUp.handleFrame(frame);
    },
    onLost: handleLoss,
  });
  const reconnection = createReconnect(deps, connect);
  const heartbeat = createHeartbeat({ timers: deps.timers, probe: deps.probe, onDead: transport.disconnect });
  const catchUp = createCatchUp({
    ...deps,
    state: () => state,
    wasOffline: () => reconnection.offlineSince() !== null,
    onState: setState,
    onLive() {
      reconnection.succeeded();
      setState({ kind: "live" });
    },
    onFailed: transport.disconnect,
  });
  connect();
  return {
    get state() {
      return state;
    },
    send: (frame) => (state.kind === "live" || state.kind === "catching_up") && transport.send(frame),
    retryNow() {
      if (!reconnection.retryNow() && state.kind === "live") heartbeat.probeNow();
    },
    close() {
      closed = true;
      reconnection.stop();
      catchUp.stop();
      heartbeat.stop();
      transport.close();
    },
  };
}
