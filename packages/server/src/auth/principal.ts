import { actions, type Action } from "@parlour/protocol/permissions";
import type { PresenceChoice } from "../core/operator/custom-status.ts";
import { refuse } from "../core/failure.ts";
import { isActionOfRole, type OperatorRole } from "../core/operator/role.ts";

export { actions, type Action };

/** The authenticated sender of a request or owner of a socket. Only `authenticate` creates it. */
export interface Principal extends OperatorRole {
  readonly accountId: number;
  readonly operatorId: number;
  readonly name: string;
  readonly instanceOwner: boolean;
  /** True if the account is suspended: it may be read, but not changed (CORE-005). */
  readonly suspended: boolean;
  /**
   * The part of Parlour that calls routes in this process with fewer rights than the credential
   * has. Absent: the person or program itself.
   */
  readonly caller?: "scim";
  /** The presence that the operator selected last (CORE-010). */
  readonly chosenPresence: PresenceChoice;
  readonly credential:
    | {
        readonly kind: "session";
        readonly id: number;
        /** Time at which the operator must sign in again, in milliseconds since 1970. */
        readonly expiresAt: number;
        /**
         * Time of the last re-authentication in milliseconds since 1970, or null if there was none
         * (CORE-014).
         */
        readonly confirmedAt: number | null;
        /** True if the session has one factor, but the account requires two (CORE-203). */
        readonly isLimited: boolean;
      }
    | {
        readonly kind: "key";
        readonly id: number;
        /**
         * Permissions of the key: `*`, `*.read` or names of actions.
         */ readonly scopes: readonly string[];
        /**
         * Time at which the key expires, in milliseconds since 1970. Absent or null means never.
         */ readonly expiresAt?: number | null;
      }
    | {
        /** Access that an operator granted to an application (MCP-070). It is valid at `/mcp`. */
        readonly kind: "grant";
        readonly id: number;
        /** Names of actions, and explicit scopes. */
        readonly scopes: readonly string[];
        readonly application: string;
        /** Time at which the access token expires, in milliseconds since 1970. */
        readonly expiresAt: number;
      };
}

/**
 * Never granted by `*`. `mcp.send`: tools may send messages to visitors (MCP-011). `scim`: an
 * identity provider may manage operators and departments at `/scim/v2` (SSO-020).
 */
export const explicitScopes = ["mcp.send", "scim"] as const;
export type ExplicitScope = (typeof explicitScopes)[number];
export const isExplicitScope = (scope: string): scope is ExplicitScope =>
  (explicitScopes as readonly string[]).includes(scope);
/** Possible scopes of an API key. `profile.secure` is never among them. */
export const keyScopes: readonly string[] = [
  "*",
  "*.read",
  ...actions.filter((action) => action !== "profile.secure"),
  ...explicitScopes,
];
/**
 * Returns whether the scopes of a key include an action: `*`, `*.read` for reading, or the name of
 * the action. Explicit scopes must be named.
 */
export const isActionInScopes = (scopes: readonly string[], action: string): boolean =>
  scopes.includes(action) ||
  (!isExplicitScope(action) &&
    (scopes.includes("*") || (action.endsWith(".read") && scopes.includes("*.read"))));

/** Actions that remain possible in a suspended account (CORE-005). */
const suspendedActions = new Set<Action>([
  "audit.read",
  "chats.read",
  "visitors.read",
  "reports.read",
  "channels.read",
  "departments.read",
  "bots.read",
  "webhooks.read",
  "triggers.read",
  "blacklist.read",
  "operators.read",
  "account.read",
  "deliveries.read",
  "profile.read",
  "profile.secure",
  "presence.set",
]);
/** Actions of a session that lacks a required factor: they set up the second one. */
const limitedActions = new Set<Action>(["profile.read", "profile.secure"]);

/** Validity of a re-authentication in milliseconds (CORE-014). */
export const reauthenticationTtlMs = 15 * 60_000;
/**
 * Returns whether a re-authentication is still valid. A time in the future is invalid, because it
 * means that the clock was set back (F14).
 */
export function isReauthenticated(confirmedAt: number | null, now: number): boolean {
  return confirmedAt !== null && Math.abs(now - confirmedAt) < reauthenticationTtlMs;
}

/** Returns the id of the principal's session. Throws Refusal `forbidden` for an API key. */
export function requireSession({ credential }: Principal): number {
  return credential.kind === "session"
    ? credential.id
    : refuse("forbidden", "Only a person who is signed in can do this, not a program.");
}

/**
 * Returns whether a principal may perform an action, by role, suspension and scopes. HTTP and
 * sockets have no other authorisation (R6). `canSeeChat` decides which chats.
 */
export function can(principal: Principal, action: Action): boolean {
  const { credential } = principal;
  if (credential.kind === "session") {
    if (credential.isLimited && !limitedActions.has(action)) return false;
  } else if (action === "profile.secure" || !isActionInScopes(credential.scopes, action)) {
    return false;
  }
  if (action === "instance.manage") return principal.instanceOwner;
  if (principal.suspended && !suspendedActions.has(action)) return false;
  return isActionOfRole(principal, action);
}

/**
 * Returns the principal as which the requests of an identity provider call routes (SSO-020): the
 * token opens them through SCIM only, and never those that concern owners (SSO-025).
 */
export function toProviderPrincipal(principal: Principal): Principal {
  const { credential } = principal;
  if (credential.kind !== "key") throw new Error("Only API keys are tokens for SCIM.");
  const scopes = actions.filter(
    (action) => action !== "operators.owners" && action !== "instance.manage",
  );
  return {
    ...principal,
    instanceOwner: false,
    caller: "scim",
    credential: { ...credential, scopes },
  };
}

/**
 * Throws if a role has a permission that the principal lacks, who must not create, grant or take
 * over such access (API-140, ROLE-005). The scopes of an API key limit its permissions further.
 */
export function assertRolesNotAbovePrincipal(
  principal: Principal,
  ...roles: readonly (OperatorRole | null)[]
): void {
  for (const role of roles) {
    const missing = role && findMissingPermission(principal, role);
    if (missing === null) continue;
    const subject = principal.credential.kind === "key" ? "This API key" : "Your role";
    refuse(
      "forbidden",
      `${subject} lacks ${missing}, which the role includes. You cannot grant a permission that you do not have.`,
    );
  }
}
/** For a key, permissions that no key can have do not count. */
function findMissingPermission(principal: Principal, role: OperatorRole): Action | null {
  const isProgram = principal.credential.kind !== "session";
  return (
    actions.find(
      (action) =>
        isActionOfRole(role, action) &&
        !(isProgram && action === "profile.secure") &&
        !can(principal, action),
    ) ?? null
  );
}

/**
 * Returns whether a principal may create an API key that acts as this operator. No principal can
 * create a key that has more permissions than the principal.
 */
export function canCreateKeyFor(
  principal: Principal,
  operator: OperatorRole & { readonly id: number; readonly instanceOwner: boolean },
): boolean {
  if (!can(principal, "keys.manage")) return false;
  if (operator.id === principal.operatorId) return true;
  if (operator.instanceOwner && !can(principal, "instance.manage")) return false;
  if (principal.role === "owner") return true;
  return principal.role === "admin" && operator.role !== "owner";
}
