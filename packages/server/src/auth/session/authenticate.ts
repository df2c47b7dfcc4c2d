import { Refusal, refuse } from "../../core/failure.ts";
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
import type { Sql } from "../../store/database/sql.ts";
import { BoundedMap } from "./bounded-map.ts";
import {
  hashToken,
  parseCredentials,
  type Credentials,
  type CredentialRequest,
} from "./credentials.ts";
import type { Principal } from "../principal.ts";
import { isStateChanging, isSameOrigin } from "../same-origin.ts";

/** Maximum delay in milliseconds until a sign-out on another node takes effect (P19: 2 s). */
const cacheTtlMs = 1_500;
const maxCachedPrincipals = 20_000;
/**
 * Minimum interval in milliseconds between writes of `last_seen` and of the idle end. The
 * difference is absolute, because the clock may have been set back (F14).
 */
const touchIntervalMs = 5 * 60_000;
/**
 * Maximum number of reads for one request, so that constant permission changes do not block it
 * forever.
 */
const maxReadAttempts = 5;

export interface AuthenticatorDeps {
  readonly db: Sql;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly limits: Pick<Limits, "value">;
  readonly cookieName: string;
  /** Returns the origins of the installation (CFG-002). */
  readonly origins: () => readonly string[];
}
export interface Authenticator {
  /**
   * Returns the principal of a request (API-003). `handshake`: the request is a WebSocket upgrade,
   * which needs the same origin check as a state-changing method. Refusals: `unauthorized`,
   * `forbidden`.
   */
  authenticate(request: CredentialRequest, handshake?: boolean): Promise<Principal>;
  /**
   * Returns the principals that are still valid, with their current permissions, without using the
   * cache. The access of the others has ended.
   */
  recheck(principals: readonly Principal[]): Promise<ReadonlyMap<Principal, Principal>>;
  /** Clears cached principals of an account after permissions changed or a session ended. */
  invalidate(account: number): void;
}

interface CachedPrincipal {
  readonly principal: Principal;
  readonly until: number;
}

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const cache = new BoundedMap<string, CachedPrincipal>(maxCachedPrincipals);
  const loads = new Map<string, Promise<Principal | null>>();
  let invalidations = 0;

  const load = async (
    key: string,
    credentials: Exclude<Credentials, { kind: "none" }>,
  ): Promise<Principal | null> => {
    for (let reads = 1; ; reads++) {
      const invalidationsBefore = invalidations;
      const principal = await findPrincipal(deps, credentials);
      // If permissions changed during the read, the result may be outdated, and a socket would keep
      // it for days. So the principal is read again.
      if (invalidationsBefore !== invalidations && reads < maxReadAttempts) continue;
      if (principal && invalidationsBefore === invalidations)
        cache.set(key, { principal, until: deps.clock.monotonic() + cacheTtlMs });
      return principal;
    }
  };
  return {
    async authenticate(request, handshake = false) {
      const credentials = parseCredentials(request, deps.cookieName);
      if (credentials.kind === "none")
        return refuse("unauthorized", "Sign in, or send an API key as a bearer token.");
      if (
        credentials.kind === "session" &&
        (handshake || isStateChanging(request.method)) &&
        !isSameOrigin(request.headers, deps.origins())
      ) {
        refuse(
          "forbidden",
          "The request does not prove that it comes from this installation's own pages.",
        );
      }
      const key = `${credentials.kind} ${hashToken(credentials.value).toString("base64")}`;
      const cached = cache.get(key);
      if (cached && cached.until > deps.clock.monotonic()) return cached.principal;
      let loading = loads.get(key);
      if (!loading) {
        loading = load(key, credentials).finally(() => loads.delete(key));
        loads.set(key, loading);
      }
      return (
        (await loading) ??
        refuse(
          "unauthorized",
          credentials.kind === "key"
            ? "This API key is unknown or has expired."
            : "You are signed out. Sign in again.",
        )
      );
    },
    recheck: (principals) => recheckPrincipals(deps, principals),
    invalidate(account) {
      invalidations++;
      cache.evictWhere((entry) => entry.principal.accountId === account);
    },
  };
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

async function findPrincipal(
  deps: AuthenticatorDeps,
  credentials: Exclude<Credentials, { kind: "none" }>,
): Promise<Principal | null> {
  const now = deps.clock.now();
  const hash = hashToken(credentials.value);
  if (credentials.kind === "key") {
    const row = await findKey(deps.db, hash, now);
    if (!row) return null;
    if (row.lastUsedAt === null || Math.abs(now - row.lastUsedAt) >= touchIntervalMs)
      await ignoreRefusal(updateKeyUse(deps.db, row.accountId, row.id, now));
    return toKeyPrincipal(row);
  }
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

/**
 * If the database temporarily rejects writes (P18), requests must still be authenticated. The time
 * of use is then written later.
 */
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
function toHolder(row: PrincipalRow): Omit<Principal, "credential"> {
  return {
    accountId: row.accountId,
    operatorId: row.operatorId,
    name: row.name,
    role: row.role,
    instanceOwner: row.instanceOwner,
    suspended: row.suspended,
    chosenPresence: row.chosenPresence,
  };
}
