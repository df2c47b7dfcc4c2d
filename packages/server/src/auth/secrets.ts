import { createHash, randomBytes, randomInt } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** CH-002: 24 characters, 142 bits. */
export const newRandomString = (): string => word(24);
/** CH-002: CHANNEL_PUBLIC_ID. */
export const newPublicId = (): string => word(10);
/** BOT-001. */
export const newProviderId = (): string => word(12, "abcdefghijklmnopqrstuvwxyz0123456789");
/** CFG-034: a provider of sign-in. */
export const newOidcId = (): string => word(8, "abcdefghijklmnopqrstuvwxyz0123456789");
/** CORE-124: `whsec_` and base64 of 32 random bytes. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
/** Shown once (CORE-125). */
export const newApiKey = (): string => `pk_${word(40)}`;

/** A one-time link of an operator. The account stands in it, so that its row can be found under row-level security. */
export const newLinkToken = (account: number): string => `${account}.${randomBytes(32).toString("base64url")}`;
export function accountOfToken(token: string): number | null {
  const account = Number(/^([1-9][0-9]{0,15})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1]);
  return Number.isSafeInteger(account) ? account : null;
}
/** What is stored of a token: a thief of a backup can use none. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

function word(length: number, of: string = letters): string {
  return Array.from({ length }, () => of.charAt(randomInt(of.length))).join("");
}
