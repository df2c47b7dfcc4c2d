import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The part of a request that says who sends it. */
export type CredentialRequest = Pick<IncomingMessage, "method" | "headers" | "rawHeaders">;

export type Credentials =
  | { readonly kind: "key"; readonly value: string }
  | { readonly kind: "session"; readonly value: string }
  /** Nothing, or nothing usable: a broken or repeated Authorization never falls back to the cookie. */
  | { readonly kind: "none" };

/** API-003: Bearer key or session cookie. Query strings are never read, they end up in logs. */
export function readCredentials(request: CredentialRequest, cookieName: string): Credentials {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) {
    if (count(request.rawHeaders, "authorization") > 1) return { kind: "none" };
    const key = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization)?.[1];
    return key === undefined ? { kind: "none" } : { kind: "key", value: key };
  }
  const token = cookieValue(request.headers.cookie, cookieName);
  return token === null ? { kind: "none" } : { kind: "session", value: token };
}

export function cookieValue(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** 256 random bits as 43 characters for a URL or cookie. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}
/** A new API key; shown once, stored as its hash. */
export function newKey(): string {
  return `pk_${newToken()}`;
}
/** What is stored of a token or key: a thief of a backup can use neither. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function count(rawHeaders: readonly string[], name: string): number {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === name) found++;
  return found;
}
