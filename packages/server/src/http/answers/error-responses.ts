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

/** Sends error responses outside the edges that have their own. */
export interface ErrorResponses {
  readonly sendFailure: (failure: Failure, request: FastifyRequest, reply: FastifyReply) => void;
  readonly sendError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}
/** Creates the error responses of the API and of unknown addresses. */
export function createErrorResponses({
  log,
  supportContact,
}: Pick<HttpDeps, "log" | "supportContact">): ErrorResponses {
  const sendFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply): void => {
    const retryAfter = getRetryAfterSeconds(failure);
    if (retryAfter !== undefined) void reply.header("retry-after", retryAfter);
    const status = statusByFailure[failure.failure];
    const shownFailure =
      status >= 500
        ? { ...failure, message: appendSupportContact(failure.message, supportContact()) }
        : failure;
    // Outside the API every unknown address has the same response as an unknown channel (CH-020).
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
