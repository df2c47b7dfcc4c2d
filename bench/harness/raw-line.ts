import type { SocketLike } from "@parlour/client";
import { openRawSocket, type RawSocket } from "./raw-socket.ts";

/**
 * The part of a browser's WebSocket that the real clients use, on top of the benchmark's raw
 * socket.
 */
export interface RawLine extends SocketLike {
  /** Simulates a network loss: no close frame. */
  cut(): void;
}

/** Values of `WebSocket.readyState`. */
const [connecting, open, closed] = [0, 1, 3] as const;

export function dialRaw(options: {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}): RawLine {
  let socket: RawSocket | null = null;
  let state: number = connecting;
  const gone = (code: number): void => {
    if (state === closed) return;
    state = closed;
    line.onclose?.({ code });
  };
  const line: RawLine = {
    get readyState() {
      return state;
    },
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: (text) => socket?.send(text),
    close() {
      socket?.close();
      gone(1006);
    },
    cut: () => socket?.close(),
  };
  openRawSocket({
    ...options,
    onText: (bytes, start, end) => line.onmessage?.({ data: bytes.toString("utf8", start, end) }),
    onClose: gone,
  }).then(
    (opened) => {
      if (state === closed) return opened.close();
      socket = opened;
      state = open;
      line.onopen?.(undefined as never);
    },
    // Refused, or closed in the handshake: a page receives code 1006.
    () => gone(1006),
  );
  return line;
}
