import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { fail, Refusal } from "../core/failure.ts";
import type { Clock } from "../core/command.ts";

/** An upload may be slow but must progress: maximum time without a byte, and maximum total time. */
const silentMs = 30_000;
const longestMs = 15 * 60_000;

/** Sockets with an extended upload time (F11). */
const longBodies = new WeakSet<Socket>();

/** Returns whether the server's request timeout does not apply to this socket. */
export function hasLongBody(socket: Socket): boolean {
  return longBodies.has(socket);
}

/**
 * Allows the body of this request up to 15 min while data arrives. Call it before reading the body,
 * and call the returned function after reading it. On a timeout the reader fails with
 * `invalid_request`.
 */
export function allowLongBody(request: IncomingMessage, clock: Pick<Clock, "now" | "scheduleAt">): () => void {
  const { socket } = request;
  const startedAt = clock.now();
  let seen = -1;
  let cancel = (): void => undefined;
  const look = (): void => {
    const isOver = socket.bytesRead === seen || clock.now() - startedAt > longestMs;
    if (isOver) return void request.destroy(new Refusal(fail("invalid_request", "The file did not arrive in time.")));
    seen = socket.bytesRead;
    cancel = clock.scheduleAt(clock.now() + silentMs, look);
  };
  longBodies.add(socket);
  look();
  return () => {
    cancel();
    longBodies.delete(socket);
  };
}
