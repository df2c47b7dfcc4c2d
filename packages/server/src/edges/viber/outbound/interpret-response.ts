import { delivered, refuseForGood, repeatMessage } from "../../../connectors/outbound/outcomes.ts";
import type { AttemptOutcome } from "../../../delivery/index.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { parseApiReply } from "../service/reply.ts";

/** Statuses of Viber's table of errors. */
const statuses = {
  invalidAuthToken: 2,
  receiverNotRegistered: 5,
  receiverNotSubscribed: 6,
  receiverNoSuitableDevice: 11,
  tooManyRequests: 12,
} as const;
/** Statuses of the account, which its owner repairs. The messages of that time must then go out. */
const accountStatuses: ReadonlySet<number> = new Set([7, 8, 9, 10, 15]);
/** Errors of the message: badData, missingData, versions of the receiver's app. */
const messageStatuses: ReadonlySet<number> = new Set([3, 4, 13, 14, 16, 17]);
const rateLimitMs = 10_000;

/** Interprets the response to the last request of an attempt (VB-040). */
export function interpretViberResponse(reply: EgressReply): AttemptOutcome {
  const result = parseApiReply(reply);
  if (result.kind === "ok") return delivered;
  if (result.kind === "unavailable") {
    const code = reply.kind === "failed" ? reply.outcome : "bad_reply";
    return repeatMessage(code, { code, message: result.message });
  }
  const { status, description } = result;
  const refused = { code: "refused", message: `Viber refused the message: ${description}` };
  switch (status) {
    case statuses.receiverNotRegistered:
      return refuseForGood({ code: "not_registered", message: "The visitor has left Viber." });
    case statuses.receiverNotSubscribed:
      return refuseForGood({
        code: "not_subscribed",
        message: "The visitor has unsubscribed from the bot, or has never written to it.",
      });
    case statuses.receiverNoSuitableDevice:
      return refuseForGood({
        code: "no_device",
        message: "The visitor's version of Viber does not show messages of bots.",
      });
    case statuses.tooManyRequests: {
      const error = { code: "rate_limited", message: "Viber asks to send fewer messages." };
      const outcome = repeatMessage("http_error", error, { notBeforeMs: rateLimitMs });
      return { ...outcome, shownNow: error };
    }
    case statuses.invalidAuthToken:
      return repeatMessage(
        "http_error",
        {
          code: "invalid_token",
          message: "Viber does not accept the token. Enter a new one in the channel's settings.",
        },
        { isShown: true },
      );
    default:
      return messageStatuses.has(status)
        ? refuseForGood(refused)
        : repeatMessage("http_error", refused, { isShown: accountStatuses.has(status) });
  }
}
