import type { Message, MessageDelivery } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { ChannelKind } from "../chat/channel-kinds.ts";

/** Delivery status of a message that an operator or bot sent (CORE-052). */
export type DeliveryStatus =
  | { readonly kind: "saved" | "sent" | "delivered" | "seen" }
  /** The message waits to be sent with others until this time (CORE-352). */
  | { readonly kind: "waiting"; readonly until: string }
  | {
      readonly kind: "retrying";
      /** Number of the next attempt of three, or null for services with other numbers. */
      readonly next: number | null;
      readonly nextAt: string | null;
      /** Reason to show while further attempts follow. */
      readonly reason: FailureReason | null;
    }
  | { readonly kind: "failed"; readonly reason: FailureReason | null; readonly attempts: number };
/**
 * With `code` and `serviceCode`, Parlour has a text for the failure. `serviceCode` is a failure
 * that only services have. `integratorText` is text from the integrator or the service.
 */
export type FailureReason =
  | { readonly code: FailureReasonCode }
  | { readonly serviceCode: ServiceFailureCode }
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

/** Codes of services that have a text, each with the id of the text. */
const serviceCodes = {
  blocked_by_user: "blocked",
  chat_not_found: "gone",
  invalid_token: "token",
  "190": "token",
  "131026": "unreachable",
  "131047": "window",
  "5.1.1": "address",
  "5.1.10": "address",
  "5.2.2": "full",
} as const satisfies Readonly<Record<string, string>>;
type ServiceFailureCode = (typeof serviceCodes)[keyof typeof serviceCodes];
const findServiceCode = (code: string): ServiceFailureCode | null =>
  (serviceCodes as Readonly<Record<string, ServiceFailureCode | undefined>>)[code] ?? null;

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
  const isConfirmed = getCapabilities(channel).integrator_endpoint;
  // A receipt of a later message covers this one too, although it never arrived (CORE-287).
  if (delivery && hasFailed(delivery)) return toFailedStatus(delivery, isConfirmed);
  if (message.seen_at) return { kind: "seen" };
  // Messages to a widget have no delivery. The visitor's browser confirms that it received them.
  if (!delivery) return { kind: message.received_at ? "delivered" : "saved" };
  if (message.received_at) return { kind: "delivered" };
  if (delivery.state === "delivered") return { kind: isConfirmed ? "delivered" : "sent" };
  if (delivery.attempts === 0)
    return delivery.next_at !== null && delivery.next_at > message.created_at
      ? { kind: "waiting", until: delivery.next_at }
      : { kind: "saved" };
  const reason =
    delivery.error && !silentWhileRetrying.has(delivery.error.code)
      ? toFailureReason(delivery.error, isConfirmed)
      : null;
  return {
    kind: "retrying",
    next: isConfirmed ? Math.min(delivery.attempts + 1, 3) : null,
    nextAt: delivery.next_at,
    reason: reason && !("code" in reason) ? reason : null,
  };
}

function toFailedStatus(
  { error, attempts, failed_recipients }: MessageDelivery,
  isIntegrator: boolean,
): DeliveryStatus {
  // An email with several recipients can have as many reasons.
  return {
    kind: "failed",
    reason: failed_recipients ? null : toFailureReason(error, isIntegrator),
    attempts,
  };
}

/** Returns whether the message, or an email to one of its recipients, can be sent again. */
export const hasFailed = ({ state, failed_recipients }: MessageDelivery): boolean =>
  state === "failed" ||
  (state === "delivered" &&
    failed_recipients?.some((recipient) => recipient.state === "failed") === true);

/**
 * Returns how many recipients may get a failed email twice if it is sent again: a server reported
 * that it did not arrive, but not whom this concerns (MAIL-143). 0 for all other messages.
 */
export function countUnknownRecipients({ delivery, email }: Message): number {
  if (email === undefined || delivery?.state !== "failed") return 0;
  const recipients = email.to.length + email.cc.length + email.bcc.length;
  const isReport = /^(bounced|[245]\.\d+\.\d+)$/.test(delivery.error?.code ?? "");
  return recipients > 1 && isReport && delivery.failed_recipients === undefined ? recipients : 0;
}

function toFailureReason(
  error: { code: string; message: string } | null,
  isIntegrator: boolean,
): FailureReason | null {
  if (!error || codesWithoutText.has(error.code)) return null;
  const knownCode = reasonCodes.find((code) => code === error.code);
  if (knownCode) return { code: knownCode };
  const serviceCode = isIntegrator ? null : findServiceCode(error.code);
  if (serviceCode !== null) return { serviceCode };
  const text = error.message.trim() || error.code;
  return text === "" ? null : { integratorText: text.slice(0, 300) };
}
