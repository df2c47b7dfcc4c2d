import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { isFailure, Refusal, type Failure, type FailureCode } from "../core/failure.ts";

/** Refuses an upgrade before a WebSocket exists (API-100), with the error of API-002. */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  failure: Failure,
  headers: readonly string[] = [],
): void {
  const requestId = randomUUID();
  const body = JSON.stringify({
    error: {
      code: failure.failure,
      message: failure.message,
      location: failure.location,
      request_id: requestId,
    },
  });
  const head = [
    `HTTP/1.1 ${status} ${statusTexts[status] ?? "Refused"}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    ...(failure.retryAfterMs === undefined
      ? []
      : [`Retry-After: ${Math.max(1, Math.ceil(failure.retryAfterMs / 1000))}`]),
    ...headers,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
const statusTexts: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  426: "Upgrade Required",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Returns the HTTP status of a refusal. Returns null for any other error, which is a bug. */
export function getRefusalStatus(error: unknown): { status: number; failure: Failure } | null {
  if (!(error instanceof Refusal) || !isFailure(error.failure)) return null;
  const statuses: Partial<Record<FailureCode, number>> = {
    unauthorized: 401,
    forbidden: 403,
    wrong_address: 403,
    rate_limited: 429,
    temporarily_unavailable: 503,
  };
  return { status: statuses[error.failure.failure] ?? 400, failure: error.failure };
}

export function getRequestPath(request: IncomingMessage): string {
  return (request.url ?? "").split("?", 1)[0] ?? "";
}
