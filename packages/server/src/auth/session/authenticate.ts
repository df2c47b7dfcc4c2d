import { accountMoved } from "../../store/database/database-errors.ts";
import { Refusal, refuse, type Failure } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import {
  findKey,
  findKeys,
  findSession,
  findSessions,
  updateKeyUse,
  extendSession,
  type PrincipalRow,
  type KeyRow,
  type SessionRow,
} from "../../store/sign-in/sessions.ts";
import {
  findGrantPrincipal,
  updateGrantUse,
  type GrantPrincipalRow,
} from "../../store/sign-in/applications.ts";
import type { Sql } from "../../store/database/sql.ts";
import { hashToken, parseCredentials, type CredentialRequest } from "./credentials.ts";
import { createPrincipalCache } from "./principal-cache.ts";
import type { Principal } from "../principal.ts";
import { isStateChanging, proveOrigin } from "../same-origin.ts";

/**
 * Minimum interval in milliseconds between writes of `last_seen` and of the idle end. The
 * difference is absolute, because the clock may have been set back (F14).
 */
const touchIntervalMs = 5 * 60_000;

export interface AuthenticatorDeps {
  readonly db: Sql;
  readonly clock: Clock;
  readonly limits: { readonly value: Limits["value"] };
  readonly cookieName: () => string;
  /** Returns the origins of the installation (CFG-002). */
  readonly origins: () => readonly string[];
  readonly openedAddresses: { note(opened: string): Failure };
}
export interface Authenticator {
  /**
   * Returns the principal of a request (API-003). `handshake`: the request is a WebSocket upgrade,
   * which needs the same origin check as a state-changing method. Refusals: `unauthorized`,
   * `forbidden`.
   */
  authenticate(request: CredentialRequest, handshake?: boolean): Promise<Principal>;
  /**
   * Returns the principal of a request to `/mcp` (MCP-001): the owner of an API key, or of the
   * access token of an application. Ignores cookies. Refusal: `unauthorized`.
   */
  authenticateProgram(request: CredentialRequest): Promise<Principal>;
  /**
   * Returns the principals that are still valid, with their current permissions, without using the
   * cache. The access of the others has ended.
   */
  recheck(principals: readonly Principal[]): Promise<ReadonlyMap<Principal, Principal>>;
  /** Clears cached principals of an account after permissions changed or a session ended. */
  invalidate(account: number): void;
}

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const cache = createPrincipalCache(deps.clock);
  const getKey = (use: "session" | "key" | "program", hash: Buffer): string =>
    `${use} ${hash.toString("base64")}`;
  return {
    async authenticate(request, handshake = false) {
      const credentials = parseCredentials(request, deps.cookieName());
      if (credentials.kind === "none")
        return refuse("unauthorized", "Sign in, or send an API key as a bearer token.");
      if (credentials.kind === "session" && (handshake || isStateChanging(request.method)))
        assertOwnOrigin(deps, request.headers);
      const hash = hashToken(credentials.value);
      return (
        (await cache.resolve(getKey(credentials.kind, hash), () =>
          credentials.kind === "key"
            ? findKeyPrincipal(deps, hash)
            : findSessionPrincipal(deps, hash),
        )) ??
        refuse(
          "unauthorized",
          credentials.kind === "key"
            ? "This API key is unknown or has expired."
            : "You are signed out. Sign in again.",
        )
      );
    },
    async authenticateProgram(request) {
      const credentials = parseCredentials(request, deps.cookieName());
      if (credentials.kind !== "key")
        return refuse("unauthorized", "Send an API key or an access token as a bearer token.");
      const hash = hashToken(credentials.value);
      return (
        (await cache.resolve(
          getKey("program", hash),
          async () => (await findKeyPrincipal(deps, hash)) ?? findTokenPrincipal(deps, hash),
        )) ?? refuse("unauthorized", "This API key or access token is unknown or has expired.")
      );
    },
    recheck: (principals) => recheckPrincipals(deps, principals),
    invalidate: (account) => cache.invalidate(account),
  };
}

/** Refuses a request with a cookie that no page of this installation sent (API-201). */
function assertOwnOrigin(
  { origins, openedAddresses }: AuthenticatorDeps,
  headers: CredentialRequest["headers"],
): void {
  const { sender, opened } = proveOrigin(headers, origins());
  const refusal = opened === null ? null : openedAddresses.note(opened);
  if (sender === "own") return;
  if (sender === "elsewhere" && refusal !== null) throw new Refusal(refusal);
  refuse(
    "forbidden",
    "The request does not prove that it comes from this installation's own pages.",
  );
}

