import type { BotErrorCode, BotErrorReason } from "@parlour/protocol/bot";
import type { Failure, FailureCode } from "../../core/failure.ts";
import { toFailure, getRetryAfterSeconds } from "../../http/errors.ts";
import type { FormatWarning } from "./format/warning.ts";

/**
 * Status of each error code (BOT-081). The type of a refusal allows only these codes, and errors.md
 * is generated from the table.
 */
export const statusByCode = {
  invalid_request: [400, 405, 413, 415],
  invalid_client: [401],
  unauthorized_client: [401],
  access_denied: [403],
  not_found: [404],
  too_many_requests: [429],
  server_error: [500],
  server_overloaded: [502],
  temporarily_unavailable: [503],
  gateway_timeout: [504],
} as const satisfies Readonly<Record<BotErrorCode, readonly number[]>>;
/** Status of each reason of `invalid_request`. */
export const statusByReason = {
  chat_not_found: 400,
  chat_handed_over: 400,
  chat_closed: 400,
  unsupported_event: 405,
} as const satisfies Readonly<Record<BotErrorReason, number>>;

/** One line of the table of refusals. */
type StatusLine = {
  [C in BotErrorCode]: {
    readonly status: (typeof statusByCode)[C][number];
    readonly code: C;
    readonly reason?: never;
  };
}[BotErrorCode];
type StatusLineWithReason = {
  [R in BotErrorReason]: {
    readonly status: (typeof statusByReason)[R];
    readonly code: "invalid_request";
    readonly reason: R;
  };
}[BotErrorReason];
export type BotRefusal = (StatusLine | StatusLineWithReason) & {
  /** One English sentence for people. Programs must not parse it. */
  readonly message: string;
  /** Path of the invalid input, for the request inspector. */
  readonly field?: string | undefined;
  /** Id of the violated rule. */
  readonly rule?: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** Error that carries a refusal of interface B. */
export class BotRefusalError extends Error {
  readonly refusal: BotRefusal;
  constructor(refusal: BotRefusal) {
    super(`${refusal.code}: ${refusal.message}`);
    this.name = "BotFault";
    this.refusal = refusal;
  }
}

export function createInvalidRefusal(message: string, field: string, rule: string): BotRefusal {
  return { status: 400, code: "invalid_request", message, field, rule };
}
export const unknownClientRefusal: BotRefusal = {
  status: 401,
  code: "invalid_client",
  message: "No bot connection has this provider id and token.",
  rule: "BOT-081",
};
export function createUnauthorizedRefusal(message: string, rule: string): BotRefusal {
  return {
    status: 401,
    code: "unauthorized_client",
    message,
    rule,
    headers: { "www-authenticate": "Bearer" },
  };
}
export const notFoundRefusal: BotRefusal = {
  status: 404,
  code: "not_found",
  message: "Addresses are /webhooks/<provider_id>/<token> and /providers/<provider_id>/<token>.",
  rule: "BOT-010",
};
export const unknownChatRefusal: BotRefusal = {
  status: 400,
  code: "invalid_request",
  message: "This bot has no such chat.",
  reason: "chat_not_found",
  field: "chat_id",
  rule: "BOT-081",
};
export const overloadedRefusal: BotRefusal = {
  status: 502,
  code: "server_overloaded",
  message: "Too many requests at once. This request was not processed. Try again.",
  rule: "BOT-081",
};
export const gatewayTimeoutRefusal: BotRefusal = {
  status: 504,
  code: "gateway_timeout",
  message: "Not processed in time; the outcome may be unknown. The same body may be repeated.",
  rule: "BOT-081",
};
export const serverErrorRefusal: BotRefusal = {
  status: 500,
  code: "server_error",
  message: "An unexpected fault happened; nothing was acknowledged.",
  rule: "BOT-081",
};

/**
 * Converts a thrown error into a refusal. Returns null for an unexpected error, which is logged and
 * causes the response 500.
 */
export function toBotRefusal(error: unknown): BotRefusal | null {
  if (error instanceof BotRefusalError) return error.refusal;
  const failure = toFailure(error);
  return failure === null ? null : failureToBotRefusal(failure);
}

/**
 * Converts a failure of the core into a refusal of BOT-081. A failure that bots cannot cause
 * becomes `invalid_request`.
 */
function failureToBotRefusal(failure: Failure): BotRefusal {
  // The text is the same as for an impossible id, so that bots cannot find out which chats exist.
  if (failure.failure === "not_found") return unknownChatRefusal;
  const line = lineByFailure[failure.failure] ?? { status: 400, code: "invalid_request" };
  const retryAfter = line.status === 503 ? 5 : getRetryAfterSeconds(failure);
  return {
    ...line,
    message: failure.message,
    field: failure.field,
    headers: retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) },
  };
}

const lineByFailure: Readonly<Partial<Record<FailureCode, StatusLine | StatusLineWithReason>>> = {
  chat_closed: { status: 400, code: "invalid_request", reason: "chat_closed" },
  chat_handed_over: { status: 400, code: "invalid_request", reason: "chat_handed_over" },
  channel_disabled: { status: 403, code: "access_denied" },
  forbidden: { status: 403, code: "access_denied" },
  method_not_allowed: { status: 405, code: "invalid_request" },
  payload_too_large: { status: 413, code: "invalid_request" },
  unsupported_media_type: { status: 415, code: "invalid_request" },
  rate_limited: { status: 429, code: "too_many_requests" },
  temporarily_unavailable: { status: 503, code: "temporarily_unavailable" },
};

/** Builds the body of an error response. */
export function buildErrorBody({ code, message, reason }: BotRefusal): string {
  return JSON.stringify({ error: { code, message, reason } });
}
/** Builds the body of a successful response (BOT-080, BOT-107). */
export function buildAcceptedBody(warnings: readonly FormatWarning[]): string {
  if (warnings.length === 0) return '{"result":"ok"}';
  return JSON.stringify({
    result: "ok",
    warnings: warnings.map(({ code, message }) => ({ code, message })),
  });
}
