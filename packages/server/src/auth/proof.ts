import type { IncomingHttpHeaders } from "node:http";

/**
 * API-003: what a cookie needs beside it, so that another site cannot use it: `Sec-Fetch-Site: same-origin`, or, where the browser sends
 * no such header, an `Origin` exactly one of ours. `null`, a prefix of ours or neither header is no proof.
 */
export function provesSameOrigin(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.origin !== undefined && origins.includes(headers.origin);
}

/** For requests that carry no cookie yet (sign-in): refused only when the browser itself says that another site sends it. */
export function comesFromElsewhere(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  return headers.origin !== undefined && !origins.includes(headers.origin);
}

export function isUnsafe(method: string | undefined): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}
