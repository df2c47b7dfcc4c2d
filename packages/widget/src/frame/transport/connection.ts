import type {
  WidgetClientFrame,
  WidgetServerFrame,
  WidgetModelFrame,
} from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";
import { createTimer } from "../../timer.ts";

/** The members of WebSocket that the chat window uses. */
export interface Socket {
  send(text: string): void;
  close(): void;
}
export interface SocketEvents {
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  readonly onClose: (code: number) => void;
}
export type OpenSocket = (events: SocketEvents) => Socket;

export interface ConnectionDeps {
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly hello: () => WidgetClientFrame;
  readonly onFrame: (frame: WidgetModelFrame) => void;
  /**
   * Called when the connection is lost. If `refused` is true, the widget is not allowed on this
   * page and does not reconnect. If it is null, another socket has replaced the connection, and its
   * `welcome` follows at once. What waits for a response is then sent again.
   */
  readonly onLost: (refused: boolean | null) => void;
}
export interface ChatWindowConnection {
  /**
   * Sends a frame. Returns false before `welcome`. The caller must queue frames that must not be
   * lost.
   */
  readonly send: (frame: WidgetClientFrame) => boolean;
  /**
   * Connects now, without waiting for the delay. Does nothing while a socket is open or opening.
   */
  reconnect(): void;
  /**
   * Sends a ping, to detect a dead connection. Called when the page becomes visible, because after
   * the machine has slept the browser may report a dead connection as open (WG-226).
   */
  readonly check: () => void;
  /** Treats the connection as dead: closes the socket and reconnects. */
  readonly drop: () => void;
}
/** First reconnect delay. With jitter, delays are between 0.5 and 30 s (WG-086). */
const minReconnectDelayMs = 1_000;
const maxReconnectDelayMs = 30_000;
/**
 * A socket that has not received `welcome` within this time is treated as dead. Some proxies accept
 * a socket but do not forward it.
 */
const welcomeTimeoutMs = 15_000;
/** Time without a frame after which a live connection is checked, and time for the answer. */
const idleTimeoutMs = 30_000;
const pongTimeoutMs = 8_000;
/**
 * Same value as `rejectedCloseCode` of the protocol. It is repeated here, because the widget
 * imports only types from the protocol.
 */
const refusedCode = 4004;

/**
 * Keeps the chat window connected. Sends a hello frame whenever a socket opens, and reconnects with
 * growing, jittered delays. Moves to another node without a gap if the server asks for it (WG-225).
 */
export function openChatWindowConnection(deps: ConnectionDeps): ChatWindowConnection {
  const { clock, hello, onFrame } = deps;
  let socket: Socket | null = null;
  /** The second socket during a move. It replaces the first when it gets `welcome`. */
  let next: Socket | null = null;
  let failures = 0;
  const timer = createTimer(clock);
  const ping = (): void => socket?.send('{"type":"ping"}');
  const heartbeat = createHeartbeat(clock, ping, () => onLost(0));

  /** Sends hello if a socket exists, and waits for `welcome`. */
  const sendHello = (): void => {
    socket?.send(JSON.stringify(hello()));
    timer.set(welcomeTimeoutMs, () => onLost(0));
  };
  const openNext = (): void => {
    sendHello();
    socket = open(0);
  };
  /** Opens the second socket, again after each failure until `end`, a time in ms. */
  const move = (end: number): void => {
    closeNext();
    if (clock.now() >= end) return;
    next = open(end);
    timer.set(end - clock.now(), closeNext);
  };
  const closeNext = (): void => {
    next?.close();
    next = null;
  };
  const open = (moveEnd: number): Socket => {
    const opened = deps.openSocket({
      onOpen: () => (opened === socket ? sendHello() : opened.send(JSON.stringify(hello()))),
      onMessage(text) {
        const frame = JSON.parse(text) as WidgetServerFrame;
        const isWelcome = frame.type === "welcome";
        if (isWelcome && opened === next) {
          socket?.close();
          socket = next;
          next = null;
          deps.onLost(null);
        }
        if (opened !== socket) return;
        if (isWelcome) {
          failures = 0;
          heartbeat.start();
          timer.stop();
        }
        heartbeat.recordFrame();
        if (frame.type === "wait")
          return timer.set(frame.retry_after_s * 1_000 * (1 + clock.random()), sendHello);
        if (frame.type === "move") return move(clock.now() + frame.within_ms);
        if (frame.type !== "pong") onFrame(frame);
      },
      onClose(code) {
        if (opened === socket) onLost(code);
        if (opened === next)
          timer.set(computeReconnectDelayMs(0, clock.random()), () => move(moveEnd));
      },
    });
    return opened;
  };
  const onLost = (code: number): void => {
    closeNext();
    socket?.close();
    socket = null;
    heartbeat.stop();
    const isRefused = code === refusedCode;
    if (isRefused) timer.stop();
    else timer.set(computeReconnectDelayMs(failures++, clock.random()), openNext);
    deps.onLost(isRefused);
  };
  openNext();
  return {
    send(frame) {
      if (heartbeat.isRunning()) socket?.send(JSON.stringify(frame));
      return heartbeat.isRunning();
    },
    reconnect: () => void (socket ?? openNext()),
    check: heartbeat.check,
    drop: () => void (socket !== null && onLost(0)),
  };
}

/**
 * Creates the detector of a dead connection (WG-226). It runs from the welcome until the connection
 * is lost. `check` sends a ping, also after a time without a frame. `onDead` is called if no frame
 * follows. A page does not see the server's own pings.
 */
function createHeartbeat(clock: Clock, ping: () => void, onDead: () => void) {
  const timer = createTimer(clock);
  let isRunning = false;
  const check = (): void => {
    if (!isRunning) return;
    ping();
    timer.set(pongTimeoutMs, onDead);
  };
  return {
    isRunning: () => isRunning,
    start: () => void (isRunning = true),
    recordFrame: () => void (isRunning && timer.set(idleTimeoutMs, check)),
    check,
    stop(): void {
      isRunning = false;
      timer.stop();
    },
  };
}

/** Returns the delay in ms before the next attempt. `random` is at least 0 and below 1. */
const computeReconnectDelayMs = (failures: number, random: number): number =>
  Math.min(maxReconnectDelayMs, minReconnectDelayMs * 2 ** failures) * (0.5 + random / 2);

/** Opens a WebSocket to the installation. */
export function openWebSocket(url: string): OpenSocket {
  return (events) => {
    const socket = new WebSocket(url);
    socket.onopen = events.onOpen;
    socket.onmessage = ({ data }: MessageEvent<string>) => events.onMessage(data);
    socket.onclose = ({ code }) => events.onClose(code);
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}
