import type { IncomingHttpHeaders } from "node:http";

/** What the headers of a request prove about the page that sent it. */
export interface OriginProof {
  /**
   * `own`: a page of this installation. `foreign`: a page of another site. `elsewhere`: a page that
   * may be ours, opened at an address that the installation does not know. `none`: no browser.
   */
  readonly sender: "own" | "foreign" | "elsewhere" | "none";
  /** The origin at which the page was opened, if `origins` lacks it. Null for a foreign page. */
  readonly opened: string | null;
}

/**
 * Returns which page sent a request (API-201). `Sec-Fetch-Site`, which browsers send to https and
 * to this machine only, decides alone. Without it, `Origin` must equal one of `origins`. Another
 * origin is that of a foreign page if the request has the host of one of `origins`, and otherwise
 * an address of this installation that it does not know. Behind a proxy that replaces `Host`, which
 * then names this machine, the two cannot be distinguished, so both are refused as `elsewhere`.
 */
export function proveOrigin(
  { "sec-fetch-site": site, origin, host = "" }: IncomingHttpHeaders,
  origins: readonly string[],
): OriginProof {
  if (site !== undefined && site !== "same-origin") return { sender: "foreign", opened: null };
  const opened = origin === undefined || origins.includes(origin) ? null : toWebOrigin(origin);
  if (site !== undefined) return { sender: "own", opened };
  if (origin === undefined) return { sender: "none", opened: null };
  if (origins.includes(origin)) return { sender: "own", opened: null };
  if (opened === null || isPublicHost(host, origins)) return { sender: "foreign", opened: null };
  return { sender: "elsewhere", opened };
}

/** Returns the origin of a web page in its usual form, or null for any other value, as `null`. */
function toWebOrigin(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url !== null && ["http:", "https:"].includes(url.protocol) && url.origin === text;
  return isWeb && text.length <= 300 ? text : null;
}

/** Returns whether a request went to the host of an origin that is not only on this machine. */
const isPublicHost = (host: string, origins: readonly string[]): boolean =>
  origins.some((origin) => {
    const url = new URL(origin);
    return url.host === host && !loopbackNames.includes(url.hostname);
  });

/** Names and addresses with which a browser reaches its own machine. */
export const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export function isStateChanging(method: string | undefined): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}
