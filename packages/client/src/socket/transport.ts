import type { ClientFrame, ServerFrame } from "@parlour/protocol";
import type { SocketLike } from "./types.ts";

export interface SocketTransportDeps {
  open: () => SocketLike;
  /** Builds the first frame of a connection. */
  hello: () => ClientFrame;
  /**
   * Called for the opening and for each message. null: it is not a valid frame, but shows that the
   * connection is alive.
   */
  onFrame: (frame: ServerFrame | null) => void;
  onLost: (code: number) => void;
}

/** Value of `WebSocket.readyState`. */
const openReadyState = 1;

/**
 * Creates a transport of frames over one socket at a time. Events of a replaced socket are ignored.
 */
export function createSocketTransport({
  open: createSocket,
  hello,
  onFrame,
  onLost,
}: SocketTransportDeps) {
  let socket: SocketLike | null = null;
  const handleLoss = (code: number) => {
    socket = null;
    onLost(code);
  };
  return {
    connect() {
      const opened = createSocket();
      socket = opened;
      attachHandlers(opened, (run) => socket === opened && run(), {
        hello,
        onFrame,
        onLost: handleLoss,
      });
    },
    /** Sends `hello` if the socket is open. */
    sendHello: () =>
      void (socket?.readyState === openReadyState && socket.send(JSON.stringify(hello()))),
    /**
     * Sends a frame. Returns false if the socket is not open. It may be closing before its close
     * event arrives.
     */
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
    /** Closes the socket for good, without `onLost`. */
    close() {
      const createSocket = socket;
      socket = null;
      createSocket?.close();
    },
  };
}

function attachHandlers(
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
  socket.onerror = () => undefined; // A close event always follows and is handled.
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
