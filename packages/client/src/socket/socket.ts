import type { ClientFrame, Cursor, ServerFrame } from "@parlour/protocol";
import { createCatchUp } from "./catch-up.ts";
import { createMove } from "./move.ts";
import { closeCodes, createReconnect } from "./reconnect.ts";
import { createSocketTransport } from "./transport.ts";
import type { ConnectionState, SocketDeps } from "./types.ts";
import type { Timers } from "../timers.ts";

export interface Connection {
  readonly state: ConnectionState;
  /** Sends a frame. Returns false when not connected: the frame is lost, as signals may be. */
  send(frame: ClientFrame): boolean;
  /** Reconnects now, or checks a live connection: Try now, `online`, or a visible page. */
  retryNow(): void;
  /** Treats the connection as lost, and reconnects. */
  drop(): void;
  close(): void;
}

/** Connects with `hello`, catch-up, reconnects and moves (API-100 – API-105, API-375). */
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
      else if (frame && frame.type !== "pong") catchUp.handleFrame(frame);
    },
    onLost: handleLoss,
  });
  const move = createMove({
    ...deps,
    hello,
    onLive(socket, frames) {
      transport.replace(socket);
      heartbeat.recordActivity();
      for (const frame of skipDelivered(frames, deps.cursor())) deps.onFrame(frame);
      // The state is reported again, because subscriptions must be repeated on the second socket.
      setState({ kind: "live" });
    },
  });
  const reconnection = createReconnect(deps, connect);
  const heartbeat = createHeartbeat({
    timers: deps.timers,
    ping: () => void transport.send({ type: "ping" }),
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
    retryNow: () => void (!reconnection.retryNow() && state.kind === "live" && heartbeat.pingNow()),
    drop: transport.disconnect,
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
  /** Sends `ping` on the socket. The server answers with a frame. */
  ping: () => void;
  onDead: () => void;
}

const idleTimeoutMs = 30_000;
const pongTimeoutMs = 8_000;

/**
 * Creates the detector of dead connections. A page cannot see the server's pings, so the detector
 * sends a ping of its own after 30 s without a frame. A request would not do, because the balancer
 * sends it to another node if that of the socket does not respond.
 */
function createHeartbeat({ timers, ping, onDead }: HeartbeatDeps) {
  let timer: unknown = null;
  const stop = () => timers.clear(timer);
  const pingNow = () => {
    stop();
    timer = timers.set(onDead, pongTimeoutMs);
    ping();
  };
  return {
    /** Restarts the idle timer. Called for every frame. */
    recordActivity() {
      stop();
      timer = timers.set(pingNow, idleTimeoutMs);
    },
    /** Sends a ping immediately. The connection is dead if no frame arrives within 8 s. */
    pingNow,
    stop,
  };
}
