import type { ClientFrame, Cursor, ServerFrame, closeCodes as protocolCodes } from "@parlour/protocol";
import { scatteredDelay } from "./retries.ts";
import { createCatchUp } from "./socket-catch-up.ts";
import { createQuietWatch } from "./socket-quiet.ts";

/** API-105. Written again, because the schemas of the protocol would bring their library into every page. */
const closeCodes = { signedOut: 4001, restarting: 1012 } as const satisfies Partial<typeof protocolCodes>;

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

/** Of WebSocket.readyState. */
const isOpen = 1;
const firstDelayMs = 500;

/** Keeps one operator socket alive: hello with the cursor, catch-up, reconnect with growing, scattered delays (API-100 – API-105). */
export function connectSocket(deps: SocketDeps): Connection {
  const { timers } = deps;
  let state: ConnectionState = { kind: "connecting" };
  let socket: SocketLike | null = null;
  let failures = 0;
  let offlineSince: number | null = null;
  let retryTimer: unknown = null;
  let closed = false;

  const setState = (next: ConnectionState) => {
    state = next;
    deps.onState(next);
  };

  const dial = () => {
    retryTimer = null;
    if (closed) return;
    setState(offlineSince === null ? { kind: "connecting" } : { kind: "offline", since: offlineSince, nextTryAt: null });
    const opened = deps.open();
    socket = opened;
    listen(opened, {
      isMine: () => socket === opened && !closed,
      onOpen() {
        opened.send(JSON.stringify({ type: "hello", after: deps.cursor() }));
        quiet.heard();
      },
      onFrame(frame) {
        quiet.heard();
        if (frame) catchUp.take(frame);
      },
      onLost: lost,
    });
  };

  const cut = () => {
    const dead = socket;
    if (!dead) return;
    dead.close();
    if (socket === dead && !closed) lost(1006);
  };

  const lost = (code: number) => {
    socket = null;
    catchUp.stop();
    quiet.stop();
    if (code === closeCodes.signedOut) {
      closed = true;
      setState({ kind: "signed_out" });
      return;
    }
    offlineSince ??= timers.now();
    const delay = delayAfter(code, failures, deps.random());
    failures += 1;
    retryTimer = timers.set(dial, delay);
    setState({ kind: "offline", since: offlineSince, nextTryAt: timers.now() + delay });
  };

  const quiet = createQuietWatch({ timers, probe: deps.probe, onDead: cut });
  const catchUp = createCatchUp({
    cursor: deps.cursor,
    onFrame: deps.onFrame,
    onReset: deps.onReset,
    state: () => state,
    wasOffline: () => offlineSince !== null,
    onState: setState,
    onLive() {
      failures = 0;
      offlineSince = null;
      setState({ kind: "live" });
    },
    onFailed: cut,
  });

  dial();
  return {
    get state() {
      return state;
    },
    send(frame) {
      if (!socket || (state.kind !== "live" && state.kind !== "catching_up")) return false;
      // It may be closing already, and its event still on the way.
      if (socket.readyState !== isOpen) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    retryNow() {
      // A try under way may still fail for the old reason: the next one then follows soon.
      failures = 0;
      if (retryTimer !== null) {
        timers.clear(retryTimer);
        dial();
      } else if (state.kind === "live") quiet.ask();
    },
    close() {
      closed = true;
      timers.clear(retryTimer);
      catchUp.stop();
      quiet.stop();
      const open = socket;
      socket = null;
      open?.close();
    },
  };
}

interface Listener {
  /** False once another socket took its place. */
  isMine: () => boolean;
  onOpen: () => void;
  /** Null: what came is no frame, but a sign of life. */
  onFrame: (frame: ServerFrame | null) => void;
  onLost: (code: number) => void;
}

function listen(socket: SocketLike, to: Listener): void {
  socket.onopen = () => {
    if (to.isMine()) to.onOpen();
  };
  socket.onmessage = (event) => {
    if (to.isMine()) to.onFrame(parse(event.data));
  };
  socket.onerror = () => undefined; // A close event follows and decides.
  socket.onclose = (event) => {
    if (to.isMine()) to.onLost(event.code);
  };
}

/** 1012: 0–2 s of chance, so that a restart is not followed by a crowd (API-105). Else doubling, half of it by chance, 30 s at most. */
export function delayAfter(code: number, failures: number, random: number): number {
  if (code === closeCodes.restarting && failures === 0) return Math.round(random * 2000);
  return Math.round(scatteredDelay(firstDelayMs, failures, random));
}

function parse(data: unknown): ServerFrame | null {
  if (typeof data !== "string") return null;
  try {
    const frame = JSON.parse(data) as ServerFrame;
    return typeof frame === "object" && frame !== null && typeof frame.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
