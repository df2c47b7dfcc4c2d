import type { IncomingMessage } from "node:http";
import type { Presence } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import { readProfile, writeChosenPresence, type ProfileRow } from "../store/sessions.ts";
import type { Db } from "../store/sql.ts";
import { cookieValue } from "./credentials.ts";
import { openIdentify, type Identify } from "./identify.ts";
import { openPasswords, type Passwords } from "./passwords.ts";
import { may, type Action, type Principal } from "./principal.ts";
import { comesFromElsewhere } from "./proof.ts";
import { openSetUps, type SetUps } from "./set-up.ts";
import { openSignIns, type SignIns } from "./sign-in.ts";

export { passwordFault } from "./common-passwords.ts";
export { hideCredentials, lastFour, maskWire } from "./conceal.ts";
export { hashToken, newKey, type CredentialRequest } from "./credentials.ts";
export type { Passwords } from "./passwords.ts";
export { actions, may, mayMakeKeyFor, type Action, type Principal } from "./principal.ts";
export { maskCall, maskChat, maskedText, maskMessage, masksText, maySeeChat, seesAllChats, seesChannel, type SeenChat } from "./see.ts";
export type { Origin, SignedIn } from "./sign-in.ts";

export interface AuthDeps {
  /** Connections of the writer role. */
  readonly db: Db;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly limits: Pick<Limits, "value">;
  /** `PUBLIC_URL` and, with its default, `127.0.0.1` (CFG-002). Asked at each request: the port may be known late. */
  readonly origins: () => readonly string[];
  /** `PUBLIC_URL` is https: the cookie is `__Host-parlour` and Secure. */
  readonly secure: boolean;
  /** Writes `settings_changed` of an account that set-up made. */
  readonly announce: (account: number, operatorId: number) => Promise<void>;
  /** A session ended: close its sockets (P19). */
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
}
/** What `guard` and `principalOf` read of a Fastify request. */
export interface GuardedRequest {
  readonly raw: IncomingMessage;
}

export interface Auth extends Identify, SignIns, SetUps {
  readonly passwords: Passwords;
  /** A Fastify `onRequest` hook: authenticates and demands the action. Refusal `unauthorized`, `forbidden`. */
  guard(action: Action): (request: GuardedRequest) => Promise<void>;
  /** Whom `guard` let in. */
  principalOf(request: GuardedRequest): Principal;
  /** A Fastify `onRequest` hook for routes before sign-in: refuses what the browser marks as another site's (login CSRF). */
  refuseForeign(request: GuardedRequest): Promise<void>;
  /** `Set-Cookie` of a new session (API-003), or one that removes it. */
  setCookie(token: string | null): string;
  /** Token of the session cookie that came along, right or wrong. */
  cookieOf(request: GuardedRequest): string | null;
  profile(account: number, operatorId: number): Promise<ProfileRow>;
  choosePresence(principal: Principal, status: Presence): Promise<void>;
}

export function openAuth(deps: AuthDeps): Auth {
  const cookieName = deps.secure ? "__Host-parlour" : "parlour";
  const passwords = openPasswords();
  const identify = openIdentify({ ...deps, cookieName });
  const onEnded: AuthDeps["onEnded"] = (ended) => {
    identify.invalidate(ended.account);
    deps.onEnded(ended);
  };
  const principals = new WeakMap<IncomingMessage, Principal>();
  return {
    ...identify,
    ...openSignIns({ ...deps, passwords, onEnded }),
    ...openSetUps({ ...deps, passwords }),
    passwords,
    guard: (action) => async (request) => {
      const principal = await identify.authenticate(request.raw);
      if (!may(principal, action)) refuse("forbidden", forbidden(principal, action));
      principals.set(request.raw, principal);
    },
    principalOf(request) {
      const principal = principals.get(request.raw);
      if (!principal) throw new Error("The route has no guard.");
      return principal;
    },
    async refuseForeign(request) {
      if (comesFromElsewhere(request.raw.headers, deps.origins())) refuse("forbidden", "The request comes from another site.");
    },
    setCookie(token) {
      const seconds = token === null ? 0 : deps.limits.value("session_absolute_days") * 86_400;
      return `${cookieName}=${token ?? ""}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${deps.secure ? "; Secure" : ""}`;
    },
    cookieOf: (request) => cookieValue(request.raw.headers.cookie, cookieName),
    async profile(account, operatorId) {
      const profile = await readProfile(deps.db, account, operatorId);
      return profile ?? refuse("unauthorized", "You are signed out. Sign in again.");
    },
    async choosePresence(principal, status) {
      await writeChosenPresence(deps.db, principal.accountId, principal.operatorId, status);
      identify.invalidate(principal.accountId);
    },
  };
}

function forbidden(principal: Principal, action: Action): string {
  if (principal.suspended) return "This account is suspended: it can be read, not changed.";
  if (principal.by.kind === "key" && !principal.by.scopes.includes("*") && !principal.by.scopes.includes(action))
    return `This API key lacks the scope ${action}.`;
  return `The role ${principal.role} does not include ${action}.`;
}
