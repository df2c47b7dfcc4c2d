import type { ClientFrame, ServerFrame } from "@parlour/protocol";
import type { SocketLike } from "./socket.ts";

export interface WireDeps {
  open: () => SocketLike;
  /** Said first. */
  hello: () => ClientFrame;
  /** Null: what came is no frame, but a sign of life; so is the opening. */
  onFrame: (frame: ServerFrame | null) => void;
  onLost: (code: number) => void;
}

/** Of WebSocket.readyState. */
const isOpen = 1;

/** Frames over one socket at a time: whatever comes from one that another took the place of is not heard. */
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
    /** Says hello on the open socket; nothing without one. */
    greet: () => void (socket?.readyState === isOpen && socket.send(JSON.stringify(hello()))),
    /** False when nothing can be sent: it may be closing already, and its event still on the way. */
    send(frame: ClientFrame): boolean {
      if (socket?.readyState !== isOpen) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    /** Takes it for lost. */
    cut: () => {
      const dead = socket;
      dead?.close();
      if (dead !== null && socket === dead) lost(1006);
    },
    /** For good: its end is no loss. */
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
  socket.onerror = () => undefined; // A close event follows and decides.
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
