import type { Failure } from "../../../core/failure.ts";
import {
  toFailure,
  statusByFailure,
  internalErrorMessage,
  getRetryAfterSeconds,
  appendSupportContact,
} from "../../../http/errors.ts";
import type { InboundRequest, ResponseHeaders } from "./inbound-request.ts";
import type { RequestLog } from "./request-log.ts";
import type { ChannelErrorCode } from "@parlour/protocol/channel";

export interface ResponseDeps {
  /** Path of the base URL, which precedes each address. */
  readonly prefix: string;
  readonly supportContact: () => string | null;
  readonly log: { error(fields: object, message: string): void };
  /** Counts a finished request by its result. */
  readonly count: (result: string) => void;
  readonly logRequest: RequestLog;
}

/** Sends and logs an error. A refusal has its status in a table (CH-039), others are 500. */
export function sendError(deps: ResponseDeps, error: unknown, request: InboundRequest): void {
  const failure = toFailure(error);
  if (failure !== null) return sendFailure(deps, failure, request);
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
  sendErrorBody(request, 500, {
    code: "internal_error",
    message: appendSupportContact(internalErrorMessage, deps.supportContact()),
  });
}

function sendFailure(
  { logRequest, count, supportContact, prefix }: ResponseDeps,
  failure: Failure,
  request: InboundRequest,
): void {
  const { message, field = null } = failure;
  const code = failure.failure;
  const { movedTo } = failure;
  // The sender repeats the request at the new address, with its body (CH-114).
  const status = movedTo === undefined ? statusByFailure[code] : 308;
  logRequest(request, status, { code, message, field, rule: findRuleForFailure(failure) });
  // `authorizeRequest` counts requests to unknown addresses.
  if (code !== "not_found") count(code);
  // While the database is unavailable, the retry time is fixed (CH-037).
  const retryAfter = status === 503 ? 5 : getRetryAfterSeconds(failure);
  sendErrorBody(
    request,
    status,
    { code, message: status >= 500 ? appendSupportContact(message, supportContact()) : message },
    {
      ...(movedTo === undefined
        ? null
        : { location: `${movedTo.webhook}${(request.raw.url ?? "").slice(prefix.length)}` }),
      ...(retryAfter === undefined ? null : { "retry-after": retryAfter }),
    },
  );
}

/** Sends the body of an error response (CH-039). */
function sendErrorBody(
  request: InboundRequest,
  status: number,
  error: { readonly code: string; readonly message: string },
  headers?: ResponseHeaders,
): void {
  request.send(status, JSON.stringify({ error }), headers);
}

/**
 * Returns the rule of docs/spec/channel.md that a refused request violated, for the request
 * inspector (API-332). Returns null if the server caused the failure.
 */
export function findRuleForFailure({ failure, field }: Failure): string | null {
  if (failure === "invalid_request")
    return field === "Idempotency-Key"
      ? "CH-058"
      : field !== undefined && countFields.has(field)
        ? "CH-063"
        : "CH-039";
  return hasRule(failure) ? ruleByCode[failure] : null;
}

const countFields = new Set(
  ["file_size", "duration", "width", "height"].map((name) => `message.${name}`),
);
function hasRule(code: string): code is keyof typeof ruleByCode {
  return Object.hasOwn(ruleByCode, code);
}
/** Codes without a rule: an invalid request without a field, a wrong address, or our error. */
type CodeWithoutRule = "invalid_request" | "not_found" | "internal_error";
const ruleByCode: Readonly<Record<Exclude<ChannelErrorCode, CodeWithoutRule>, string>> = {
  invalid_json: "CH-033",
  sender_id_required: "CH-040",
  invalid_sender_id: "CH-041",
  text_required: "CH-039",
  unsupported_type: "CH-055",
  file_required: "CH-062",
  invalid_file_url: "CH-062",
  invalid_location: "CH-064",
  channel_disabled: "CH-110",
  method_not_allowed: "CH-013",
  unsupported_media_type: "CH-032",
  payload_too_large: "CH-034",
  rate_limited: "CH-035",
  account_moved: "CH-114",
  idempotency_conflict: "CH-058",
  temporarily_unavailable: "CH-037",
};
