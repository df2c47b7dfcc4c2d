import type { Presence, Role } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";

/** The authenticated sender of a request or owner of a socket. Created by `authenticate` only. */
export interface Principal {
  readonly accountId: number;
  readonly operatorId: number;
  readonly name: string;
  readonly role: Role;
  readonly instanceOwner: boolean;
  /** True if the account may be read, but not changed (CORE-005). */
  readonly suspended: boolean;
  /** The presence that the operator selected last (CORE-010). */
  readonly chosenPresence: Presence;
  readonly credential:
    | {
        readonly kind: "session";
        readonly id: number;
        /** Milliseconds since 1970. After it the operator must sign in again. */
        readonly expiresAt: number;
        /** Last re-authentication, milliseconds since 1970 (CORE-014). */
        readonly confirmedAt: number | null;
        /** True if the session has one factor, but the account requires two (CORE-203). */
        readonly isLimited: boolean;
      }
    | {
        readonly kind: "key";
        readonly id: number;
        /** `*`, `*.read` or action names. */ readonly scopes: readonly string[];
        /** ms since 1970; absent or null: no expiry. */ readonly expiresAt?: number | null;
      };
}

/** All actions with permissions (CORE-001). Each route or frame names one. */
export const actions = [
  /** Lists, chats and messages. `canSeeChat` decides which chats. */
  "chats.read",
  /** Write, accept, leave, close, continue, block, type, mark as read. */
  "chats.answer",
  "visitors.read",
  "visitors.write",
  /** Figures of all operators' chats (API-074). */
  "reports.read",
  "channels.read",
  "channels.manage",
  "departments.read",
  "departments.manage",
  "bots.read",
  /** Connections, and requests for a provider id (BOT-002). */
  "bots.manage",
  "webhooks.read",
  "webhooks.manage",
  "triggers.read",
  "triggers.manage",
  /** All entries with their reasons. Whether one visitor is blocked: `visitors.read`. */
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
   * Own second factors and sessions (CORE-013 – CORE-016). For every operator, never for API keys.
   */
  "profile.secure",
  "presence.set",
  /** The audit log (API-072). */
  "audit.read",
  /** Export all data, erase visitors (CORE-116). */
  "data.manage",
  /** Accounts, bot providers, settings of the installation (API-043). */
  "instance.manage",
] as const;
export type Action = (typeof actions)[number];
/** Possible scopes of an API key; `profile.secure` is never one. */
export const keyScopes: readonly string[] = [
  "*",
  "*.read",
  ...actions.filter((action) => action !== "profile.secure"),
];
/**
 * Returns whether a key's scopes include an action: `*`, `*.read` for reading, or the action's
 * name.
 */
export const isActionInScopes = (scopes: readonly string[], action: string): boolean =>
  scopes.includes("*") ||
  scopes.includes(action) ||
  (action.endsWith(".read") && scopes.includes("*.read"));

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
/** Actions of a session with one factor where two are required: enough to set up the second. */
const limitedActions = new Set<Action>(["profile.read", "profile.secure"]);

/** Validity of a re-authentication (CORE-014). */
export const reauthenticationTtlMs = 15 * 60_000;
/**
 * Returns whether a re-authentication is still valid. A time in the future is not: the clock was
 * set back (F14).
 */
export function isReauthenticated(confirmedAt: number | null, now: number): boolean {
  return confirmedAt !== null && Math.abs(now - confirmedAt) < reauthenticationTtlMs;
}

/** Returns the id of a session. Refusal `forbidden` for an API key. */
export function requireSession({ credential }: Principal): number {
  return credential.kind === "session"
    ? credential.id
    : refuse("forbidden", "Only a person who is signed in can do this, not an API key.");
}

/**
 * Returns whether a principal may perform an action, by role, suspension and scopes. The only
 * authorisation of HTTP and sockets (R6). `canSeeChat` decides which chats.
 */
export function can(principal: Principal, action: Action): boolean {
  if (principal.credential.kind === "key" && !isActionInScopes(principal.credential.scopes, action))
    return false;
  if (
    principal.credential.kind === "key"
      ? action === "profile.secure"
      : principal.credential.isLimited && !limitedActions.has(action)
  )
    return false;
  if (action === "instance.manage") return principal.instanceOwner;
  if (principal.suspended && !suspendedActions.has(action)) return false;
  return rolePermissions[principal.role].has(action);
}

/**
 * Returns the first permission of a role that the principal lacks; null: none, so it may assign the
 * role (API-140). Permissions that no key can have do not count for a key.
 */
export function findMissingPermission(principal: Principal, role: Role): Action | null {
  const isKey = principal.credential.kind === "key";
  return (
    [...rolePermissions[role]].find(
      (action) => !(isKey && action === "profile.secure") && !can(principal, action),
    ) ?? null
  );
}

/**
 * Returns whether a principal may create an API key that acts as this operator. No principal can
 * create a key with more permissions than its own.
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
