import type { Message } from "@parlour/protocol";

/**
 * Returns whether the receiving server verified the visitor as the sender of all their emails among
 * these messages (MAIL-102). Emails of other people say nothing about the visitor.
 */
export function hasVerifiedSender(
  messages: readonly { readonly origin?: Message["origin"] }[],
): boolean {
  const results = messages.flatMap(({ origin }) =>
    origin?.verified === undefined || origin.other_sender === true ? [] : [origin.verified],
  );
  return results.length > 0 && results.every((isVerified) => isVerified);
}
