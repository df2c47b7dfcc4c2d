import { delivered, refuseForGood, repeatMessage } from "../../../connectors/outbound/outcomes.ts";
import type { AttemptOutcome } from "../../../delivery/index.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { toVisibleLine } from "../../../core/text.ts";
import { parseJsonOrNull, readPath } from "../format/read-path.ts";
import type { Gateway } from "../gateways/gateway.ts";

/**
 * A request that was written may have been accepted although no response came. The next attempt
 * waits for the receipt that the gateway would send then, in milliseconds (SMS-024).
 */
const confirmationWaitMs = 30_000;
const rateLimitMs = 10_000;
const maxErrorLength = 200;
/** Statuses that the owner repairs. The messages of that time must then go out. */
const repairedStatuses: ReadonlySet<number> = new Set([401, 403, 404, 405, 407]);

/** Returns whether the gateway took the message, and its id there, or "". */
export function readAccepted(
  { response }: Gateway,
  reply: EgressReply,
): { readonly id: string } | null {
  if (reply.kind === "failed" || reply.status >= 300) return null;
  const body = parseJsonOrNull(reply.body);
  const { success } = response;
  if (success !== null && !success.is.includes(readPath(body, success.at))) return null;
  return { id: readPath(body, response.id) };
}

/** Interprets the response of a gateway (SMS-022). Pure. */
export function interpretSmsResponse(gateway: Gateway, reply: EgressReply): AttemptOutcome {
  if (readAccepted(gateway, reply) !== null) return delivered;
  if (reply.kind === "failed")
    return repeatMessage(
      reply.outcome,
      { code: reply.outcome, message: reply.message },
      { notBeforeMs: confirmationWaitMs },
    );
  const { status } = reply;
  const { error, success } = gateway.response;
  const body = parseJsonOrNull(reply.body);
  const reason = toVisibleLine(readPath(body, error), maxErrorLength) || `Status ${status}`;
  if (status === 429) {
    const text = { code: "rate_limited", message: "The gateway asks to send fewer messages." };
    return { ...repeatMessage("http_error", text, { notBeforeMs: rateLimitMs }), shownNow: text };
  }
  const refused = { code: "refused", message: `The gateway refused the message: ${reason}` };
  const isRepeated =
    status >= 500 ||
    status === 408 ||
    (success !== null && success.repeatable.includes(readPath(body, success.at)));
  if (isRepeated) return repeatMessage("http_error", refused);
  if (repairedStatuses.has(status) || (status >= 300 && status < 400))
    return repeatMessage("http_error", refused, { isShown: true });
  // A response that is not one of the gateway says nothing about the message.
  return status < 300 && body === null
    ? repeatMessage("bad_reply", refused, { isShown: true, notBeforeMs: confirmationWaitMs })
    : refuseForGood(refused);
}
