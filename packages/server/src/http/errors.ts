import type { FastifyError } from "fastify";
import { fail, Refusal, type Failure, type FailureCode } from "../core/failure.ts";
import { JsonParseError } from "./body/json.ts";
import { notJsonText } from "./body/media-type.ts";

/** Status of each failure code (style.md 8). The compiler checks that every code is listed. */
export const statusByFailure: Readonly<Record<FailureCode, number>> = {
  invalid_request: 400,
  invalid_credentials: 401,
  invalid_token: 401,
  unauthorized: 401,
  forbidden: 403,
  wrong_address: 403,
  confirmation_needed: 403,
  second_factor_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_accepted: 409,
  at_limit: 409,
  already_set_up: 409,
  already_running: 409,
  chat_closed: 409,
  chat_handed_over: 409,
  button_gone: 409,
  no_crm_card: 409,
  no_rating: 409,
  call_running: 409,
  not_closed: 409,
  not_open: 409,
  field_required: 409,
  not_available: 409,
  no_transfer: 409,
  transfer_open: 409,
  visitor_blocked: 409,
  channel_disabled: 403,
  reply_window_closed: 409,
  name_taken: 409,
  address_taken: 409,
  host_unproved: 409,
  in_use: 409,
  gates_not_passed: 409,
  not_deliverable: 409,
  crossed: 409,
  answered_elsewhere: 409,
  reserved: 409,
  already_sent: 409,
  version_conflict: 409,
  not_supported: 409,
  model_not_set_up: 409,
  model_over_budget: 409,
  model_timeout: 409,
  model_rate_limited: 409,
  model_refused: 409,
  model_unreachable: 409,
  model_cut: 409,
  model_empty: 409,
  model_wrong_form: 409,
  model_too_long: 409,
  managed_by_file: 409,
  last_owner: 409,
  websocket_needed: 426,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_conflict: 422,
  cursor_gone: 410,
  account_moved: 410,
  rate_limited: 429,
  temporarily_unavailable: 503,
  private_address: 400,
  invalid_json: 400,
  sender_id_required: 400,
  invalid_sender_id: 400,
  text_required: 400,
  unsupported_type: 400,
  file_required: 400,
  invalid_file_url: 400,
  invalid_location: 400,
};

/**
 * Converts an error of a request to an expected failure: a Refusal, a JSON parse error, or an
 * invalid request that Fastify detected. Returns null for any other error, which is a bug and
 * causes the response 500.
 */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof Refusal) return error.failure;
  if (error instanceof JsonParseError) return fail("invalid_json", error.message);
  if (!(error instanceof Error)) return null;
  const { validation, validationContext, code, statusCode } = error as Partial<FastifyError>;
  if (validation) return toValidationFailure(validation[0], validationContext);
  if (code === undefined || !code.startsWith("FST_ERR_")) return null;
  if (statusCode === 413) return fail("payload_too_large", "The body is too large.");
  if (statusCode === 415) return fail("unsupported_media_type", notJsonText);
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH")
    return fail("not_found", "Not found");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return fail("invalid_request", "The request is not valid HTTP or its body was cut short.");
  return null;
}

/**
 * Creates the failure of a request that does not match its schema, with the field and the problem.
 * `context` is the field if the validation error contains none.
 */
export function toValidationFailure(
  fault:
    | { instancePath: string; keyword?: string; message?: string | undefined; params?: object }
    | undefined,
  context?: string,
): Failure {
  const params = (fault?.params ?? {}) as {
    missingProperty?: unknown;
    requiredProperties?: unknown;
    additionalProperties?: unknown;
  };
  const missing = firstString(params.missingProperty ?? params.requiredProperties);
  const extra = firstString(params.additionalProperties);
  const path = [
    ...(fault?.instancePath ?? "").split("/").filter((p) => p !== ""),
    ...((missing ?? extra) ? [missing ?? extra] : []),
  ].join(".");
  const field = path === "" ? (context ?? "body") : path;
  const problem =
    missing !== undefined
      ? "is missing"
      : extra !== undefined || fault?.keyword === "boolean"
        ? "is not a known field"
        : describeKeyword(fault?.keyword, fault?.message);
  return fail("invalid_request", `${field} ${problem}.`, { field });
}
/** The messages of the library refer to schemas, which the sender does not know. */
function describeKeyword(keyword: string | undefined, message: string | undefined): string {
  return ["const", "enum", "anyOf"].includes(keyword ?? "")
    ? "is not one of the allowed values"
    : (message ?? "is not valid");
}
function firstString(value: unknown): string | undefined {
  const item: unknown = Array.isArray(value) ? value[0] : value;
  return typeof item === "string" ? item : undefined;
}

/** Returns seconds for `Retry-After`, at least 1, or undefined without a retry time. */
export function getRetryAfterSeconds(failure: Failure): number | undefined {
  if (failure.retryAfterMs !== undefined)
    return Math.max(1, Math.ceil(failure.retryAfterMs / 1000));
  return failure.failure === "temporarily_unavailable"
    ? 5
    : failure.failure === "rate_limited"
      ? 1
      : undefined;
}

/** Serializes an error of the service API (API-002). */
export function serializeApiError(failure: Failure, requestId: string): string {
  return JSON.stringify({
    error: {
      code: failure.failure,
      message: failure.message,
      field: failure.field,
      limit: failure.limit,
      scope: failure.scope,
      by: failure.by,
      until: failure.until,
      chat_id: failure.chatId,
      seq: failure.seq,
      reason: failure.reason,
      version: failure.version,
      gates: failure.gates,
      location: failure.movedTo?.public ?? failure.location,
      request_id: requestId,
    },
    start: failure.start,
  });
}

/** Appends the support contact of the installation, if any, to the message of a 5xx (CH-038). */
export function appendSupportContact(message: string, contact: string | null): string {
  return contact === null || contact === ""
    ? message
    : `${message} Please tell ${contact} and name the request id.`;
}
export const internalErrorMessage = "An unexpected fault happened; nothing was acknowledged.";
/** Complete response body for an unknown path (CH-020). */
export const notFoundBody = '{"error":{"code":"not_found","message":"Not found"}}';
