import type { Presence, Role } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";

/** Who makes a request or holds a socket. Made by `authenticate` only. */
export interface Principal {
  readonly accountId: number;
  readonly operatorId: number;
  readonly name: string;
  readonly role: Role;
  readonly instanceOwner: boolean;
  /** CORE-005: the account may be read, not changed. */
  readonly suspended: boolean;
  /** The status the operator chose last (CORE-010). */
  readonly chosenPresence: Presence;
  readonly by:
    | {
        readonly kind: "session";
        readonly id: number;
        /** ms; asked again then. */
        readonly expiresAt: number;
        /** When the person last proved to be himself, ms (CORE-014). */
        readonly confirmedAt: number | null;
        /** A password alone, where the account wants a second factor (CORE-013). */
        readonly isLimited: boolean;
      }
    | {
        readonly kind: "key";
        readonly id: number;
        /** `*`, `*.read` or names of actions. */ readonly scopes: readonly string[];
        /** ms; absent: it has no end. */ readonly expiresAt?: number | null;
      };
}

/** Everything that the rights of CORE-001 tell apart. A route or frame names one. */
export const actions = [
  /** Lists, chats, messages; which chats: `maySeeChat`. */
  "chats.read",
  /** Write, accept, leave, close, continue, block, type, mark as read. */
  "chats.answer",
  "visitors.read",
  "visitors.write",
  /** Figures of everybody's chats (API-074). */
  "reports.read",
  "channels.read",
  "channels.manage",
  "departments.read",
  "departments.manage",
  "bots.read",
  /** Connections, and asking for a provider id (BOT-002). */
  "bots.manage",
  "webhooks.read",
  "webhooks.manage",
  "triggers.read",
  "triggers.manage",
  /** Every entry with its reason; whether one visitor is blocked: `visitors.read`. */
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
  /** Own second factors and sessions, by a person, never by a key: for everybody (CORE-013 – CORE-016). */
  "profile.secure",
  "presence.set",
  /** Who changed what (API-072). */
  "audit.read",
  /** Take everything out, erase visitors for good (CORE-116). */
  "data.manage",
  /** Accounts, bot providers, instance settings (API-043). */
  "instance.manage",
] as const;
export type Action = (typeof actions)[number];
/** What an API key can be narrowed to; `profile.secure` is no key's business. */
export const keyScopes: readonly string[] = ["*", "*.read", ...actions.filter((action) => action !== "profile.secure")];
/** Whether these scopes of a key hold an action: all, all that only reads, or the action by name. */
export const inScopes = (scopes: readonly string[], action: string): boolean =>
  scopes.includes("*") || scopes.includes(action) || (action.endsWith(".read") && scopes.includes("*.read"));

const everything = actions.filter((action) => action !== "instance.manage");
const table: Record<Role, ReadonlySet<Action>> = {
  owner: new Set(everything),
  admin: new Set(everything.filter((action) => action !== "operators.owners")),
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
/** What stays possible in a suspended account (CORE-005). */
const whileSuspended = new Set<Action>([
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
/** What a session of one factor may do where two are wanted: set up the second. */
const whileLimited = new Set<Action>(["profile.read", "profile.secure"]);

/** A proof of oneself is fresh for so long (CORE-014). */
export const confirmedMs = 15 * 60_000;
/** Whether such a proof is fresh. One of a time to come is none: the clock went back since (F14). */
export function isFresh(confirmedAt: number | null, now: number): boolean {
  return confirmedAt !== null && Math.abs(now - confirmedAt) < confirmedMs;
}

/** The session of a person. Refusal `forbidden`: it is an API key. */
export function sessionOf({ by }: Principal): number {
  return by.kind === "session" ? by.id : refuse("forbidden", "This is done by a person who is signed in, not by an API key.");
}

/** The one authoriser for HTTP and socket (R6): role, suspension and the key's scopes. Which chats: `maySeeChat`. */
export function may(principal: Principal, action: Action): boolean {
  if (principal.by.kind === "key" && !inScopes(principal.by.scopes, action)) return false;
  if (principal.by.kind === "key" ? action === "profile.secure" : principal.by.isLimited && !whileLimited.has(action)) return false;
  if (action === "instance.manage") return principal.instanceOwner;
  if (principal.suspended && !whileSuspended.has(action)) return false;
  return table[principal.role].has(action);
}

/**
 * The first right of a role that the principal itself lacks; null: it has them all, so it may give the role to others (API-140). The rights that no
 * key can have are not counted against a key.
 */
export function lackedRight(principal: Principal, role: Role): Action | null {
  const isKey = principal.by.kind === "key";
  return [...table[role]].find((action) => !(isKey && action === "profile.secure") && !may(principal, action)) ?? null;
}

/** Whether an API key may be made that acts as this operator: nobody makes a key with more rights than his own. */
export function mayMakeKeyFor(
  principal: Principal,
  operator: { readonly id: number; readonly role: Role; readonly instanceOwner: boolean },
): boolean {
  if (!may(principal, "keys.manage")) return false;
  if (operator.id === principal.operatorId) return true;
  if (operator.instanceOwner && !may(principal, "instance.manage")) return false;
  if (principal.role === "owner") return true;
  return principal.role === "admin" && operator.role !== "owner";
}
