import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { fail, Refusal } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";

/** Limits of a slow upload: maximum time without a byte, and maximum total time, in ms. */
const idleTimeoutMs = 30_000;
const maxUploadMs = 15 * 60_000;

/** Sockets with an extended upload time (F11). */
const longUploads = new WeakSet<Socket>();

/** Returns whether the socket is exempt from the server's request timeout. */
export function isLongUpload(socket: Socket): boolean {
  return longUploads.has(socket);
}

/**
 * Allows the body of this request up to 15 min while data arrives. Call this function before the
 * body is read, and its returned function afterwards. On a timeout, reading the body fails with
 * `invalid_request`.
 */
export function extendUploadTimeout(request: IncomingMessage, clock: Clock): () => void {
  const { socket } = request;
  const startedAt = clock.now();
  let lastBytesRead = -1;
  let cancel = (): void => undefined;
  const checkProgress = (): void => {
    const isOver = socket.bytesRead === lastBytesRead || clock.now() - startedAt > maxUploadMs;
    if (isOver)
      return void request.destroy(
        new Refusal(fail("invalid_request", "The file did not arrive in time.")),
      );
    lastBytesRead = socket.bytesRead;
    cancel = clock.scheduleAt(clock.now() + idleTimeoutMs, checkProgress);
  };
  longUploads.add(socket);
  checkProgress();
  return () => {
    cancel();
    longUploads.delete(socket);
  };
}
