import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { fail, Refusal } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";

/** An upload may be slow but must progress: maximum time without a byte, and maximum total time. */
const idleTimeoutMs = 30_000;
const maxUploadMs = 15 * 60_000;

/** Sockets with an extended upload time (F11). */
const longUploads = new WeakSet<Socket>();

/** Returns whether the server's request timeout does not apply to this socket. */
export function isLongUpload(socket: Socket): boolean {
  return longUploads.has(socket);
}

/**
 * Allows the body of this request up to 15 min while data arrives. Call it before reading the body,
 * and call the returned function after reading it. On a timeout the reader fails with
 * `invalid_request`.
 */
export function extendUploadTimeout(
  request: IncomingMessage,
  clock: Pick<Clock, "now" | "scheduleAt">,
): () => void {
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
