import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Failure } from "../../core/failure.ts";
import {
  serializeApiError,
  toFailure,
  statusByFailure,
  internalErrorMessage,
  notFoundBody,
  getRetryAfterSeconds,
  appendSupportContact,
} from "../errors.ts";
import type { HttpDeps } from "../types.ts";
import { isLongUpload } from "../body/upload-timeout.ts";

/** Error responses of all routes that have no format of their own. */
export interface ErrorResponses {
  readonly sendFailure: (failure: Failure, request: FastifyRequest, reply: FastifyReply) => void;
  readonly sendError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}
export function createErrorResponses({ log, supportContact }: HttpDeps): ErrorResponses {
  const sendFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply): void => {
    const retryAfter = getRetryAfterSeconds(failure);
    if (retryAfter !== undefined) void reply.header("retry-after", retryAfter);
    const location = getNewAddress(failure, request);
    if (location !== null) void reply.header("location", location);
    const status = location === null ? statusByFailure[failure.failure] : 308;
    const shownFailure =
      status >= 500
        ? { ...failure, message: appendSupportContact(failure.message, supportContact()) }
        : failure;
    // Outside the API, every unknown path has the same response as an unknown channel (CH-020).
    const body =
      status === 404 && request.raw.url?.startsWith("/api/") !== true
        ? notFoundBody
        : serializeApiError(shownFailure, request.id);
    void reply.code(status).header("content-type", "application/json; charset=utf-8").send(body);
  };
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.header("x-request-id", request.id);
    const failure = toFailure(error);
    if (failure !== null) return sendFailure(failure, request, reply);
    log.error(
      { err: error, requestId: request.id, route: request.routeOptions.url ?? null },
      "http.failed",
    );
    const body = {
      error: {
        code: "internal_error",
        message: appendSupportContact(internalErrorMessage, supportContact()),
        request_id: request.id,
      },
    };
    void reply
      .code(500)
      .header("content-type", "application/json; charset=utf-8")
      .send(JSON.stringify(body));
  };
  return { sendFailure: sendFailure, sendError: sendError };
}

/**
 * Returns the new address of what anybody may read, such as the script of a widget, if its account
 * moved (CFG-153). Clients with credentials must learn the new address themselves, because they do
 * not send their credentials to another host.
 */
function getNewAddress(
  { movedTo }: Failure,
  { method, headers, raw }: FastifyRequest,
): string | null {
  const isPublic =
    (method === "GET" || method === "HEAD") &&
    headers.authorization === undefined &&
    raw.url?.startsWith("/api/") !== true;
  return movedTo !== undefined && isPublic ? `${movedTo.widget}${raw.url ?? ""}` : null;
}

/**
 * Responds to requests that Node's parser rejected: 400 for invalid framing, 431 for too large
 * headers, 408 for a too slow request (F11). Closes the connection. Sends nothing if a response has
 * started or the peer has disconnected.
 */
export function sendClientErrorResponse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isLongUpload(socket)) return;
  const hasStarted =
    (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage
      ?.headersSent === true;
  if (error.code === "ECONNRESET" || !socket.writable || hasStarted) {
    socket.destroy();
    return;
  }
  const { status, code, message } = describeClientError(error.code);
  const id = randomUUID();
  const body = JSON.stringify({ error: { code, message, request_id: id } });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

function describeClientError(code: string | undefined): {
  status: number;
  code: string;
  message: string;
} {
  if (code === "HPE_HEADER_OVERFLOW")
    return {
      status: 431,
      code: "invalid_request",
      message: "The address and headers together are larger than 16 KiB.",
    };
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW")
    return {
      status: 413,
      code: "payload_too_large",
      message: "The chunk extensions are too large.",
    };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return { status: 408, code: "request_timeout", message: "The request did not arrive in time." };
  return { status: 400, code: "invalid_request", message: "The request is not valid HTTP." };
}