/** Loads the present permissions of principals. Those that ended are omitted. */
async function recheckPrincipals(
  { db, clock }: AuthenticatorDeps,
  principals: readonly Principal[],
): Promise<ReadonlyMap<Principal, Principal>> {
  const idsOf = (kind: Principal["credential"]["kind"]): number[] =>
    principals.flatMap(({ credential }) => (credential.kind === kind ? [credential.id] : []));
  const sessions = idsOf("session");
  const keys = idsOf("key");
  const sessionRows = sessions.length === 0 ? [] : await findSessions(db, sessions, clock.now());
  const keyRows = keys.length === 0 ? [] : await findKeys(db, keys, clock.now());
  const found = new Map<string, Principal>();
  for (const row of sessionRows) found.set(`session ${row.id}`, toSessionPrincipal(row));
  for (const row of keyRows) found.set(`key ${row.id}`, toKeyPrincipal(row));
  const current = new Map<Principal, Principal>();
  for (const principal of principals) {
    const currentPrincipal = found.get(`${principal.credential.kind} ${principal.credential.id}`);
    if (currentPrincipal && currentPrincipal.accountId === principal.accountId)
      current.set(principal, currentPrincipal);
  }
  return current;
}

async function findKeyPrincipal(deps: AuthenticatorDeps, hash: Buffer): Promise<Principal | null> {
  const now = deps.clock.now();
  const row = await findKey(deps.db, hash, now);
  if (!row) return null;
  if (row.lastUsedAt === null || Math.abs(now - row.lastUsedAt) >= touchIntervalMs)
    await ignoreRefusal(updateKeyUse(deps.db, row.accountId, row.id, now));
  return toKeyPrincipal(row);
}

async function findTokenPrincipal(
  deps: AuthenticatorDeps,
  hash: Buffer,
): Promise<Principal | null> {
  const now = deps.clock.now();
  const row = await findGrantPrincipal(deps.db, hash, now);
  if (!row) return null;
  if (row.lastUsedAt === null || Math.abs(now - row.lastUsedAt) >= touchIntervalMs)
    await ignoreRefusal(updateGrantUse(deps.db, row.accountId, row.id, now));
  return toGrantPrincipal(row);
}

async function findSessionPrincipal(
  deps: AuthenticatorDeps,
  hash: Buffer,
): Promise<Principal | null> {
  const now = deps.clock.now();
  const row = await findSession(deps.db, hash, now);
  if (!row) return null;
  if (Math.abs(now - row.lastSeenAt) >= touchIntervalMs) {
    await ignoreRefusal(
      extendSession(
        deps.db,
        row.id,
        now,
        now + deps.limits.value("session_idle_days") * 86_400_000,
      ),
    );
  }
  return toSessionPrincipal(row);
}

/** Requests must be authenticated even without writes (P18). The time is written later. */
function ignoreRefusal(touch: Promise<void>): Promise<void> {
  return touch.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

function toSessionPrincipal(row: SessionRow): Principal {
  return {
    ...toHolder(row),
    credential: {
      kind: "session",
      id: row.id,
      expiresAt: row.expiresAt,
      confirmedAt: row.confirmedAt,
      isLimited: row.isLimited,
    },
  };
}
function toKeyPrincipal(row: KeyRow): Principal {
  return {
    ...toHolder(row),
    credential: { kind: "key", id: row.id, scopes: row.scopes, expiresAt: row.expiresAt },
  };
}
function toGrantPrincipal(row: GrantPrincipalRow): Principal {
  const { id, scopes, application, expiresAt } = row;
  return { ...toHolder(row), credential: { kind: "grant", id, scopes, application, expiresAt } };
}
/** Throws Refusal `account_moved` if the account is at another installation. */
function toHolder(row: PrincipalRow): Omit<Principal, "credential"> {
  if (row.movedTo !== null) throw accountMoved(row.movedTo);
  return {
    accountId: row.accountId,
    operatorId: row.operatorId,
    name: row.name,
    role: row.role,
    addedPermissions: row.addedPermissions ?? [],
    instanceOwner: row.instanceOwner,
    suspended: row.suspended,
    chosenPresence: row.chosenPresence,
  };
}
