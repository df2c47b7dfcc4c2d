import { delivered, refuseForGood, repeatMessage } from "../../../connectors/outbound/outcomes.ts";
import type { AttemptOutcome, OutcomeText } from "../../../delivery/index.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { parseApiReply } from "../service/reply.ts";

/**
 * Interprets the response to the last request of an attempt (TG-041). A refusal that a repeat
 * cannot change is final.
 */
export function interpretTelegramResponse(reply: EgressReply): AttemptOutcome {
  const result = parseApiReply(reply);
  if (result.kind === "ok") return delivered;
  if (result.kind === "unavailable") {
    const code = reply.kind === "failed" ? reply.outcome : "bad_reply";
    return repeatMessage(code, { code, message: result.message });
  }
  const { status, description, retryAfterMs } = result;
  if (status === 429) {
    const notBeforeMs = retryAfterMs ?? 1_000;
    const message = `Telegram asks to wait ${Math.ceil(notBeforeMs / 1_000)} s.`;
    const error = { code: "rate_limited", message };
    return { ...repeatMessage("http_error", error, { notBeforeMs }), shownNow: error };
  }
  const error = explainRefusal(status, description);
  const isFinal = status >= 400 && status < 500 && !retriedStatuses.has(status);
  return isFinal ? refuseForGood(error) : repeatMessage("http_error", error, { isShown: true });
}

/**
 * Statuses after which a later attempt may succeed. A wrong token (401, 404) is repaired in the
 * settings, and the messages of the time before must then go out.
 */
const retriedStatuses: ReadonlySet<number> = new Set([401, 404, 408, 409]);

function explainRefusal(status: number, description: string): OutcomeText {
  if (status === 401 || status === 404)
    return {
      code: "invalid_token",
      message: "Telegram does not accept the bot token. Enter a new one in the channel's settings.",
    };
  if (status === 403)
    return /blocked by the user/i.test(description)
      ? { code: "blocked_by_user", message: "The visitor has blocked the bot." }
      : { code: "forbidden", message: `Telegram does not deliver to this visitor: ${description}` };
  if (status === 400 && /chat not found/i.test(description))
    return {
      code: "chat_not_found",
      message: "The visitor has deleted their account or the chat.",
    };
  return { code: "refused", message: `Telegram refused the message: ${description}` };
}
