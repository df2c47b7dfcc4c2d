import type { WidgetClientFrame, WidgetServerFrame, WidgetModelFrame } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";

/** The part of a WebSocket that the chat window uses. */
export interface Line {
  send(text: string): void;
  close(): void;
}
export interface LineEvents {
  readonly opened: () => void;
  readonly said: (text: string) => void;
  readonly closed: (code: number) => void;
}
export type Dial = (events: LineEvents) => Line;

export interface ConnectionDeps {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly hello: () => WidgetClientFrame;
  readonly onFrame: (frame: WidgetModelFrame) => void;
  /**
   * The connection is lost. `refused`: the widget is not allowed on this page, so it does not
   * reconnect.
   */
  readonly onLost: (refused: boolean) => void;
}
export interface Connection {
  /** False before `welcome`. The caller must queue frames that may not be lost. */
  readonly send: (frame: WidgetClientFrame) => boolean;
  /** Connects now instead of after the delay. Does nothing while a socket is open or opening. */
  retry(): void;
  /** Treats the connection as dead: closes it and reconnects. */
  readonly drop: () => void;
}
/** Reconnect delays between 0.5 and 30 s, with jitter (WG-086). */
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
/**
 * A socket without `welcome` within this time counts as dead, because some proxies accept sockets
 * without forwarding them.
 */
const welcomeWithinMs = 15_000;
/** Same value as `rejectedCloseCode` of the protocol, from which the widget imports only types. */
const refusedCode = 4004;

/**
 * Keeps the socket of the chat window connected. Sends hello on each opening and reconnects with
 * growing, jittered delays.
 */
export function connect(deps: ConnectionDeps): Connection {
  let line: Line | null = null;
  let isLive = false;
  let failures = 0;
  let turn = 0;
  let stopWaiting = (): void => undefined;

  const wait = (ms: number, run: () => void): void => {
    stopWaiting();
    stopWaiting = deps.clock.after(ms, run);
  };
  /** Sends hello if a socket exists, and waits for `welcome`. */
  const greet = (): void => {
    line?.send(JSON.stringify(deps.hello()));
    wait(welcomeWithinMs, () => lost(0));
  };
  const dial = (): void => {
    const mine = ++turn;
    greet();
    line = deps.dial({
      opened() {
        if (mine === turn) greet();
      },
      said(text) {
        if (mine !== turn) return;
        const frame = JSON.parse(text) as WidgetServerFrame;
        if (frame.type === "wait") return wait(frame.retry_after_s * 1_000 * (1 + deps.clock.random()), greet);
        if (frame.type === "welcome") {
          failures = 0;
          isLive = true;
          stopWaiting();
        }
        deps.onFrame(frame);
      },
      closed(code) {
        if (mine === turn) lost(code);
      },
    });
  };
  const lost = (code: number): void => {
    turn++;
    line?.close();
    line = null;
    isLive = false;
    const isOver = code === refusedCode;
    if (isOver) stopWaiting();
    else wait(Math.min(longestDelayMs, firstDelayMs * 2 ** failures++) * (0.5 + deps.clock.random() / 2), dial);
    deps.onLost(isOver);
  };
  dial();
  return {
    send(frame) {
      if (isLive) line?.send(JSON.stringify(frame));
      return isLive;
    },
    retry() {
      if (line === null) dial();
    },
    drop() {
      if (line !== null) lost(0);
    },
  };
}

/** Opens a WebSocket to the installation. */
export function socketDial(url: string): Dial {
  return (events) => {
    const socket = new WebSocket(url);
    socket.onopen = events.opened;
    socket.onmessage = ({ data }: MessageEvent<string>) => events.said(data);
    socket.onclose = ({ code }) => events.closed(code);
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}
