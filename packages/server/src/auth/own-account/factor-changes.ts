import type { AuditAction } from "@parlour/protocol/api";
import type { MySecurity, SecurityWithCodes } from "@parlour/protocol/api/people/session";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import {
  findSecondFactorPolicy,
  readFactors,
  replaceRecoveryCodes,
  type FactorsRow,
} from "../../store/sign-in/factors.ts";
import { recordReauthentication, downgradeSessions } from "../../store/sign-in/session-list.ts";
import { findSessions } from "../../store/sign-in/sessions.ts";
import type { Db, Sql } from "../../store/database/sql.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { generateRecoveryCodes } from "../sign-in/second-factor-codes.ts";
import type { ProfileAudit } from "./profile-audit.ts";
import { requireSession, type Principal } from "../principal.ts";
import { hasSecondFactor } from "../sign-in/sign-in.ts";
import type { RequestOrigin } from "../session/create-session.ts";

export interface FactorChangesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: ProfileAudit;
  /** Called for a session that lost permissions, so that the caller closes its sockets. */
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
  /** Clears the cached principals of this account. */
  readonly invalidate: (account: number) => void;
}

/** Changes to an operator's second factors. */
export interface FactorChanges {
  readonly security: (principal: Principal) => Promise<MySecurity>;
  /**
   * Adds a factor with `change`. The first factor also creates recovery codes. Afterwards the
   * session counts as authenticated with two factors.
   */
  readonly addFactor: (
    action: AuditAction,
    request: {
      readonly principal: Principal;
      readonly origin: RequestOrigin;
      readonly before: FactorsRow;
    },
    change: (tx: Sql) => Promise<void>,
  ) => Promise<SecurityWithCodes>;
  /**
   * Removes a factor with `change`. If no factor is left, recovery codes are removed and all
   * sessions of the operator count as having one factor. If the account requires two factors, these
   * sessions may then only set up a factor.
   */
  readonly removeFactor: (
    action: AuditAction,
    principal: Principal,
    origin: RequestOrigin,
    change: (tx: Sql) => Promise<void>,
  ) => Promise<MySecurity>;
}

export function createFactorChanges(deps: FactorChangesDeps): FactorChanges {
  const { db, clock } = deps;
  const { audited } = deps.log;
  const security = async (principal: Principal): Promise<MySecurity> => {
    const [factors, policy] = [
      await loadFactors(db, principal),
      await findSecondFactorPolicy(createTransactionReader(db), principal.accountId),
    ];
    const [session] = await findSessions(db, [requireSession(principal)], clock.now());
    return {
      required_from: policy.from === null ? null : toIsoTime(policy.from),
      limited: session?.isLimited === true,
      has_password: factors.hasPassword,
      totp: factors.totpSecret !== null,
      recovery_codes: factors.recoveryCodes,
      passkeys: factors.passkeys.map((key) => ({
        id: key.id,
        name: key.name,
        created_at: toIsoTime(key.createdAt),
        last_used_at: key.lastUsedAt === null ? null : toIsoTime(key.lastUsedAt),
      })),
    };
  };
  const addFactor: FactorChanges["addFactor"] = async (
    action,
    { principal, origin, before },
    change,
  ) => {
    const codes = before.recoveryCodes > 0 ? null : generateRecoveryCodes();
    await audited(action, principal, origin, async (tx) => {
      await change(tx);
      if (codes !== null)
        await replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, codes.hashes);
      await recordReauthentication(tx, requireSession(principal), clock.now(), true);
    });
    deps.invalidate(principal.accountId);
    return {
      security: await security(principal),
      ...omitAbsent({ recovery_codes: codes === null ? undefined : [...codes.codes] }),
    };
  };
  const removeFactor: FactorChanges["removeFactor"] = async (action, principal, origin, change) => {
    const { accountId, operatorId } = principal;
    const weakenedSessions = await audited(action, principal, origin, async (tx) => {
      await change(tx);
      const remaining = await readFactors(tx, accountId, operatorId);
      if (remaining !== null && hasSecondFactor(remaining)) return [];
      await replaceRecoveryCodes(tx, accountId, operatorId, []);
      return downgradeSessions(tx, accountId, operatorId);
    });
    deps.invalidate(accountId);
    for (const session of await findSessions(db, weakenedSessions, clock.now()))
      if (session.isLimited) deps.onEnded({ account: accountId, sessionId: session.id });
    return security(principal);
  };

  return { security, addFactor, removeFactor };
}

/** Throws Refusal `unauthorized` if the operator no longer exists. */
export async function loadFactors(
  db: Sql,
  { accountId, operatorId }: Principal,
): Promise<FactorsRow> {
  return (
    (await readFactors(db, accountId, operatorId)) ??
    refuse("unauthorized", "You are signed out. Sign in again.")
  );
}
const toIsoTime = (ms: number): string => new Date(ms).toISOString();
