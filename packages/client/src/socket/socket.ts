import type { ClientFrame, Cursor, ServerFrame } from "@parlour/protocol";
import { createCatchUp } from "./catch-up.ts";
import { createMove } from "./move.ts";
import { closeCodes, createReconnect } from "./reconnect.ts";
import { createSocketTransport } from "./transport.ts";
import type { ConnectionState, SocketDeps } from "./types.ts";
import type { Timers } from "../timers.ts";

export interface Connection {
  readonly state: ConnectionState;
  /**
   * Sends a frame. Returns false when not connected. The frame is then lost, which is acceptable
   * for signals.
   */
  send(frame: ClientFrame): boolean;
  /**
   * Reconnects now. Called on Try now, on `online`, and when the page becomes visible. If the
   * connection seems live, sends a probe.
   */
  retryNow(): void;
  close(): void;
}

/**
 * Creates an operator connection: `hello` with the cursor, catch-up, and reconnects with
 * exponential backoff and jitter (API-100 – API-105), and moves to another node (API-375).
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
  const hello = (): ClientFrame => ({ type: "hello", after: deps.cursor() });
  const handleLoss = (code: number) => {
    move.stop();
    catchUp.stop();
    heartbeat.stop();
    closed = code === closeCodes.signedOut;
    setState(closed ? { kind: "signed_out" } : reconnection.scheduleReconnect(code));
  };
  const transport = createSocketTransport({
    open: deps.open,
    hello,
    onFrame(frame) {
      heartbeat.recordActivity();
      if (frame?.type === "wait")
        setState(reconnection.scheduleHello(frame.retry_after_s, transport.sendHello));
      else if (frame?.type === "move" && state.kind === "live") move.start(frame.within_ms);
      else if (frame) catchUp.handleFrame(frame);
    },
    onLost: handleLoss,
  });
  const move = createMove({
    ...deps,
    hello,
    onLive(socket, frames) {
      transport.replace(socket);
      heartbeat.restart();
      for (const frame of skipDelivered(frames, deps.cursor())) deps.onFrame(frame);
      // The state is reported again, because subscriptions must be repeated on the second socket.
      setState({ kind: "live" });
    },
  });
  const reconnection = createReconnect(deps, connect);
  const heartbeat = createHeartbeat({
    timers: deps.timers,
    probe: deps.probe,
    onDead: transport.disconnect,
  });
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
    send: (frame) =>
      (state.kind === "live" || state.kind === "catching_up") && transport.send(frame),
    retryNow() {
      if (!reconnection.retryNow() && state.kind === "live") heartbeat.probeNow();
    },
    close() {
      closed = true;
      move.stop();
      reconnection.stop();
      catchUp.stop();
      heartbeat.stop();
      transport.close();
    },
  };
}

/** Returns the frames without the events up to the cursor, which another socket has delivered. */
function skipDelivered(
  frames: readonly ServerFrame[],
  cursor: Cursor | null,
): readonly ServerFrame[] {
  const position = cursor?.position ?? 0;
  return frames.filter((frame) => frame.type !== "event" || frame.position > position);
}

interface HeartbeatDeps {
  timers: Timers;
  /**
   * Sends a request that the server must respond to. Without it, a dead connection is never
   * detected.
   */
  probe: (() => Promise<unknown>) | undefined;
  onDead: () => void;
}

const idleTimeoutMs = 30_000;
const probeTimeoutMs = 8_000;

/**
 * Creates the detector of dead connections. A page cannot see the server's pings, so the detector
 * sends a request after 30 s without a frame.
 */
function createHeartbeat({ timers, probe, onDead }: HeartbeatDeps) {
  let idleTimer: unknown = null;
  /** Number of the connection. A late response to a request of an earlier connection is ignored. */
  let connectionNumber = 0;
  const recordActivity = () => {
    timers.clear(idleTimer);
    if (probe) idleTimer = timers.set(probeNow, idleTimeoutMs);
  };
  const probeNow = () => {
    if (!probe) return;
    const probedConnection = connectionNumber;
    timers.clear(idleTimer);
    checkAlive(probe, timers, (isAlive) => {
      if (connectionNumber === probedConnection) (isAlive ? recordActivity : onDead)();
    });
  };
  const stop = () => {
    connectionNumber += 1;
    timers.clear(idleTimer);
  };
  return {
    /** Restarts the idle timer. Called for every frame. */
    recordActivity,
    /** Sends a request immediately. */
    probeNow,
    /** Starts again for another connection. */
    restart() {
      stop();
      recordActivity();
    },
    stop,
  };
}

/**
 * Calls `onResult` with false after 8 s without a response, and with true if the response arrives
 * later.
 */
function checkAlive(
  probe: () => Promise<unknown>,
  timers: Timers,
  onResult: (isAlive: boolean) => void,
): void {
  const timeout = timers.set(() => onResult(false), probeTimeoutMs);
  const end = (isAlive: boolean) => {
    timers.clear(timeout);
    onResult(isAlive);
  };
  probe().then(
    () => end(true),
    () => end(false),
  );
}
