import type { RetryPolicy } from "../../delivery/index.ts";
import { createFixedIntervalSchedule } from "../../delivery/schedule.ts";

/**
 * Attempts of an operator's message start at 0, 3 and 6 s and take at most 3 s each. An unavailable
 * endpoint is therefore reported after 9.0 s (CH-081, CH-084).
 */
export const messageRetryPolicy: RetryPolicy = {
  timeoutMs: 3_000,
  maxReplyBytes: 256 * 1024,
  schedule: createFixedIntervalSchedule(3, 3_000, 9_000),
};

/** Typing signals and test messages have one attempt (CH-077, CH-113). */
export const singleAttemptPolicy: RetryPolicy = {
  ...messageRetryPolicy,
  schedule: createFixedIntervalSchedule(1, 0),
};

/** Maximum length of an integrator's error text (CH-083) and code, in code points. */
export const maxShownTextLength = 300;
export const maxShownCodeLength = 100;

/**
 * Times in ms: typing ends after the first one without renewal, and a message waits at most the
 * second one for its `typeout` (CH-077).
 */
export const typingTtlMs = 5_000;
export const typeoutWaitMs = 300;

/** Effect of an integrator's error code (CH-082). */
export type ErrorCodeEffect = "final" | "hidden_until_end" | "delivered" | "hidden" | "shown";
export const errorCodeEffects = {
  recipient_not_found: "final",
  recipient_blocked: "final",
  user_blocked: "final",
  recipient_unsubscribed: "final",
  message_rejected: "final",
  unsupported_type: "final",
  file_too_large: "final",
  session_expired: "final",
  invalid_request: "final",
  invalid_client: "final",
  unauthorized_client: "final",
  access_denied: "final",
  not_found: "final",
  temporary: "hidden_until_end",
  rate_limited: "hidden_until_end",
  internal: "hidden_until_end",
  duplicate: "delivered",
  silent: "hidden",
  typing_not_supported: "hidden",
} as const satisfies Readonly<Record<string, Exclude<ErrorCodeEffect, "shown">>>;

/**
 * Returns the effect of an error code. Unknown and missing codes have the effect `shown`. A number
 * is treated as an HTTP status.
 */
export function getErrorCodeEffect(code: string): ErrorCodeEffect {
  if (isKnownCode(code)) return errorCodeEffects[code];
  return /^4\d\d$/.test(code) && !temporaryCodes.has(code) ? "final" : "shown";
}
/** Statuses after which a later attempt may succeed: timeout, too early, too many requests. */
const temporaryCodes: ReadonlySet<string> = new Set(["408", "425", "429"]);
function isKnownCode(code: string): code is keyof typeof errorCodeEffects {
  return Object.hasOwn(errorCodeEffects, code);
}
