import type { ClientFrame, ServerFrame } from "@parlour/protocol";
import type { SocketLike } from "./types.ts";

export interface SocketTransportDeps {
  open: () => SocketLike;
  /** Builds the first frame of a connection. */
  hello: () => ClientFrame;
  /** For the opening, and each message. Null: not valid, but the connection is alive. */
  onFrame: (frame: ServerFrame | null) => void;
  onLost: (code: number) => void;
}

/** Value of `WebSocket.readyState`. */
const openReadyState = 1;

/** Sends and receives frames over one socket. Events of a replaced one are ignored. */
export function createSocketTransport({ open, hello, onFrame, onLost }: SocketTransportDeps) {
  let socket: SocketLike | null = null;
  const handleLoss = (code: number) => {
    socket = null;
    onLost(code);
  };
  const use = (used: SocketLike) => {
    socket = used;
    attachHandlers(used, (run) => socket === used && run(), { hello, onFrame, onLost: handleLoss });
  };
  return {
    connect: () => use(open()),
    /** Replaces the socket by one that has already sent its `hello`. Closes the previous one. */
    replace(next: SocketLike) {
      const previous = socket;
      use(next);
      previous?.close();
    },
    /** Sends `hello` if the socket is open. */
    sendHello: () =>
      void (socket?.readyState === openReadyState && socket.send(JSON.stringify(hello()))),
    /** Returns false if the socket is not open. It may be closing before its close event. */
    send(frame: ClientFrame): boolean {
      if (socket?.readyState !== openReadyState) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    /** Closes the socket and treats the connection as lost. */
    disconnect: () => {
      const lostSocket = socket;
      lostSocket?.close();
      if (lostSocket !== null && socket === lostSocket) handleLoss(1006);
    },
    /** Closes the socket permanently, without calling `onLost`. */
    close() {
      const createSocket = socket;
      socket = null;
      createSocket?.close();
    },
  };
}

/** Attaches the handlers of a socket. `ifCurrent` runs a handler while the socket is in use. */
export function attachHandlers(
  socket: SocketLike,
  ifCurrent: (run: () => void) => void,
  { hello, onFrame, onLost }: Omit<SocketTransportDeps, "open">,
): void {
  const handleOpen = () => {
    socket.send(JSON.stringify(hello()));
    onFrame(null);
  };
  socket.onopen = () => ifCurrent(handleOpen);
  socket.onmessage = (event) => ifCurrent(() => onFrame(parseFrame(event.data)));
  // The browser always fires a close event after an error, and that event is handled.
  socket.onerror = () => undefined;
  socket.onclose = (event) => ifCurrent(() => onLost(event.code));
}

function parseFrame(data: unknown): ServerFrame | null {
  if (typeof data !== "string") return null;
  try {
    const frame = JSON.parse(data) as ServerFrame;
    return typeof frame === "object" && frame !== null && typeof frame.type === "string"
      ? frame
      : null;
  } catch {
    return null;
  }
}
