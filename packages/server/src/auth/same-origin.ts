import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns whether a request with a cookie comes from pages of this installation (API-201).
 * `Sec-Fetch-Site` must be `same-origin`. Without that header, `Origin` must equal one of
 * `origins`. `null`, a prefix or a missing header does not suffice.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.origin !== undefined && origins.includes(headers.origin);
}

/** Checks what the browser says, for requests without a cookie, such as a sign-in. */
export function isCrossOrigin(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  return headers.origin !== undefined && !origins.includes(headers.origin);
}

export function isStateChanging(method: string | undefined): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}
