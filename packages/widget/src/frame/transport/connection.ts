import type {
  WidgetClientFrame,
  WidgetServerFrame,
  WidgetModelFrame,
} from "@parlour/protocol/widget";
import { createSocketOpener } from "@parlour/client/socket/socket-opener";
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
  /** Sends a frame. Returns false before `welcome`, so that the caller queues it. */
  readonly send: (frame: WidgetClientFrame) => boolean;
  /**
   * Connects now, without waiting for the delay. If a socket is open, checks whether it works,
   * because after the machine has slept the browser may report a dead one as open (WG-226).
   */
  reconnect(): void;
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
const buildPing = (): WidgetClientFrame => ({ type: "ping" });
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
  let isLive = false;
  let failures = 0;
  const timer = createTimer(clock);

  /** Sends a frame if a socket exists. Without an answer within `ms`, the connection is dead. */
  const ask = (build: () => WidgetClientFrame, ms: number): void => {
    socket?.send(JSON.stringify(build()));
    timer.set(ms, () => onLost(0));
  };
  const sendHello = (): void => ask(hello, welcomeTimeoutMs);
  const check = (): void => void (isLive && !next && ask(buildPing, pongTimeoutMs));
  const openNext = (): void => {
    sendHello();
    socket = open(0);
  };
  /** Opens the second socket, again after each failure until `end`, a time in ms. */
  const move = (end: number): void => {
    closeNext();
    if (clock.now() >= end) return check();
    next = open(end);
    timer.set(end - clock.now(), () => move(end));
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
        isLive ||= isWelcome;
        if (isWelcome) failures = 0;
        // The timer of a move is kept.
        if (isLive && !next) timer.set(idleTimeoutMs, check);
        if (frame.type === "wait")
          return timer.set(frame.retry_after_s * 1_000 * (1 + clock.random()), sendHello);
        if (frame.type === "move") return move(clock.now() + frame.within_ms);
        if (frame.type !== "pong") onFrame(frame);
      },
      onClose(code) {
        if (opened === socket) onLost(code);
        if (opened === next) timer.set(computeReconnectDelayMs(clock, 0), () => move(moveEnd));
      },
    });
    return opened;
  };
  const onLost = (code: number): void => {
    closeNext();
    socket?.close();
    socket = null;
    isLive = false;
    const isRefused = code === refusedCode;
    if (isRefused) timer.stop();
    else timer.set(computeReconnectDelayMs(clock, failures++), openNext);
    deps.onLost(isRefused);
  };
  openNext();
  return {
    send(frame) {
      if (isLive) socket?.send(JSON.stringify(frame));
      return isLive;
    },
    reconnect: () => (socket ? check() : openNext()),
    drop: () => void (socket !== null && onLost(0)),
  };
}

/** Returns the delay in ms before the next attempt. */
const computeReconnectDelayMs = (clock: Clock, failures: number): number =>
  Math.min(maxReconnectDelayMs, minReconnectDelayMs * 2 ** failures) * (0.5 + clock.random() / 2);

/** Opens sockets to the installation: WebSockets, or by requests if there are none (CORE-491). */
export function openSockets(url: string): OpenSocket {
  const open = createSocketOpener(url, () => import("@parlour/client/socket/request-socket"));
  return (events) => {
    const socket = open();
    socket.onopen = events.onOpen;
    socket.onmessage = ({ data }) => events.onMessage(data as string);
    socket.onclose = ({ code }) => events.onClose(code);
    return socket;
  };
}
