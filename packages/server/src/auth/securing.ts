import type { AuditAction } from "@parlour/protocol/api";
import type { MySecurity, SecurityWithCodes } from "@parlour/protocol/api-session";
import { refuse } from "../core/failure.ts";
import { readFactors, readPolicy, replaceRecoveryCodes, type FactorsRow } from "../store/factors.ts";
import { markConfirmed, weakenSessions } from "../store/session-list.ts";
import { findSessions } from "../store/sessions.ts";
import type { Sql } from "../store/sql.ts";
import { newRecoveryCodes } from "./codes.ts";
import type { OwnFactorsDeps } from "./own-factors.ts";
import { sessionOf, type Principal } from "./principal.ts";
import { hasSecond } from "./sign-in.ts";
import type { Origin } from "./start-session.ts";

/** Changes to an operator's second factors. */
export interface Securing {
  readonly security: (principal: Principal) => Promise<MySecurity>;
  /**
   * Adds a factor by `change`. The first factor also creates recovery codes. From now on this
   * session has two factors.
   */
  readonly secured: (
    action: AuditAction,
    principal: Principal,
    from: Origin,
    before: FactorsRow,
    change: (tx: Sql) => Promise<void>,
  ) => Promise<SecurityWithCodes>;
  /**
   * Removes a factor by `change`. Without any factor left, recovery codes are removed and the
   * operator's own sessions have one factor. If the account requires two, they may only set up a
   * factor, including this session.
   */
  readonly lessSecured: (
    action: AuditAction,
    principal: Principal,
    from: Origin,
    change: (tx: Sql) => Promise<void>,
  ) => Promise<MySecurity>;
}

export function openSecuring(deps: OwnFactorsDeps): Securing {
  const { db, clock } = deps;
  const { noted } = deps.log;
  const security = async (principal: Principal): Promise<MySecurity> => {
    const [factors, policy] = [await factorsOf(db, principal), await readPolicy(db, principal.accountId)];
    const [session] = await findSessions(db, [sessionOf(principal)], clock.now());
    return {
      required_from: policy.from === null ? null : iso(policy.from),
      limited: session?.isLimited === true,
      has_password: factors.hasPassword,
      totp: factors.totpSecret !== null,
      recovery_codes: factors.recoveryCodes,
      passkeys: factors.passkeys.map((key) => ({
        id: key.id,
        name: key.name,
        created_at: iso(key.createdAt),
        last_used_at: key.lastUsedAt === null ? null : iso(key.lastUsedAt),
      })),
    };
  };
  const secured: Securing["secured"] = async (action, principal, from, before, change) => {
    const codes = before.recoveryCodes > 0 ? null : newRecoveryCodes();
    await noted(action, principal, from, async (tx) => {
      await change(tx);
      if (codes !== null) await replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, codes.hashes);
      await markConfirmed(tx, sessionOf(principal), clock.now(), true);
    });
    deps.invalidate(principal.accountId);
    return { security: await security(principal), ...(codes !== null && { recovery_codes: [...codes.shown] }) };
  };
  const lessSecured: Securing["lessSecured"] = async (action, principal, from, change) => {
    const { accountId, operatorId } = principal;
    const weakened = await noted(action, principal, from, async (tx) => {
      await change(tx);
      const left = await readFactors(tx, accountId, operatorId);
      if (left !== null && hasSecond(left)) return [];
      await replaceRecoveryCodes(tx, accountId, operatorId, []);
      return weakenSessions(tx, accountId, operatorId);
    });
    deps.invalidate(accountId);
    for (const session of await findSessions(db, weakened, clock.now()))
      if (session.isLimited) deps.onEnded({ account: accountId, sessionId: session.id });
    return security(principal);
  };

  return { security, secured, lessSecured };
}

/**
 * Returns the second factors of the principal. Refusal `unauthorized` if the operator no longer
 * exists.
 */
export async function factorsOf(db: Sql, { accountId, operatorId }: Principal): Promise<FactorsRow> {
  return (await readFactors(db, accountId, operatorId)) ?? refuse("unauthorized", "You are signed out. Sign in again.");
}
const iso = (ms: number): string => new Date(ms).toISOString();
