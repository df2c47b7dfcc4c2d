import type { ClientFrame, Cursor, ServerFrame, closeCodes as protocolCodes } from "@parlour/protocol";

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

const firstDelayMs = 500;
const longestDelayMs = 30_000;
const quietMs = 30_000;
const probeMs = 8_000;

/** Keeps one operator socket alive: hello with the cursor, catch-up, reconnect with growing, scattered delays (API-100 – API-105). */
export function connectSocket(deps: SocketDeps): Connection {
  const { timers } = deps;
  let state: ConnectionState = { kind: "connecting" };
  let socket: SocketLike | null = null;
  let failures = 0;
  let offlineSince: number | null = null;
  let retryTimer: unknown = null;
  let quietTimer: unknown = null;
  let closed = false;
  let catchUp: { from: number; to: number } | null = null;
  let resetting = false;

  const setState = (next: ConnectionState) => {
    state = next;
    deps.onState(next);
  };

  const dial = () => {
    retryTimer = null;
    if (closed) return;
    if (offlineSince === null) setState({ kind: "connecting" });
    else setState({ kind: "offline", since: offlineSince, nextTryAt: null });
    const opened = deps.open();
    socket = opened;
    const mine = () => socket === opened && !closed;
    opened.onopen = () => {
      if (mine()) {
        opened.send(JSON.stringify({ type: "hello", after: deps.cursor() }));
        listenForQuiet();
      }
    };
    opened.onmessage = (event) => {
      if (!mine()) return;
      const frame = parse(event.data);
      listenForQuiet();
      if (frame) take(frame);
    };
    opened.onerror = () => undefined; // A close event follows and decides.
    opened.onclose = (event) => {
      if (mine()) lost(event.code);
    };
  };

  const take = (frame: ServerFrame) => {
    if (frame.type === "ready") {
      const from = deps.cursor();
      deps.onFrame(frame);
      // Without a cursor nothing fills the time up to now: what was read over HTTP before is read again.
      if (from === null) {
        startReload(offlineSince === null ? { kind: "connecting" } : { kind: "catching_up", done: 0, total: 0 });
        return;
      }
      catchUp = from.epoch === frame.epoch ? { from: from.position, to: frame.position } : { from: frame.position, to: frame.position };
      if (!resetting) setState({ kind: "catching_up", done: 0, total: catchUp.to - catchUp.from });
      return;
    }
    if (frame.type === "reset") {
      deps.onFrame(frame);
      startReload({ kind: "catching_up", done: 0, total: 0 });
      return;
    }
    deps.onFrame(frame);
    if (frame.type === "event" && catchUp && !resetting && state.kind === "catching_up") {
      setState({ kind: "catching_up", done: Math.min(frame.position, catchUp.to) - catchUp.from, total: catchUp.to - catchUp.from });
    }
    if (frame.type === "live") {
      catchUp = null;
      if (!resetting) nowLive();
    }
  };

  const startReload = (shown: ConnectionState) => {
    catchUp = null;
    resetting = true;
    setState(shown);
    void reload();
  };

  const reload = async () => {
    const during = socket;
    try {
      await deps.onReset();
    } catch {
      if (socket === during) {
        resetting = false;
        cut();
      }
      return;
    }
    resetting = false;
    if (socket === during && !closed && catchUp === null) nowLive();
  };

  const nowLive = () => {
    failures = 0;
    offlineSince = null;
    setState({ kind: "live" });
  };

  /** The server's pings are invisible to a page, so a connection that died without a word is found by asking. */
  const listenForQuiet = () => {
    timers.clear(quietTimer);
    if (!deps.probe) return;
    quietTimer = timers.set(ask, quietMs);
  };

  const ask = () => {
    const asked = socket;
    timers.clear(quietTimer);
    const give = timers.set(() => {
      if (socket === asked) cut();
    }, probeMs);
    deps.probe?.().then(
      () => {
        timers.clear(give);
        if (socket === asked) listenForQuiet();
      },
      () => {
        timers.clear(give);
        if (socket === asked) cut();
      },
    );
  };

  const cut = () => {
    const dead = socket;
    if (!dead) return;
    dead.close();
    if (socket === dead && !closed) lost(1006);
  };

  const lost = (code: number) => {
    socket = null;
    catchUp = null;
    resetting = false;
    timers.clear(quietTimer);
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

  dial();
  return {
    get state() {
      return state;
    },
    send(frame) {
      if (!socket || (state.kind !== "live" && state.kind !== "catching_up")) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    retryNow() {
      if (retryTimer !== null) {
        timers.clear(retryTimer);
        dial();
      } else if (state.kind === "live" && deps.probe) ask();
    },
    close() {
      closed = true;
      timers.clear(retryTimer);
      timers.clear(quietTimer);
      const open = socket;
      socket = null;
      open?.close();
    },
  };
}

/** 1012: 0–2 s of chance, so that a restart is not followed by a crowd (API-105). Else doubling, half of it by chance, 30 s at most. */
export function delayAfter(code: number, failures: number, random: number): number {
  if (code === closeCodes.restarting && failures === 0) return Math.round(random * 2000);
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures, 10));
  return Math.round(full / 2 + (full / 2) * random);
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
