import type { ClientFrame, ServerFrame } from "@parlour/protocol";
import type { SocketLike } from "./socket.ts";

export interface WireDeps {
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
const isOpen = 1;

/**
 * Creates a transport of frames over one socket at a time. Events of a replaced socket are ignored.
 */
export function createWire({ open, hello, onFrame, onLost }: WireDeps) {
  let socket: SocketLike | null = null;
  const lost = (code: number) => {
    socket = null;
    onLost(code);
  };
  return {
    dial() {
      const opened = open();
      socket = opened;
      listen(opened, (run) => socket === opened && run(), { hello, onFrame, onLost: lost });
    },
    /** Sends `hello` if the socket is open. */
    greet: () => void (socket?.readyState === isOpen && socket.send(JSON.stringify(hello()))),
    /**
     * Sends a frame. Returns false if the socket is not open. It may be closing before its close
     * event arrives.
     */
    send(frame: ClientFrame): boolean {
      if (socket?.readyState !== isOpen) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    /** Closes the socket and treats the connection as lost. */
    cut: () => {
      const dead = socket;
      dead?.close();
      if (dead !== null && socket === dead) lost(1006);
    },
    /** Closes the socket for good, without `onLost`. */
    hangUp() {
      const open = socket;
      socket = null;
      open?.close();
    },
  };
}

function listen(socket: SocketLike, ifMine: (run: () => void) => void, { hello, onFrame, onLost }: Omit<WireDeps, "open">): void {
  const begin = () => {
    socket.send(JSON.stringify(hello()));
    onFrame(null);
  };
  socket.onopen = () => ifMine(begin);
  socket.onmessage = (event) => ifMine(() => onFrame(parse(event.data)));
  socket.onerror = () => undefined; // A close event always follows and is handled.
  socket.onclose = (event) => ifMine(() => onLost(event.code));
}

function parse(data: unknown): ServerFrame | null {
  if (typeof data !== "string") return null;
  try {
    const frame = JSON.parse(data) as ServerFrame;
    return typeof frame === "object" && frame !== null && typeof frame.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
