import { createHmac, hash, timingSafeEqual } from "node:crypto";

/**
 * Returns whether a text is the secret (CON-065). An empty secret equals no text, because it means
 * that no secret is set. The time does not depend on where the texts differ.
 */
export const isEqualSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", secret, "buffer")) &&
  secret !== "";

/** Returns the key of the visitor of a widget whose id the site signs (WG-047). */
export const toSignedKey = (userId: string): string => `s_${hash("sha256", userId, "base64url")}`;

/**
 * Returns whether a signature is the HMAC-SHA256 of the content by the secret (CON-065). Nothing is
 * signed by an empty secret, because anybody can compute its signatures. Every wrong signature of
 * the right length takes the same time.
 */
export function isSignedBy(content: Buffer | string, signature: Buffer, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(content).digest();
  return (
    signature.length === expected.length && timingSafeEqual(signature, expected) && secret !== ""
  );
}
