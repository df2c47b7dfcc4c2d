import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import {
  deleteSession,
  deleteSessionByToken,
  deleteSessionsOf,
  findSignIn,
  insertAudit,
  insertSession,
  readPasswordHash,
  writePasswordHash,
} from "../store/sessions.ts";
import type { Sql } from "../store/sql.ts";
import { hashToken, newToken } from "./credentials.ts";
import { passwordFault } from "./common-passwords.ts";
import type { Passwords } from "./passwords.ts";
import type { Principal } from "./principal.ts";
import { openSignInLimit } from "./sign-in-limit.ts";

const dayMs = 86_400_000;

/** Where a request came from, for the audit log (API-006) and the delay after failures. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
}
export interface SignedIn {
  readonly accountId: number;
  readonly operatorId: number;
  /** Value of the cookie. */ readonly token: string;
}

export interface SignInDeps {
  readonly db: Sql;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly limits: Pick<Limits, "value">;
  readonly passwords: Passwords;
  /** Sessions of an operator ended: forget them and close their sockets. */
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
}
export interface SignIns {
  /** API-010. Always a new token; the session of `oldToken` ends. Refusal `invalid_credentials`, `rate_limited`. */
  signIn(input: { email: string; password: string; oldToken: string | null }, from: Origin): Promise<SignedIn>;
  /** API-011. A key cannot sign out. Refusal `forbidden`. */
  signOut(principal: Principal, from: Origin): Promise<void>;
  /** Checks the present password, writes the new one, ends the operator's other sessions. */
  changePassword(principal: Principal, input: { old: string; password: string }, from: Origin): Promise<void>;
}

export function openSignIns(deps: SignInDeps): SignIns {
  const limit = openSignInLimit(deps);
  const tried = async (
    name: string,
    address: string,
    stored: () => Promise<string | null>,
    password: string,
  ): Promise<{ ok: boolean; stale: boolean }> => {
    const ended = limit.enter(name, address);
    let outcome: "ok" | "failed" | "not tried" = "not tried";
    try {
      const verdict = await deps.passwords.verify(await stored(), password);
      outcome = verdict.ok ? "ok" : "failed";
      return verdict;
    } finally {
      ended(outcome);
    }
  };
  const audit = (
    action: string,
    from: Origin,
    who: { accountId: number | null; actorId: number | null },
    result: "ok" | "refused",
  ): Promise<void> =>
    insertAudit(deps.db, {
      accountId: who.accountId,
      at: deps.clock.now(),
      actorKind: who.actorId === null ? "anonymous" : "operator",
      actorId: who.actorId,
      action,
      target: null,
      address: from.address,
      requestId: from.requestId,
      result,
    });
  return {
    async signIn({ email, password, oldToken }, from) {
      const name = email.trim().toLowerCase();
      const row = await findSignIn(deps.db, name);
      // An unknown e-mail and one that may not sign in cost the same hash as a wrong password.
      const stored = row?.active === true ? row.passwordHash : null;
      const verdict = await tried(name, from.address, () => Promise.resolve(stored), password);
      if (!row || !verdict.ok) {
        await audit("session.create", from, { accountId: row?.accountId ?? null, actorId: null }, "refused");
        return refuse("invalid_credentials", "E-mail or password is wrong.");
      }
      if (verdict.stale) await writePasswordHash(deps.db, row.accountId, row.operatorId, await deps.passwords.hash(password));
      if (oldToken !== null) {
        const ended = await deleteSessionByToken(deps.db, hashToken(oldToken));
        if (ended) deps.onEnded({ account: ended.accountId, sessionId: ended.id });
      }
      const signedIn = await startSession(deps, row.accountId, row.operatorId);
      await audit("session.create", from, { accountId: row.accountId, actorId: row.operatorId }, "ok");
      return signedIn;
    },
    async signOut(principal, from) {
      if (principal.by.kind !== "session") refuse("forbidden", "An API key has no session to end.");
      await deleteSession(deps.db, principal.accountId, principal.by.id);
      deps.onEnded({ account: principal.accountId, sessionId: principal.by.id });
      await audit("session.delete", from, { accountId: principal.accountId, actorId: principal.operatorId }, "ok");
    },
    async changePassword(principal, { old, password }, from) {
      if (principal.by.kind !== "session") refuse("forbidden", "A password is changed by its owner after signing in, not by an API key.");
      const fault = passwordFault(password);
      if (fault !== null) refuse("invalid_request", fault, { field: "password" });
      const who = { accountId: principal.accountId, actorId: principal.operatorId };
      const stored = (): Promise<string | null> => readPasswordHash(deps.db, principal.accountId, principal.operatorId);
      const { ok } = await tried(`operator ${principal.operatorId}`, from.address, stored, old);
      if (!ok) {
        await audit("password.change", from, who, "refused");
        refuse("invalid_request", "The present password is wrong.", { field: "old_password" });
      }
      await writePasswordHash(deps.db, principal.accountId, principal.operatorId, await deps.passwords.hash(password));
      const ended = await deleteSessionsOf(deps.db, principal.accountId, principal.operatorId, principal.by.id);
      for (const sessionId of ended) deps.onEnded({ account: principal.accountId, sessionId });
      await audit("password.change", from, who, "ok");
    },
  };
}

/** A session with a new 256-bit token, of which only the hash is stored (API-003). */
export async function startSession(
  deps: { readonly db: Sql; readonly clock: Pick<Clock, "now">; readonly limits: Pick<Limits, "value"> },
  accountId: number,
  operatorId: number,
): Promise<SignedIn> {
  const token = newToken();
  const now = deps.clock.now();
  await insertSession(deps.db, {
    tokenHash: hashToken(token),
    accountId,
    operatorId,
    now,
    idleExpiresAt: now + deps.limits.value("session_idle_days") * dayMs,
    absoluteExpiresAt: now + deps.limits.value("session_absolute_days") * dayMs,
  });
  return { accountId, operatorId, token };
}
