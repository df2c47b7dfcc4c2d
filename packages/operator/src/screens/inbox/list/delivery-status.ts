import type { Message } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { ChannelKind } from "../../../ui/chat/channel-kinds.ts";

/** Delivery status of a message that an operator or bot sent (CORE-052). */
export type DeliveryStatus =
  | { readonly kind: "saved" | "sent" | "delivered" | "seen" }
  | {
      readonly kind: "retrying";
      /** Number of the next attempt of three, or null for services with other numbers. */
      readonly next: number | null;
      readonly nextAt: string | null;
      readonly integratorText: string | null;
    }
  | { readonly kind: "failed"; readonly reason: FailureReason | null; readonly attempts: number };
/**
 * With `code`, Parlour has a text for the failure. `integratorText` is text from the integrator or
 * the service.
 */
export type FailureReason =
  | { readonly code: FailureReasonCode }
  | { readonly integratorText: string };

const reasonCodes = [
  "timeout",
  "http_error",
  "bad_reply",
  "dns_failed",
  "connect_failed",
  "tls_failed",
  "private_address",
  "reply_too_large",
  "interrupted",
  "channel_deleted",
  "not_deliverable",
] as const;
type FailureReasonCode = (typeof reasonCodes)[number];

/** Errors that are not shown while further attempts follow (CH-083). */
const silentWhileRetrying = new Set(["temporary", "rate_limited", "internal"]);
/** Errors that are shown as "Not delivered" without a reason (CH-082). */
const codesWithoutText = new Set(["silent", "typing_not_supported"]);

/**
 * Returns the delivery status of a message. Null for notes, system messages and visitor messages. A
 * message that a service accepted is sent. Its receipts, or the response of an integrator, make it
 * delivered (CORE-288).
 */
export function getDeliveryStatus(message: Message, channel: ChannelKind): DeliveryStatus | null {
  if (
    message.kind === "note" ||
    (message.author.kind !== "operator" && message.author.kind !== "bot")
  )
    return null;
  const { delivery } = message;
  // A receipt of a later message covers this one too, although it never arrived (CORE-287).
  if (delivery?.state === "failed")
    return { kind: "failed", reason: toFailureReason(delivery.error), attempts: delivery.attempts };
  if (message.seen_at) return { kind: "seen" };
  // Messages to a widget have no delivery. The visitor's browser confirms that it received them.
  if (!delivery) return { kind: message.received_at ? "delivered" : "saved" };
  const isConfirmed = getCapabilities(channel).integrator_endpoint;
  if (message.received_at) return { kind: "delivered" };
  if (delivery.state === "delivered") return { kind: isConfirmed ? "delivered" : "sent" };
  if (delivery.attempts === 0) return { kind: "saved" };
  const reason =
    delivery.error && !silentWhileRetrying.has(delivery.error.code)
      ? toFailureReason(delivery.error)
      : null;
  return {
    kind: "retrying",
    next: isConfirmed ? Math.min(delivery.attempts + 1, 3) : null,
    nextAt: delivery.next_at,
    integratorText: reason && "integratorText" in reason ? reason.integratorText : null,
  };
}

function toFailureReason(error: { code: string; message: string } | null): FailureReason | null {
  if (!error || codesWithoutText.has(error.code)) return null;
  const knownCode = reasonCodes.find((code) => code === error.code);
  if (knownCode) return { code: knownCode };
  const text = error.message.trim() || error.code;
  return text === "" ? null : { integratorText: text.slice(0, 300) };
}
