import { setTimeout as pause } from "node:timers/promises";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A fault of a service for the next requests. */
export interface HttpFault {
  /** The method that fails. Absent: every method. */
  readonly method?: string;
  /** Number of requests that fail. Default: 1. `Infinity` until `endFaults`. */
  readonly times?: number;
  /** Whether the method runs and only its response is lost or late. Otherwise it has no effect. */
  readonly isExecuted?: true;
  readonly reply:
    | "hang"
    | "reset"
    /** Delay of the usual response in milliseconds. */
    | { readonly delayMs: number }
    | { readonly status: number; readonly body?: string; readonly type?: string };
}

/** Resolves with whether the fault was the response. Otherwise the usual one follows. */
export async function showFault(
  { reply }: HttpFault,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (reply === "hang") return true;
  if (reply === "reset") {
    request.socket.resetAndDestroy();
    return true;
  }
  if ("delayMs" in reply) {
    await pause(reply.delayMs);
    return response.destroyed;
  }
  const { status, body = "", type = "text/plain" } = reply;
  response.writeHead(status, { "content-type": type }).end(body);
  return true;
}
