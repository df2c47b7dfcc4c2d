import { cleanText, cutText } from "../../core/text.ts";
import type { AttemptOutcome } from "../../delivery/index.ts";
import type { EgressReply } from "../../egress/index.ts";
import { maxRetryAfterMs } from "./retry-policy.ts";

/** Interprets a response by its status (WH-060 to WH-062). */
export function interpretWebhookResponse(reply: EgressReply): AttemptOutcome {
  if (reply.kind === "answered") return interpretStatus(reply.status, reply.headers);
  const { outcome, status, message, headers = {} } = reply;
  // The webhook has responded. An unreadable response loses the data in it, but the event was
  // delivered (WH-040).
  const isUnread = outcome === "reply_too_large" || outcome === "bad_reply";
  if (isUnread && status !== null) return interpretStatus(status, headers);
  return createRetry(outcome, cutText(cleanText(message), 300).text);
}

function interpretStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
): AttemptOutcome {
  if (status >= 200 && status <= 299)
    return { outcome: "delivered", means: "delivered", error: null };
  const failed = createRetry("http_error", `The server answered ${status}.`);
  if (status === 410) return { ...failed, means: "final" };
  const pauseMs = status === 429 || status === 503 ? parseRetryAfterMs(headers) : null;
  return pauseMs === null ? failed : { ...failed, notBeforeMs: pauseMs };
}

function createRetry(outcome: AttemptOutcome["outcome"], message: string): AttemptOutcome {
  const error = { code: outcome, message };
  return { outcome, means: "again", error, shownNow: error, shownAtEnd: error };
}

/**
 * Parses Retry-After: seconds, or a date by the clock of the receiver. Returns null for anything
 * else (H-199).
 */
function parseRetryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1_000, maxRetryAfterMs);
  const delayMs = parseHttpDate(text) - parseHttpDate(headers["date"] ?? "");
  return delayMs > 0 ? Math.min(delayMs, maxRetryAfterMs) : null;
}
/** Parses an HTTP date (RFC 9110 5.6.7). Returns ms since 1970, or NaN if the date is invalid. */
function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text.trim())
    ? Date.parse(text)
    : Number.NaN;
}
