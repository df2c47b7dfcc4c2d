import type { Presence, Role } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";

/** The authenticated sender of a request or owner of a socket. Only `authenticate` creates it. */
export interface Principal {
  readonly accountId: number;
  readonly operatorId: number;
  readonly name: string;
  readonly role: Role;
  readonly instanceOwner: boolean;
  /** True if the account is suspended: it may be read, but not changed (CORE-005). */
  readonly suspended: boolean;
  /** The presence that the operator selected last (CORE-010). */
  readonly chosenPresence: Presence;
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

/** All actions that require a permission (CORE-001). Each route or frame refers to one. */
export const actions = [
  /** Read lists, chats and messages. `canSeeChat` decides which chats. */
  "chats.read",
  /** Write, accept, leave, close, continue, block, type, mark as read. */
  "chats.answer",
  "visitors.read",
  "visitors.write",
  /** Read statistics about the chats of all operators (API-074). */
  "reports.read",
  "channels.read",
  "channels.manage",
  "departments.read",
  "departments.manage",
  "bots.read",
  /** Manage bot connections, and request a provider id (BOT-002). */
  "bots.manage",
  "webhooks.read",
  "webhooks.manage",
  "triggers.read",
  "triggers.manage",
  /** Manage one's own views. Shared ones also need `account.manage` (VIEW-003). */
  "views.manage",
  /** Manage one's own macros. Shared ones also need `account.manage` (ACT-022). */
  "macros.manage",
  /**
   * Read all entries with their reasons. `visitors.read` is enough to see whether one visitor is
   * blocked.
   */
  "blacklist.read",
  "blacklist.manage",
  "operators.read",
  "operators.manage",
  /** Appoint and remove owners. */
  "operators.owners",
  "account.read",
  "account.manage",
  "keys.manage",
  "deliveries.read",
  "deliveries.retry",
  "profile.read",
  "profile.write",
  /**
   * Manage one's own second factors and sessions (CORE-013 – CORE-016). Allowed for every operator,
   * never for API keys.
   */
  "profile.secure",
  "presence.set",
  /** Read the audit log (API-072). */
  "audit.read",
  /** Export all data and erase visitors (CORE-116). */
  "data.manage",
  /** Manage accounts, bot providers and settings of the installation (API-043). */
  "instance.manage",
] as const;
export type Action = (typeof actions)[number];
/**
 * Scopes that only their own name grants, never `*` (MCP-011). `mcp.send`: tools may send messages
 * to visitors.
 */
export const explicitScopes = ["mcp.send"] as const;
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

const accountActions = actions.filter((action) => action !== "instance.manage");
const rolePermissions: Record<Role, ReadonlySet<Action>> = {
  owner: new Set(accountActions),
  admin: new Set(accountActions.filter((action) => action !== "operators.owners")),
  developer: new Set<Action>([
    "chats.read",
    "visitors.read",
    "channels.read",
    "channels.manage",
    "departments.read",
    "bots.read",
    "bots.manage",
    "webhooks.read",
    "webhooks.manage",
    "triggers.read",
    "triggers.manage",
    "views.manage",
    "macros.manage",
    "operators.read",
    "account.read",
    "keys.manage",
    "deliveries.read",
    "deliveries.retry",
    "profile.read",
    "profile.write",
    "profile.secure",
    "presence.set",
  ]),
  operator: new Set<Action>([
    "chats.read",
    "chats.answer",
    "views.manage",
    "macros.manage",
    "visitors.read",
    "visitors.write",
    "channels.read",
    "departments.read",
    "operators.read",
    "account.read",
    "profile.read",
    "profile.write",
    "profile.secure",
    "presence.set",
  ]),
  viewer: new Set<Action>([
    "chats.read",
    "visitors.read",
    "reports.read",
    "channels.read",
    "departments.read",
    "operators.read",
    "account.read",
    "profile.read",
    "profile.secure",
    "presence.set",
  ]),
};
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
  return rolePermissions[principal.role].has(action);
}

/** Returns whether a role may perform an action in the account (CORE-001). */
export const isActionOfRole = (role: Role, action: Action): boolean =>
  rolePermissions[role].has(action);

/**
 * Returns the first permission of a role that the principal lacks. Returns null if there is none,
 * so the principal may assign the role (API-140). For a key, permissions that no key can have do
 * not count.
 */
export function findMissingPermission(principal: Principal, role: Role): Action | null {
  const isProgram = principal.credential.kind !== "session";
  return (
    [...rolePermissions[role]].find(
      (action) => !(isProgram && action === "profile.secure") && !can(principal, action),
    ) ?? null
  );
}

/**
 * Returns whether a principal may create an API key that acts as this operator. No principal can
 * create a key that has more permissions than the principal.
 */
export function canCreateKeyFor(
  principal: Principal,
  operator: { readonly id: number; readonly role: Role; readonly instanceOwner: boolean },
): boolean {
  if (!can(principal, "keys.manage")) return false;
  if (operator.id === principal.operatorId) return true;
  if (operator.instanceOwner && !can(principal, "instance.manage")) return false;
  if (principal.role === "owner") return true;
  return principal.role === "admin" && operator.role !== "owner";
}
