import type { IncomingHttpHeaders } from "node:http";
import type { Limits } from "../../limits/index.ts";
import { parseCookie } from "./credentials.ts";

interface CookieRequest {
  readonly raw: { readonly headers: IncomingHttpHeaders };
}
/** The cookie of a session, and for a short time that of a started OIDC sign-in. */
export interface Cookies {
  /** For a new session (API-003), or the removal of the cookie if `token` is null. */
  setCookie(token: string | null): string;
  /** The token of the session cookie, valid or not. null without one. */
  cookieOf(request: CookieRequest): string | null;
  /** For a started OIDC sign-in (API-019), or the removal if `state` is null. */
  setStateCookie(state: string | null): string;
  /** Returns the value of the cookie that `setStateCookie` creates, or null. */
  stateOf(request: CookieRequest): string | null;
}

const stateCookieName = "parlour-oidc";

/** Returns the name of the session cookie. It depends on whether `PUBLIC_URL` is https. */
export function getCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? "__Host-parlour" : "parlour";
}
const isSecure = (publicUrl: string): boolean => publicUrl.startsWith("https:");

export function createCookies({
  publicUrl,
  limits,
}: {
  /** It changes only while there is no session: in the set-up (CFG-167). */
  readonly publicUrl: () => string;
  readonly limits: Limits;
}): Cookies {
  const getName = (): string => getCookieName(publicUrl());
  const getAttributes = (): string =>
    `HttpOnly; SameSite=Strict${isSecure(publicUrl()) ? "; Secure" : ""}`;
  return {
    setCookie(token) {
      const seconds = token === null ? 0 : limits.value("session_absolute_days") * 86_400;
      return `${getName()}=${token ?? ""}; Path=/; Max-Age=${seconds}; ${getAttributes()}`;
    },
    cookieOf: ({ raw }) => parseCookie(raw.headers.cookie, getName()),
    setStateCookie: (state) =>
      `${stateCookieName}=${state ?? ""}; Path=/api/v1/sessions; Max-Age=${state === null ? 0 : 600}; ${getAttributes()}`,
    stateOf: ({ raw }) => parseCookie(raw.headers.cookie, stateCookieName) || null,
  };
}
