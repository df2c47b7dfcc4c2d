import type {
  SocketAnswer,
  SocketProblem,
  SocketRequest,
} from "@parlour/protocol/socket/by-requests";
import type { PendingSocket } from "./types.ts";

/** Values of `WebSocket.readyState`. */
const openState = 1;
const closedState = 3;
const lostCode = 1006;
/** Maximum number of frames in a request. */
const maxFrames = 32;

/**
 * Opens a socket by requests (CORE-490) in place of a WebSocket. Before that, it tries a WebSocket
 * once more, while the server is known to answer: the earlier ones may have failed because it was
 * away. `onReason` is called with the reason why there is no WebSocket.
 */
export async function openRequestSocket(
  url: string,
  socket: PendingSocket,
  onReason: (problem: SocketProblem | null) => void,
): Promise<void> {
  const ending = new AbortController();
  let id: string | null = null;
  const isClosed = (): boolean => socket.readyState === closedState;
  const post = async (frames: readonly string[], mode: SocketRequest["mode"]) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id, frames, mode }),
      cache: "no-store",
      // The last request outlives the page.
      ...(mode === "close" ? { keepalive: true } : { signal: ending.signal }),
    });
    if (response.ok) return (await response.json()) as SocketAnswer;
    const { error } = (await response.json()) as {
      error: { code: string; location?: string };
    };
    if (id === null) onReason({ code: error.code, location: error.location ?? null });
    throw new Error(error.code);
  };
  const end = (code: number): void => {
    if (isClosed()) return;
    socket.readyState = closedState;
    ending.abort();
    socket.onclose?.({ code });
  };
  const stop = (): void => {
    if (isClosed()) return;
    socket.readyState = closedState;
    ending.abort();
    if (id !== null) void post([], "close").catch(() => undefined);
  };
  /** Frames are sent one request after the other, so that their order is kept. */
  const waiting: string[] = [];
  let isSending = false;
  const flush = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0 && !isClosed()) await post(waiting.splice(0, maxFrames), "answer");
    isSending = false;
  };
  const receive = async (): Promise<void> => {
    while (!isClosed()) {
      const { frames, closed } = await post([], "wait");
      for (const data of frames) if (!isClosed()) socket.onmessage?.({ data });
      if (closed !== null) end(closed);
    }
  };
  await fetch(url, { cache: "no-store" });
  if (isClosed()) return;
  if (await useWebSocket(url, socket)) return onReason(null);
  if (isClosed()) return;
  socket.close = stop;
  const opened = await post([], "answer");
  id = opened.id;
  if (isClosed()) return void post([], "close").catch(() => undefined);
  if (opened.problem !== undefined) onReason(opened.problem);
  socket.readyState = openState;
  socket.send = (text) => {
    waiting.push(text);
    if (!isSending) flush().catch(() => end(lostCode));
  };
  socket.onopen?.(undefined as never);
  receive().catch(() => end(lostCode));
}

/** Uses a WebSocket for `socket` if one can be opened. Returns whether it does. */
function useWebSocket(url: string, socket: PendingSocket): Promise<boolean> {
  const ws = new WebSocket(url.replace(/^http/, "ws"));
  socket.close = (code) => {
    socket.readyState = closedState;
    ws.close(code);
  };
  return new Promise((resolve) => {
    ws.onopen = () => {
      resolve(true);
      socket.readyState = openState;
      socket.send = (text) => ws.send(text);
      ws.onmessage = ({ data }) => socket.onmessage?.({ data });
      ws.onclose = ({ code }) => {
        socket.readyState = closedState;
        socket.onclose?.({ code });
      };
      socket.onopen?.(undefined as never);
    };
    ws.onclose = () => resolve(false);
  });
}
