import type { IncomingMessage, ServerResponse } from "node:http";
import type { AccountNames } from "../cluster/index.ts";
import type { Clock } from "../core/command.ts";
import { refuse, Refusal, type Failure } from "../core/failure.ts";
import type { AccessRegistry } from "./access.ts";
import {
  can,
  isActionInScopes,
  isReauthenticated,
  type Action,
  type ExplicitScope,
  type Principal,
} from "./principal.ts";
import { proveOrigin } from "./same-origin.ts";
import type { Authenticator } from "./session/authenticate.ts";

/** The part of a Fastify request that `guard` and `principalOf` read. */
interface GuardedRequest {
  readonly raw: IncomingMessage;
}
/** The part of a Fastify reply that `guard` reads. */
interface GuardedReply {
  readonly raw: ServerResponse;
}

/** Checks before a route acts for a principal. */
export interface Guards {
  /**
   * Returns a Fastify `onRequest` hook that authenticates the request and requires permission for
   * the action. With `mustReauthenticate` a session also needs a re-authentication within the last
   * 15 minutes (CORE-014). Refusals: `unauthorized`, `forbidden`, `confirmation_needed`,
   * `second_factor_needed`.
   */
  guard(
    action: Action,
    mustReauthenticate?: boolean,
  ): (request: GuardedRequest, reply: GuardedReply) => Promise<void>;
  /** For requests whose body decides whether they need it. Refusal: `confirmation_needed`. */
  requireReauthentication(principal: Principal): void;
  /** For requests without credentials that this process makes itself (MCP-010). */
  assignPrincipal(request: IncomingMessage, principal: Principal): void;
  /** Returns the principal that `guard` authenticated. */
  principalOf(request: GuardedRequest): Principal;
  /**
   * Fastify `onRequest` hook for routes before the sign-in. Rejects requests that the browser marks
   * as cross-origin, which prevents login CSRF. Refusals: `forbidden`, `wrong_address` (CFG-166).
   */
  refuseForeign(request: GuardedRequest): Promise<void>;
  /**
   * Does the same for the set-up, which may take the address at which it was opened (CFG-167).
   * Returns that address. Null: the installation is set up for it already.
   */
  findSetupAddress(request: GuardedRequest): string | null;
}

interface GuardsDeps {
  readonly authenticator: Authenticator;
  readonly access: AccessRegistry;
  readonly clock: Clock;
  readonly cluster: AccountNames;
  readonly origins: () => readonly string[];
  readonly openedAddresses: OpenedAddresses;
}
/** Addresses at which pages of the installation were opened, and that it does not know. */
export interface OpenedAddresses {
  /** Remembers an address. Returns the refusal (CFG-166). */
  note(opened: string): Failure;
  /** Returns whether the set-up may take the address at which it was opened (CFG-167). */
  mayTake(): boolean;
  /** Called after the set-up of an account has stored the address of the installation. */
  onTaken(account: number): Promise<void>;
}

/** Creates the checks that routes make before they act for a principal. */
export function createGuards({
  authenticator,
  access,
  clock,
  cluster,
  origins,
  openedAddresses,
}: GuardsDeps): Guards {
  const principals = new WeakMap<IncomingMessage, Principal>();
  const requireReauthentication = ({ credential }: Principal): void => {
    if (credential.kind === "session" && !isReauthenticated(credential.confirmedAt, clock.now()))
      refuse(
        "confirmation_needed",
        "Confirm your identity first: this change needs your password or passkey from the last 15 minutes.",
      );
  };
  return {
    requireReauthentication,
    guard:
      (action, mustReauthenticate = false) =>
      async (request, reply) => {
        const assigned = principals.get(request.raw);
        const principal = assigned ?? (await authenticator.authenticate(request.raw));
        assertMay(principal, action);
        if (mustReauthenticate) requireReauthentication(principal);
        // An assigned request has no connection of its own that could be closed.
        if (assigned !== undefined) return;
        principals.set(request.raw, principal);
        const headers = cluster.accountHeaders(principal.accountId);
        for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
        access.registerRequest(principal, action, request.raw, reply.raw);
      },
    assignPrincipal: (request, principal) => void principals.set(request, principal),
    async refuseForeign(request) {
      const opened = findOpenedAddress(origins(), request.raw.headers);
      if (opened !== null) assertKnownAddress(openedAddresses, opened);
    },
    findSetupAddress(request) {
      const opened = findOpenedAddress(origins(), request.raw.headers);
      if (opened === null || openedAddresses.mayTake()) return opened?.origin ?? null;
      assertKnownAddress(openedAddresses, opened);
      return null;
    },
    principalOf(request) {
      const principal = principals.get(request.raw);
      if (!principal) throw new Error("The route has no guard.");
      return principal;
    },
  };
}

/** An address of this installation that it does not know. */
interface OpenedAddress {
  readonly origin: string;
  /** Whether the browser proves that the page is ours. */
  readonly isProven: boolean;
}

/** Refuses pages of other sites. Returns the address of ours if it is not known. */
function findOpenedAddress(
  origins: readonly string[],
  headers: IncomingMessage["headers"],
): OpenedAddress | null {
  const { sender, opened } = proveOrigin(headers, origins);
  if (sender === "foreign") refuse("forbidden", "The request comes from another site.");
  return opened === null ? null : { origin: opened, isProven: sender === "own" };
}

/** Refuses an address that only might be ours. One that the browser proves is a finding. */
function assertKnownAddress(
  openedAddresses: OpenedAddresses,
  { origin, isProven }: OpenedAddress,
): void {
  const refusal = openedAddresses.note(origin);
  if (!isProven) throw new Refusal(refusal);
}

/** Refuses an action that the principal lacks. */
function assertMay(principal: Principal, action: Action): void {
  if (can(principal, action)) return;
  if (principal.credential.kind === "session" && principal.credential.isLimited)
    refuse(
      "second_factor_needed",
      "This account requires a second factor. Set one up in your profile first.",
    );
  const scope = findMissingScope(principal, action);
  refuse("forbidden", describeDenial(principal, action), scope === null ? {} : { scope });
}

/** Returns why a principal must not perform an action that `can` refuses. */
export function describeDenial(principal: Principal, action: Action | ExplicitScope): string {
  const { credential } = principal;
  if (principal.suspended) return "This account is suspended. You can read it, but not change it.";
  if (credential.kind !== "session" && action === "profile.secure")
    return "Only a person who is signed in can do this, not an API key.";
  if (credential.kind !== "session" && findMissingScope(principal, action) !== null)
    return `${credential.kind === "key" ? "This API key" : `The access of ${credential.application}`} lacks the scope ${action}.`;
  return `The role ${principal.role} does not include ${action}.`;
}

/**
 * Returns the scope that a principal lacks for an action, or null if a scope is not the reason
 * (API-397). No key can have `profile.secure`.
 */
function findMissingScope(
  { suspended, credential }: Principal,
  action: Action | ExplicitScope,
): string | null {
  if (suspended || credential.kind === "session" || action === "profile.secure") return null;
  return isActionInScopes(credential.scopes, action) ? null : action;
}
