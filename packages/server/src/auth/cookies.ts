import type { IncomingMessage } from "node:http";
import type { Limits } from "../limits/index.ts";
import { cookieValue } from "./credentials.ts";

interface CookieRequest {
  readonly raw: Pick<IncomingMessage, "headers">;
}
/** Cookies of a browser: its session, and for a while a started OIDC sign-in. */
export interface Cookies {
  /** Returns `Set-Cookie` for a new session (API-003), or one that removes it. */
  setCookie(token: string | null): string;
  /** Returns the token of the session cookie, valid or not. */
  cookieOf(request: CookieRequest): string | null;
  /** Returns `Set-Cookie` for a started OIDC sign-in (API-019), or one that removes it. */
  setStateCookie(state: string | null): string;
  /** Returns the value that `setStateCookie` set. */
  stateOf(request: CookieRequest): string | null;
}

const stateName = "parlour-oidc";

/** Returns the name of the session cookie; `secure`: `PUBLIC_URL` is https. */
export function cookieNameOf(secure: boolean): string {
  return secure ? "__Host-parlour" : "parlour";
}

export function openCookies({ secure, limits }: { readonly secure: boolean; readonly limits: Pick<Limits, "value"> }): Cookies {
  const name = cookieNameOf(secure);
  const ending = `HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return {
    setCookie(token) {
      const seconds = token === null ? 0 : limits.value("session_absolute_days") * 86_400;
      return `${name}=${token ?? ""}; Path=/; Max-Age=${seconds}; ${ending}`;
    },
    cookieOf: ({ raw }) => cookieValue(raw.headers.cookie, name),
    setStateCookie: (state) => `${stateName}=${state ?? ""}; Path=/api/v1/sessions; Max-Age=${state === null ? 0 : 600}; ${ending}`,
    stateOf: ({ raw }) => cookieValue(raw.headers.cookie, stateName) || null,
  };
}
