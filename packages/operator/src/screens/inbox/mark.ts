import type { Message } from "@parlour/protocol";

/** Delivery status of a message by an operator or bot (CORE-052). */
export type Mark =
  | { readonly kind: "saved" | "delivered" | "seen" }
  | { readonly kind: "retrying"; readonly next: number; readonly nextAt: string | null; readonly said: string | null }
  | { readonly kind: "failed"; readonly reason: Reason | null; readonly tries: number };
/** `code`: a code with a text of ours. `integratorText`: the integrator's own text. */
export type Reason = { readonly code: ReasonCode } | { readonly said: string };

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
type ReasonCode = (typeof reasonCodes)[number];

/** Errors whose text is not shown until the last attempt (CH-083). */
const quietWhileTrying = new Set(["temporary", "rate_limited", "internal"]);
/** Errors shown as "Not delivered" without a reason (CH-082). */
const neverSaid = new Set(["silent", "typing_not_supported"]);

/** Returns the status of a message. Null for notes, system messages and visitor messages. */
export function markOf(message: Message): Mark | null {
  if (message.kind === "note" || (message.author.kind !== "operator" && message.author.kind !== "bot")) return null;
  if (message.seen_at) return { kind: "seen" };
  const { delivery } = message;
  // A message to a widget has no delivery. The visitor's browser confirms it.
  if (!delivery) return { kind: message.received_at ? "delivered" : "saved" };
  if (delivery.state === "delivered") return { kind: "delivered" };
  if (delivery.state === "failed") return { kind: "failed", reason: reasonOf(delivery.error), tries: delivery.attempts };
  if (delivery.attempts === 0) return { kind: "saved" };
  const reason = delivery.error && !quietWhileTrying.has(delivery.error.code) ? reasonOf(delivery.error) : null;
  return {
    kind: "retrying",
    next: Math.min(delivery.attempts + 1, 3),
    nextAt: delivery.next_at,
    said: reason && "said" in reason ? reason.said : null,
  };
}

function reasonOf(error: { code: string; message: string } | null): Reason | null {
  if (!error || neverSaid.has(error.code)) return null;
  const known = reasonCodes.find((code) => code === error.code);
  if (known) return { code: known };
  const said = error.message.trim() || error.code;
  return said === "" ? null : { said: said.slice(0, 300) };
}
