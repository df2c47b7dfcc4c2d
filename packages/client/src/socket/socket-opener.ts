import type * as RequestSockets from "./request-socket.ts";
import type { PendingSocket, SocketLike } from "./types.ts";

/**
 * Returns a function that opens a WebSocket. If two in a row close without a message, every second
 * attempt opens a socket by requests (CORE-490), whose code `load` returns. `onReason`: see
 * `openRequestSocket`.
 */
export function createSocketOpener(
  url: string,
  load: () => Promise<typeof RequestSockets>,
  onReason: Parameters<typeof RequestSockets.openRequestSocket>[2] = () => undefined,
): () => SocketLike {
  let failures = 0;
  return () => {
    if (failures > 1 && failures++ % 2 === 0)
      return openLater((socket) =>
        load().then(({ openRequestSocket }) => openRequestSocket(url, socket, onReason)),
      );
    const socket = new WebSocket(url.replace(/^http/, "ws"));
    socket.addEventListener("message", () => {
      if (failures > 0) onReason(null);
      failures = 0;
    });
    socket.addEventListener("close", () => failures++);
    return socket as never;
  };
}

function openLater(start: (socket: PendingSocket) => Promise<unknown>): SocketLike {
  const socket: PendingSocket = {
    readyState: 0,
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: () => undefined,
    close: () => void (socket.readyState = 3),
  };
  start(socket).catch(() => socket.onclose?.({ code: 1006 }));
  return socket;
}
