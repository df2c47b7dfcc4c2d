import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The parts of a request that identify its sender. */
export interface CredentialRequest {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: string[];
}

export type Credentials =
  | { readonly kind: "key"; readonly value: string }
  | { readonly kind: "session"; readonly value: string }
  /** After a malformed or repeated Authorization header, the cookie is not used. */
  | { readonly kind: "none" };

/** Reads the bearer key or session cookie (API-003), never query strings, which are logged. */
export function parseCredentials(request: CredentialRequest, cookieName: string): Credentials {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) {
    if (countHeaders(request.rawHeaders, "authorization") > 1) return { kind: "none" };
    const key = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization)?.[1];
    return key === undefined ? { kind: "none" } : { kind: "key", value: key };
  }
  const token = parseCookie(request.headers.cookie, cookieName);
  return token === null ? { kind: "none" } : { kind: "session", value: token };
}

export function parseCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  for (const part of header.split(";")) {
    const separatorIndex = part.indexOf("=");
    if (separatorIndex > 0 && part.slice(0, separatorIndex).trim() === name)
      return part.slice(separatorIndex + 1).trim();
  }
  return null;
}

/** Generates 256 random bits as 43 characters for a URL or cookie. */
export function generateToken(): string {
  return randomBytes(32).toString("base64url");
}
/** Hashes a token or key, so that a stolen backup contains none of them. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function countHeaders(rawHeaders: readonly string[], name: string): number {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === name) found++;
  return found;
}
