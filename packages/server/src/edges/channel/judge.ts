import { cleanText, cutText } from "../../core/chat/text.ts";
import type { OutcomeText, AttemptOutcome } from "../../delivery/index.ts";
import type { EgressReply } from "../../egress/index.ts";
import { isJsonObject } from "../../http/json.ts";
import { isAbsent, isOk, isRefusedStatus, plain, readAnswer } from "./format/answer.ts";
import { effectOf, shownCodeMax, shownTextMax } from "./policy.ts";

/** Interprets an integrator's response to a message (CH-080, CH-082, CH-083). Pure. */
export function judgeReply(reply: EgressReply): AttemptOutcome {
  if (reply.kind === "failed") return isRefusedStatus(reply.status) ? failedStatus(reply.status, null) : failedWithout(reply);
  const said = read(reply.body);
  if (isRefusedStatus(reply.status)) return failedStatus(reply.status, said.kind === "error" ? said.error : null);
  switch (said.kind) {
    case "ok":
      return delivered(false);
    case "unclear":
      return delivered(true);
    case "bad":
      return again("bad_reply", { code: "bad_reply", message: said.why }, null);
    case "error":
      return refusedBy(said.error);
  }
}

/** Meaning of a body. `unclear`: neither success nor error. */
type Said =
  | { readonly kind: "ok" }
  | { readonly kind: "unclear" }
  | { readonly kind: "bad"; readonly why: string }
  | { readonly kind: "error"; readonly error: OutcomeText };

function read(body: Buffer): Said {
  const answer = readAnswer(body);
  return answer.kind === "bad" ? answer : sayOf(answer.value);
}

function sayOf(value: unknown): Said {
  if (!isJsonObject(value)) return { kind: "unclear" };
  const result = Object.hasOwn(value, "result") ? { is: value["result"] } : null;
  const error = Object.hasOwn(value, "error") ? value["error"] : null;
  if (!isAbsent(error)) return { kind: "error", error: errorOf(error, result?.is) };
  if (result === null) return { kind: "unclear" };
  if (isOk(result.is)) return { kind: "ok" };
  return { kind: "error", error: errorOf({}, result.is) };
}

/**
 * Returns code and text of an error. The text is the message, else the code, else the `result`
 * (CH-083).
 */
function errorOf(error: unknown, result: unknown): OutcomeText {
  const code = isJsonObject(error) ? plain(error["code"]) : "";
  const message = isJsonObject(error) ? plain(error["message"]) : plain(error);
  return {
    code: short(code, shownCodeMax),
    message: short(message || code || plain(result) || "The server refused the message.", shownTextMax),
  };
}
function short(text: string, max: number): string {
  return cutText(cleanText(text), max).text;
}

function delivered(unconfirmed: boolean): AttemptOutcome {
  return { outcome: "delivered", means: "delivered", unconfirmed, error: null, shownNow: null, shownAtEnd: null };
}

function refusedBy(error: OutcomeText): AttemptOutcome {
  const shown: OutcomeText = { code: error.code === "" ? "refused" : error.code, message: error.message };
  const base = { outcome: "refused", unconfirmed: false, error: shown } as const;
  switch (effectOf(error.code)) {
    case "delivered":
      return delivered(false);
    case "final":
      return { ...base, means: "final", shownNow: shown, shownAtEnd: shown };
    case "hidden":
      return { ...base, means: "final", shownNow: null, shownAtEnd: { code: shown.code, message: "" } };
    case "hidden_until_end":
      return { ...base, means: "again", shownNow: null, shownAtEnd: shown };
    case "shown":
      return { ...base, means: "again", shownNow: shown, shownAtEnd: shown };
  }
}

/**
 * Interprets an error status. An error object in the body supplies code and text. Certain codes
 * make a 4xx final (CH-080).
 */
function failedStatus(status: number, error: OutcomeText | null): AttemptOutcome {
  if (error === null) return again("http_error", { code: "http_error", message: `The server answered ${status}.` }, null);
  const shown: OutcomeText = { code: error.code === "" ? "http_error" : error.code, message: error.message };
  const effect = effectOf(error.code);
  if (effect === "final" && status >= 400 && status <= 499)
    return { ...again("http_error", shown, shown), means: "final", shownAtEnd: shown };
  if (effect === "hidden") return { ...again("http_error", shown, null), shownAtEnd: { code: shown.code, message: "" } };
  return again("http_error", shown, effect === "hidden_until_end" ? null : shown);
}

function failedWithout(reply: Extract<EgressReply, { kind: "failed" }>): AttemptOutcome {
  const error = { code: reply.outcome, message: short(reply.message, shownTextMax) };
  const isUnavailable =
    reply.outcome === "timeout" || reply.outcome === "dns_failed" || reply.outcome === "connect_failed" || reply.outcome === "tls_failed";
  // Network error texts are for administrators. Operators receive our own text (reliability.md 6).
  return {
    outcome: reply.outcome,
    means: isUnavailable ? "unavailable" : "again",
    unconfirmed: false,
    error,
    shownNow: null,
    shownAtEnd: null,
  };
}

function again(outcome: "bad_reply" | "http_error", error: OutcomeText, shown: OutcomeText | null): AttemptOutcome {
  return { outcome, means: "again", unconfirmed: false, error, shownNow: shown, shownAtEnd: outcome === "http_error" ? error : null };
}
