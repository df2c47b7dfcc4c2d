import { omitAbsent } from "@parlour/protocol/omit-absent";
import { cleanText, cutText } from "../../core/text.ts";
import type { OutcomeText, AttemptOutcome } from "../../delivery/index.ts";
import type { EgressReply } from "../../egress/index.ts";
import { isJsonObject } from "../../http/body/json.ts";
import {
  isNoError,
  isOkResult,
  isRefusedStatus,
  toPlainText,
  parseResponse,
} from "./format/parse-response.ts";
import { getErrorCodeEffect, maxShownCodeLength, maxShownTextLength } from "./retry-policy.ts";

/** Interprets an integrator's response to a message (CH-080, CH-082, CH-083). */
export function interpretChannelResponse(reply: EgressReply): AttemptOutcome {
  if (reply.kind === "failed")
    return isRefusedStatus(reply.status)
      ? interpretStatus(reply.status, null)
      : interpretFailure(reply);
  const meaning = parseMeaning(reply.body);
  if (isRefusedStatus(reply.status))
    return interpretStatus(reply.status, meaning.kind === "error" ? meaning.error : null);
  switch (meaning.kind) {
    case "ok":
      return createDelivered(false);
    case "unclear":
      return createDelivered(true);
    case "bad":
      return createRetry("bad_reply", { code: "bad_reply", message: meaning.why });
    case "error":
      return interpretRefusal(meaning.error);
  }
}

/** Meaning of a response body. `unclear` means neither success nor error. */
type ResponseMeaning =
  | { readonly kind: "ok" }
  | { readonly kind: "unclear" }
  | { readonly kind: "bad"; readonly why: string }
  | { readonly kind: "error"; readonly error: OutcomeText };

function parseMeaning(body: Buffer): ResponseMeaning {
  const answer = parseResponse(body);
  return answer.kind === "bad" ? answer : toMeaning(answer.value);
}

function toMeaning(value: unknown): ResponseMeaning {
  if (!isJsonObject(value)) return { kind: "unclear" };
  const result = Object.hasOwn(value, "result") ? { is: value["result"] } : null;
  const error = Object.hasOwn(value, "error") ? value["error"] : null;
  if (!isNoError(error)) return { kind: "error", error: toErrorText(error, result?.is) };
  if (result === null) return { kind: "unclear" };
  if (isOkResult(result.is)) return { kind: "ok" };
  return { kind: "error", error: toErrorText({}, result.is) };
}

/** Returns an error's code and text: message, otherwise code, otherwise `result` (CH-083). */
function toErrorText(error: unknown, result: unknown): OutcomeText {
  const code = isJsonObject(error) ? toPlainText(error["code"]) : "";
  const message = isJsonObject(error) ? toPlainText(error["message"]) : toPlainText(error);
  return {
    code: truncateText(code, maxShownCodeLength),
    message: truncateText(
      message || code || toPlainText(result) || "The server rejected the message.",
      maxShownTextLength,
    ),
  };
}
function truncateText(text: string, max: number): string {
  return cutText(cleanText(text), max).text;
}

function createDelivered(unconfirmed: boolean): AttemptOutcome {
  return { outcome: "delivered", means: "delivered", unconfirmed, error: null };
}

function interpretRefusal(error: OutcomeText): AttemptOutcome {
  const shownError: OutcomeText = {
    code: error.code === "" ? "refused" : error.code,
    message: error.message,
  };
  const base = { outcome: "refused", error: shownError } as const;
  switch (getErrorCodeEffect(error.code)) {
    case "delivered":
      return createDelivered(false);
    case "final":
      return { ...base, means: "final", shownNow: shownError, shownAtEnd: shownError };
    case "hidden":
      return { ...base, means: "final", shownAtEnd: { code: shownError.code, message: "" } };
    case "hidden_until_end":
      return { ...base, means: "again", shownAtEnd: shownError };
    case "shown":
      return { ...base, means: "again", shownNow: shownError, shownAtEnd: shownError };
  }
}

/**
 * Interprets an error status. An error object in the body supplies code and text. After certain
 * codes a 4xx is not attempted again (CH-080).
 */
function interpretStatus(status: number, error: OutcomeText | null): AttemptOutcome {
  if (error === null)
    return createRetry("http_error", {
      code: "http_error",
      message: `The server answered ${status}.`,
    });
  const shownError: OutcomeText = {
    code: error.code === "" ? "http_error" : error.code,
    message: error.message,
  };
  const effect = getErrorCodeEffect(error.code);
  if (effect === "final" && status >= 400 && status <= 499)
    return {
      ...createRetry("http_error", shownError, shownError),
      means: "final",
      shownAtEnd: shownError,
    };
  if (effect === "hidden")
    return {
      ...createRetry("http_error", shownError),
      shownAtEnd: { code: shownError.code, message: "" },
    };
  return createRetry(
    "http_error",
    shownError,
    effect === "hidden_until_end" ? undefined : shownError,
  );
}

function interpretFailure(reply: Extract<EgressReply, { kind: "failed" }>): AttemptOutcome {
  const error = { code: reply.outcome, message: truncateText(reply.message, maxShownTextLength) };
  const isUnavailable =
    reply.outcome === "timeout" ||
    reply.outcome === "dns_failed" ||
    reply.outcome === "connect_failed" ||
    reply.outcome === "tls_failed";
  // Texts of network errors are for administrators. Operators see a text of Parlour instead
  // (reliability.md 6).
  return { outcome: reply.outcome, means: isUnavailable ? "unavailable" : "again", error };
}

function createRetry(
  outcome: "bad_reply" | "http_error",
  error: OutcomeText,
  shownError?: OutcomeText,
): AttemptOutcome {
  return {
    outcome,
    means: "again",
    error,
    ...omitAbsent({
      shownNow: shownError,
      shownAtEnd: outcome === "http_error" ? error : undefined,
    }),
  };
}
