import type { LimitedSubject } from "@parlour/protocol/api/limited-subjects";
import type { InputProblem } from "@parlour/protocol/conditions/problem";
import type { NamedRef } from "./entity.ts";

/**
 * All expected failures (style.md 8). `http` maps each code to a status, and each edge maps it to
 * its error body. Decisions depend on the code, never on the message text.
 */
export const failureCodes = [
  "invalid_request",
  "invalid_credentials",
  "invalid_token",
  "unauthorized",
  "forbidden",
  /** A page of the installation was opened at an address other than PUBLIC_URL (CFG-166). */
  "wrong_address",
  /** The address of a socket was requested without the upgrade to a WebSocket (API-100). */
  "websocket_needed",
  /** The operator must re-authenticate before the request (CORE-014). */
  "confirmation_needed",
  /** The operator must set up a second factor before the request (CORE-203). */
  "second_factor_needed",
  "not_found",
  "method_not_allowed",
  "already_accepted",
  "at_limit",
  "already_set_up",
  "already_running",
  "chat_closed",
  "chat_handed_over",
  "button_gone",
  "no_crm_card",
  "no_rating",
  "call_running",
  "not_closed",
  /** Fields of the chat or its visitor must have a value before it is closed (FLD-023). */
  "field_required",
  "not_open",
  "not_available",
  "no_transfer",
  "transfer_open",
  "visitor_blocked",
  "channel_disabled",
  /** The channel accepts only templates now, because the visitor wrote too long ago (CON-050). */
  "reply_window_closed",
  "name_taken",
  /** Another channel of the installation has the address (CON-066). */
  "address_taken",
  /** Several accounts share the installation, and the host name has no proof (HELP-016). */
  "host_unproved",
  "in_use",
  /** The state of an agent is beyond its last passed gate (AGENT-115). */
  "gates_not_passed",
  "not_deliverable",
  /** Another operator has answered since the author read the chat (API-522). */
  "crossed",
  /** Only the old system behind the channel answers (MV-084). */
  "answered_elsewhere",
  /** Another operator writes an answer (API-524). */
  "reserved",
  /** The message has been sent, or an attempt to send it has started (CORE-350). */
  "already_sent",
  /** The text was changed since the author read it (ART-014). */
  "version_conflict",
  /** The channel, or the kind of message, does not allow it. */
  "not_supported",
  // Why the language model gave no usable answer (MODEL-030).
  "model_not_set_up",
  "model_over_budget",
  "model_timeout",
  "model_rate_limited",
  "model_refused",
  "model_unreachable",
  "model_cut",
  "model_empty",
  "model_wrong_form",
  "model_too_long",
  "managed_by_file",
  "last_owner",
  "payload_too_large",
  "unsupported_media_type",
  "idempotency_conflict",
  "cursor_gone",
  /** The account is at another installation (CFG-151). */
  "account_moved",
  "rate_limited",
  "temporarily_unavailable",
  "private_address",
  // Failures of interface A.
  "invalid_json",
  "sender_id_required",
  "invalid_sender_id",
  "text_required",
  "unsupported_type",
  "file_required",
  "invalid_file_url",
  "invalid_location",
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Addresses of the installation to which an account moved. */
export interface MovedTo {
  readonly public: string;
  readonly webhook: string;
  readonly widget: string;
}

export interface Failure {
  readonly failure: FailureCode;
  /** English text for people: what happened, why, what to do. Never used to make a decision. */
  readonly message: string;
  /** Path of the invalid input, for example `sender.id`. */
  readonly field?: string;
  /** What there are too many of. Set for `at_limit`. */
  readonly limit?: LimitedSubject;
  /** The scope that the API key lacks. Set for `forbidden` if the scope is the reason (API-397). */
  readonly scope?: string;
  /** The operator who was first, or writes: `already_accepted`, `crossed`, `reserved`. */
  readonly by?: NamedRef;
  /** The visitor's current chat. Set for `already_running`. */
  readonly chatId?: number;
  /** `seq` of the answer, or of the line that gave the chat to another. Set for `crossed`. */
  readonly seq?: number;
  /** What `by` has done: they answered, or got the chat. Set for `crossed`. */
  readonly reason?: "answered" | "assigned";
  /** The present version. Set for `version_conflict`. */
  readonly version?: number;
  /** When the reservation ends if its operator writes no more. Set for `reserved`. */
  readonly until?: string;
  /** The cursor from which to continue. Set for `cursor_gone` (API-388). */
  readonly start?: string;
  /** The address that the installation is set up for. Set for `wrong_address`. */
  readonly location?: string;
  /** Set for `account_moved`. */
  readonly movedTo?: MovedTo;
  /** The gates that are not passed, in their order. Set for `gates_not_passed`. */
  readonly gates?: readonly string[];
  /** Time until a retry. Set for `rate_limited` and `temporarily_unavailable`. */
  readonly retryAfterMs?: number;
}

export function fail(
  failure: FailureCode,
  message: string,
  details: Omit<Failure, "failure" | "message"> = {},
): Failure {
  return { failure, message, ...details };
}
export function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && "failure" in value;
}

/**
 * Carries a Failure through promises. Any other thrown error is a bug and leads to a 500 response.
 */
export class Refusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(`${failure.failure}: ${failure.message}`);
    this.name = "Refusal";
    this.failure = failure;
  }
}
/**
 * Returns whether it is certain that nothing was written. The outcome is unknown after
 * `temporarily_unavailable` (journal.md 1) and after any error other than a Refusal.
 */
export function isDefiniteRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.failure.failure !== "temporarily_unavailable";
}
export function refuse(
  failure: FailureCode,
  message: string,
  details: Omit<Failure, "failure" | "message"> = {},
): never {
  throw new Refusal(fail(failure, message, details));
}
/** Throws `invalid_request` with the path of a problem of the input, if there is one. */
export function refuseProblem(problem: InputProblem | null): void {
  if (problem === null) return;
  const [path, text] = problem;
  refuse("invalid_request", `${path} ${text}.`, { field: path });
}

/**
 * Returns whether a part of the installation is temporarily unavailable, most often the database.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.failure.failure === "temporarily_unavailable";
