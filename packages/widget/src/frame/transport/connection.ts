import type {
  WidgetClientFrame,
  WidgetServerFrame,
  WidgetModelFrame,
} from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";

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
   * page and does not reconnect.
   */
  readonly onLost: (refused: boolean) => void;
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
/**
 * Same value as `rejectedCloseCode` of the protocol. It is repeated here, because the widget
 * imports only types from the protocol.
 */
const refusedCode = 4004;

/**
 * Keeps the chat window connected. Sends a hello frame whenever a socket opens, and reconnects with
 * growing, jittered delays.
 */
export function openChatWindowConnection(deps: ConnectionDeps): ChatWindowConnection {
  let socket: Socket | null = null;
  let isLive = false;
  let failures = 0;
  let attempt = 0;
  let stopWaiting = (): void => undefined;

  const wait = (ms: number, run: () => void): void => {
    stopWaiting();
    stopWaiting = deps.clock.after(ms, run);
  };
  /** Sends hello if a socket exists, and waits for `welcome`. */
  const sendHello = (): void => {
    socket?.send(JSON.stringify(deps.hello()));
    wait(welcomeTimeoutMs, () => onLost(0));
  };
  const openNext = (): void => {
    const thisAttempt = ++attempt;
    sendHello();
    socket = deps.openSocket({
      onOpen() {
        if (thisAttempt === attempt) sendHello();
      },
      onMessage(text) {
        if (thisAttempt !== attempt) return;
        const frame = JSON.parse(text) as WidgetServerFrame;
        if (frame.type === "wait")
          return wait(frame.retry_after_s * 1_000 * (1 + deps.clock.random()), sendHello);
        if (frame.type === "welcome") {
          failures = 0;
          isLive = true;
          stopWaiting();
        }
        deps.onFrame(frame);
      },
      onClose(code) {
        if (thisAttempt === attempt) onLost(code);
      },
    });
  };
  const onLost = (code: number): void => {
    attempt++;
    socket?.close();
    socket = null;
    isLive = false;
    const isRefused = code === refusedCode;
    if (isRefused) stopWaiting();
    else
      wait(
        Math.min(maxReconnectDelayMs, minReconnectDelayMs * 2 ** failures++) *
          (0.5 + deps.clock.random() / 2),
        openNext,
      );
    deps.onLost(isRefused);
  };
  openNext();
  return {
    send(frame) {
      if (isLive) socket?.send(JSON.stringify(frame));
      return isLive;
    },
    reconnect() {
      if (socket === null) openNext();
    },
    drop() {
      if (socket !== null) onLost(0);
    },
  };
}

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
