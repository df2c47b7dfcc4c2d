import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { fail, Refusal } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";

/** A file may come slowly, but it must come: so long without a byte ends it, and so long in all. */
const silentMs = 30_000;
const longestMs = 15 * 60_000;

/** Sockets whose body under way has more time than the server gives others (F11). */
const longBodies = new WeakSet<Socket>();

/** Whether the server's own time for a whole request does not hold here. */
export function hasLongBody(socket: Socket): boolean {
  return longBodies.has(socket);
}

/**
 * Lets the body of this request take up to 15 min as long as it goes on; call before reading it, and the result when it was read. Its
 * reader fails with `invalid_request` when the time is over.
 */
export function allowLongBody(request: IncomingMessage, clock: Pick<Clock, "now" | "alarm">): () => void {
  const { socket } = request;
  const startedAt = clock.now();
  let seen = -1;
  let cancel = (): void => undefined;
  const look = (): void => {
    const isOver = socket.bytesRead === seen || clock.now() - startedAt > longestMs;
    if (isOver) return void request.destroy(new Refusal(fail("invalid_request", "The file did not arrive in time.")));
    seen = socket.bytesRead;
    cancel = clock.alarm(clock.now() + silentMs, look);
  };
  longBodies.add(socket);
  look();
  return () => {
    cancel();
    longBodies.delete(socket);
  };
}
