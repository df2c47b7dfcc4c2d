import type { FastifyReply, FastifyRequest } from "fastify";
import type { Failure } from "../../../core/failure.ts";
import {
  toFailure,
  statusByFailure,
  internalErrorMessage,
  getRetryAfterSeconds,
  appendSupportContact,
} from "../../../http/errors.ts";
import type { RequestLog } from "./request-log.ts";
import { ruleForFailure } from "./spec-rules.ts";

export interface ResponseDeps {
  readonly supportContact: () => string | null;
  readonly log: { error(fields: object, message: string): void };
  /** Counts a finished request by its result. */
  readonly count: (result: string) => void;
  readonly logRequest: RequestLog;
}

/**
 * Answers and logs an error of a request: a refusal by its table (CH-039), an unexpected error with
 * 500.
 */
export function sendError(
  deps: ResponseDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toFailure(error);
  if (failure !== null) return sendFailure(deps, failure, request, reply);
  const { channel } = request;
  deps.log.error(
    {
      err: error,
      requestId: request.id,
      account: channel?.account ?? null,
      channel: channel?.channelId ?? null,
    },
    "channel.failed",
  );
  deps.count("internal_error");
  deps.logRequest(request, 500, {
    code: "internal_error",
    message: internalErrorMessage,
    field: null,
    rule: null,
  });
  return sendErrorBody(
    reply,
    500,
    "internal_error",
    appendSupportContact(internalErrorMessage, deps.supportContact()),
  );
}

function sendFailure(
  { logRequest: tell, count, supportContact }: ResponseDeps,
  failure: Failure,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { failure: code, message, field = null } = failure;
  const status = statusByFailure[code];
  tell(request, status, { code, message, field, rule: ruleForFailure(failure) });
  // Requests to unknown addresses are counted in `authorizeRequest`.
  if (code !== "not_found") count(code);
  // CH-037 fixes the retry time while the database is unavailable.
  const retryAfter = status === 503 ? 5 : getRetryAfterSeconds(failure);
  if (retryAfter !== undefined) void reply.header("retry-after", retryAfter);
  return sendErrorBody(
    reply,
    status,
    code,
    status >= 500 ? appendSupportContact(message, supportContact()) : message,
  );
}

/** CH-039: sends the body of an error. */
function sendErrorBody(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify({ error: { code, message } }));
}
