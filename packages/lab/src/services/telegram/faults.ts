import { setTimeout as pause } from "node:timers/promises";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A fault of the service for the next requests. */
export interface TelegramFault {
  /** The method that fails. Absent: every method, also downloads as `download`. */
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
    | {
        readonly status: number;
        readonly description: string;
        readonly retryAfterS?: number;
      }
    /** A response that is not of the Bot API, such as the page of a proxy. */
    | { readonly status: number; readonly body: string; readonly type: string };
}

/** Resolves with the status of the response, 0 without one, or null: the usual one follows. */
export async function applyFault(
  { reply }: TelegramFault,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number | null> {
  if (reply === "hang") return 0;
  if (reply === "reset") {
    request.socket.resetAndDestroy();
    return 0;
  }
  if ("delayMs" in reply) {
    await pause(reply.delayMs);
    return response.destroyed ? 0 : null;
  }
  if ("body" in reply)
    response.writeHead(reply.status, { "content-type": reply.type }).end(reply.body);
  else sendError(response, reply.status, reply.description, reply.retryAfterS);
  return reply.status;
}

/** Sends an error in the form of the Bot API. */
export function sendError(
  response: ServerResponse,
  status: number,
  description: string,
  retryAfterS?: number,
): void {
  const parameters = retryAfterS === undefined ? {} : { parameters: { retry_after: retryAfterS } };
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ ok: false, error_code: status, description, ...parameters }));
}
