import type { PasskeyOptions } from "@parlour/protocol/api-session";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Presence } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import type { Egress } from "../egress/index.ts";
import { readProfile, writeChosenPresence, type ProfileRow } from "../store/sessions.ts";
import type { Db } from "../store/sql.ts";
import { openAccess, type Access, type Whose } from "./access.ts";
import { cookieNameOf, openCookies, type Cookies } from "./cookies.ts";
import { openChallenges } from "./challenges.ts";
import { openCodes } from "./codes.ts";
import { openIdentify, type Identify } from "./identify.ts";
import { openOidc, type Oidc } from "./oidc.ts";
import { openOwnAccount, type OwnAccount } from "./own-account.ts";
import { openOwnFactors, type OwnFactors } from "./own-factors.ts";
import { openOwnLog } from "./own-log.ts";
import { openPasskeys } from "./passkeys.ts";
import { openPasswords, type Passwords } from "./passwords.ts";
import { inScopes, isFresh, may, type Action, type Principal } from "./principal.ts";
import { comesFromElsewhere } from "./proof.ts";
import { openSetUps, type SetUps } from "./set-up.ts";
import { openSessions, type Sessions } from "./sessions.ts";
import { openSignIns, type SignIns } from "./sign-in.ts";
import { openTries } from "./tries.ts";

export type { Whose } from "./access.ts";
export { passwordFault } from "./common-passwords.ts";
export { hideCredentials, lastFour, maskWire } from "./conceal.ts";
export { hashToken, newKey, type CredentialRequest } from "./credentials.ts";
export type { Passwords } from "./passwords.ts";
export { actions, inScopes, keyScopes, lackedRight, may, mayMakeKeyFor, type Action, type Principal } from "./principal.ts";
export {
  maskCall,
  maskChat,
  maskedText,
  maskMessage,
  maskOffline,
  masksText,
  maySeeChat,
  seesAllChats,
  seesChannel,
  type SeenChat,
} from "./see.ts";
export type { Origin, SignedIn } from "./start-session.ts";
export type { SessionItem, SignInItem } from "./sessions.ts";

export interface AuthDeps {
  /** Connections of the writer role. */
  readonly db: Db;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "value">;
  /**
   * `PUBLIC_URL`, and `127.0.0.1` if it has its default (CFG-002). Called at each request, because
   * the port may be unknown at first.
   */
  readonly origins: () => readonly string[];
  /** Public URL without trailing slash (CFG-002). OIDC providers redirect to it. */
  readonly publicUrl: () => string;
  /** True if `PUBLIC_URL` is https: the cookie is then `__Host-parlour` and Secure. */
  readonly secure: boolean;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
  /** For requests to OIDC providers. */
  readonly egress: Pick<Egress, "open" | "post" | "check">;
  /** Writes `settings_changed` for an operator created by setup or by a first OIDC sign-in. */
  readonly announce: (account: number, operatorId: number) => Promise<void>;
  readonly log: { error(fields: object, message: string): void };
}
/** The part of a Fastify request that `guard` and `principalOf` read. */
export interface GuardedRequest {
  readonly raw: IncomingMessage;
}
/** The part of a Fastify reply that `guard` reads. */
export interface GuardedReply {
  readonly raw: ServerResponse;
}

export interface Auth extends Identify, SignIns, SetUps, OwnAccount, OwnFactors, Sessions, Cookies {
  readonly passwords: Passwords;
  readonly oidc: Oidc;
  /** Returns passkey options for a sign-in without a named operator (API-013). */
  askForSignIn(): Promise<PasskeyOptions>;
  /**
   * Returns a Fastify `onRequest` hook that authenticates and requires the action.
   * `mustReauthenticate`: a session also needs re-authentication within 15 minutes (CORE-014).
   * Refusals: `unauthorized`, `forbidden`, `confirmation_needed`, `second_factor_needed`.
   */
  guard(action: Action, fresh?: boolean): (request: GuardedRequest, reply: GuardedReply) => Promise<void>;
  /** Registry of open uses. `guard` adds requests; other parts add their sockets. */
  readonly access: Pick<Access, "register" | "recheck">;
  /**
   * Ends sessions of an operator, or a key: clears cached permissions and closes open uses (P19).
   */
  end(who: Whose): void;
  /** Requires re-authentication if only the body decides that. Refusal: `confirmation_needed`. */
  demandFresh(principal: Principal): void;
  /** Returns the principal that `guard` authenticated. */
  principalOf(request: GuardedRequest): Principal;
  /**
   * Fastify `onRequest` hook for routes before sign-in. Rejects requests that the browser marks as
   * cross-origin (login CSRF).
   */
  refuseForeign(request: GuardedRequest): Promise<void>;
  profile(account: number, operatorId: number): Promise<ProfileRow>;
  choosePresence(principal: Principal, status: Presence): Promise<void>;
}

export function openAuth(deps: AuthDeps): Auth {
  const passwords = openPasswords();
  const identify = openIdentify({ ...deps, cookieName: cookieNameOf(deps.secure) });
  const access = openAccess({
    clock: deps.clock,
    recheck: (principals) => identify.recheck(principals),
    failed: (error) => deps.log.error({ err: error }, "auth.recheck_failed"),
  });
  const end = (who: Whose): void => {
    identify.invalidate(who.account);
    access.end(who);
  };
  const challenges = openChallenges(deps);
  const codes = openCodes(deps);
  const passkeys = openPasskeys({ ...deps, challenges });
  const tries = openTries({ ...deps, passwords });
  const parts = {
    ...deps,
    log: openOwnLog(deps),
    passwords,
    tries,
    codes,
    passkeys,
    onEnded: end,
    invalidate: (account: number) => identify.invalidate(account),
  };
  const demandFresh = ({ by }: Principal): void => {
    if (by.kind === "session" && !isFresh(by.confirmedAt, deps.clock.now()))
      refuse("confirmation_needed", "Confirm that it is you: this needs your password or passkey, at most 15 minutes old.");
  };
  const principals = new WeakMap<IncomingMessage, Principal>();
  return {
    ...identify,
    ...openSignIns(parts),
    ...openOwnAccount(parts),
    ...openOwnFactors(parts),
    ...openSessions(parts),
    ...openSetUps({ ...deps, passwords }),
    ...openCookies(deps),
    passwords,
    oidc: openOidc({ ...deps, challenges }),
    access,
    end,
    askForSignIn: () => passkeys.ask("sign-in", null),
    demandFresh,
    guard:
      (action, fresh = false) =>
      async (request, reply) => {
        const principal = await identify.authenticate(request.raw);
        if (principal.by.kind === "session" && principal.by.isLimited && !may(principal, action))
          refuse("second_factor_needed", "This account wants a second factor from everybody. Set one up first, in your profile.");
        if (!may(principal, action)) refuse("forbidden", forbidden(principal, action));
        if (fresh) demandFresh(principal);
        principals.set(request.raw, principal);
        access.registerRequest(principal, action, request.raw, reply.raw);
      },
    principalOf(request) {
      const principal = principals.get(request.raw);
      if (!principal) throw new Error("The route has no guard.");
      return principal;
    },
    async refuseForeign(request) {
      if (comesFromElsewhere(request.raw.headers, deps.origins())) refuse("forbidden", "The request comes from another site.");
    },
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
  if (principal.by.kind === "key" && !inScopes(principal.by.scopes, action)) return `This API key lacks the scope ${action}.`;
  return `The role ${principal.role} does not include ${action}.`;
}
