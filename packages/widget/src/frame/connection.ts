import type { WidgetClientFrame, WidgetServerFrame, WidgetTalkFrame } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";

/** One socket, as far as the window needs it. */
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
  readonly onFrame: (frame: WidgetTalkFrame) => void;
  /** The line is gone; `refused`: the widget is not for this page, no further tries. */
  readonly onLost: (refused: boolean) => void;
}
export interface Connection {
  /** False before `welcome`: what must not be lost waits in the model. */
  readonly send: (frame: WidgetClientFrame) => boolean;
  /** Dials now instead of later; nothing while there is a line or one is being dialled. */
  retry(): void;
  /** Takes the line for dead: hangs up and dials again. */
  readonly drop: () => void;
}
/** WG-086: between 0.5 and 30 s, scattered. */
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
/** A line that brings no welcome within this time is dead: proxies swallow sockets. */
const welcomeWithinMs = 15_000;
/** As `refusedCode` of the protocol, of which the widget takes types only. */
const refusedCode = 4004;

/** Keeps the window's socket: hello at each opening, growing scattered delays after each loss. */
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
  /** Says hello, if there is a line, and waits for the welcome. */
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

/** Dials the installation's socket. */
export function socketDial(url: string): Dial {
  return (events) => {
    const socket = new WebSocket(url);
    socket.onopen = events.opened;
    socket.onmessage = ({ data }: MessageEvent<string>) => events.said(data);
    socket.onclose = ({ code }) => events.closed(code);
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}
