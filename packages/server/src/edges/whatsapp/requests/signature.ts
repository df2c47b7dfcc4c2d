import { createHmac, hash, timingSafeEqual } from "node:crypto";

/**
 * Returns whether `X-Hub-Signature-256` is the signature of these bytes by the app (WA-002). Takes
 * the same time for every wrong signature.
 */
export function isSignedByApp(
  bytes: Buffer,
  header: string | string[] | undefined,
  appSecret: string,
): boolean {
  const match = /^sha256=([0-9a-f]{64})$/.exec(typeof header === "string" ? header : "");
  const wanted = createHmac("sha256", appSecret).update(bytes).digest();
  return match !== null && timingSafeEqual(Buffer.from(match[1] ?? "", "hex"), wanted);
}

/** Compares two texts in a time that does not depend on where they differ. */
export const isEqualText = (a: string, b: string): boolean =>
  timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
