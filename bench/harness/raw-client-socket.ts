import type { SocketLike } from "@parlour/client";
import type { OpenSocket } from "../../packages/widget/src/frame/transport/connection.ts";
import { openRawSocket, type RawSocket } from "./raw-socket.ts";

/**
 * The part of a browser's WebSocket that the real clients use, on top of the benchmark's raw
 * socket.
 */
export interface RawClientSocket extends SocketLike {
  /** Simulates a network loss: no close frame. */
  cut(): void;
}

/** Values of `WebSocket.readyState`. */
const [connecting, open, closing, closed] = [0, 1, 2, 3] as const;

export function openRawClientSocket(options: {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for each text frame before the client gets it. */
  readonly onText?: (text: string) => void;
  /** Returns whether the client gets a text frame. Default: all. */
  readonly accepts?: (text: string) => boolean;
}): RawClientSocket {
  let socket: RawSocket | null = null;
  let state: number = connecting;
  const handleClose = (code: number): void => {
    if (state === closed) return;
    state = closed;
    clientSocket.onclose?.({ code });
  };
  const clientSocket: RawClientSocket = {
    get readyState() {
      return state;
    },
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: (text) => socket?.send(text),
    close() {
      if (state >= closing) return;
      state = closing;
      socket?.close();
      // A browser calls `onclose` later, too.
      setImmediate(() => handleClose(1006));
    },
    cut: () => socket?.close(),
  };
  openRawSocket({
    ...options,
    onText(bytes, start, end) {
      const text = bytes.toString("utf8", start, end);
      options.onText?.(text);
      if (options.accepts?.(text) !== false) clientSocket.onmessage?.({ data: text });
    },
    onClose: handleClose,
  }).then(
    (opened) => {
      if (state >= closing) return opened.close();
      socket = opened;
      state = open;
      clientSocket.onopen?.(undefined as never);
    },
    // Refused, or closed in the handshake: a page receives code 1006.
    () => handleClose(1006),
  );
  return clientSocket;
}

/**
 * Opens the sockets of a chat window, as `openWebSocket` of the widget does in a browser.
 * `onSocket` gets each of them.
 */
export function openRawWindowSocket(
  options: Pick<Parameters<typeof openRawClientSocket>[0], "port" | "accepts">,
  onSocket: (socket: RawClientSocket) => void,
): OpenSocket {
  return (events) => {
    const socket = openRawClientSocket({ ...options, path: "/widget/socket" });
    socket.onopen = () => events.onOpen();
    socket.onmessage = ({ data }) => events.onMessage(String(data));
    socket.onclose = ({ code }) => events.onClose(code);
    onSocket(socket);
    return socket;
  };
}
