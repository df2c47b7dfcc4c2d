import { createHash, randomBytes, randomInt } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** 24 characters, 142 bits (CH-002). */
export const newRandomString = (): string => word(24);
/** CHANNEL_PUBLIC_ID (CH-002). */
export const newPublicId = (): string => word(10);
/** Id of a bot provider (BOT-001). */
export const newProviderId = (): string => word(12, "abcdefghijklmnopqrstuvwxyz0123456789");
/** Id of an OIDC provider (CFG-034). */
export const newOidcId = (): string => word(8, "abcdefghijklmnopqrstuvwxyz0123456789");
/** `whsec_` and base64 of 32 random bytes (CORE-124). */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
/** Shown once (CORE-125). */
export const newApiKey = (): string => `pk_${word(40)}`;

/**
 * Token of an operator's one-time link. It contains the account, so that its row can be found under
 * row-level security.
 */
export const newLinkToken = (account: number): string => `${account}.${randomBytes(32).toString("base64url")}`;
export function accountOfToken(token: string): number | null {
  const account = Number(/^([1-9][0-9]{0,15})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1]);
  return Number.isSafeInteger(account) ? account : null;
}
/** Returns the stored form of a token, so that a stolen backup contains none. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

function word(length: number, of: string = letters): string {
  return Array.from({ length }, () => of.charAt(randomInt(of.length))).join("");
}
