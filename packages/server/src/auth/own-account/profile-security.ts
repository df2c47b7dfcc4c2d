import type {
  Reauthentication,
  ReauthenticationMethods,
} from "@parlour/protocol/api/people/session";
import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import { recordReauthentication } from "../../store/sign-in/session-list.ts";
import { deleteOperatorSessions } from "../../store/sign-in/sessions.ts";
import { readProfile } from "../../store/sign-in/profile.ts";
import { readPasswordHash, writeNewPassword } from "../../store/sign-in/password.ts";
import type { Db } from "../../store/database/sql.ts";
import { rejectWrongCode, type SecondFactorCodes } from "../sign-in/second-factor-codes.ts";
import { validatePassword } from "../sign-in/password-policy.ts";
import { loadFactors } from "./factor-changes.ts";
import type { ProfileAudit } from "./profile-audit.ts";
import type { Passkeys } from "../sign-in/passkeys.ts";
import type { Passwords } from "../sign-in/passwords.ts";
import {
  reauthenticationTtlMs,
  isReauthenticated,
  requireSession,
  type Principal,
} from "../principal.ts";
import type { RequestOrigin } from "../session/create-session.ts";
import { rejectWrongPassword, type RateLimitedChecks } from "../sign-in/rate-limited-checks.ts";

export interface ProfileSecurityDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: ProfileAudit;
  readonly passwords: Passwords;
  readonly checks: RateLimitedChecks;
  readonly codes: SecondFactorCodes;
  readonly passkeys: Passkeys;
  readonly onEnded: (endedSessions: { account: number; sessionId: number }) => void;
  /** Clears the cached principals of this account. */
  readonly invalidate: (account: number) => void;
}
/** CORE-014, API-016. API keys cannot use them. */
export interface ProfileSecurity {
  /** Checks the current password, stores the new one and ends the operator's other sessions. */
  changePassword(
    principal: Principal,
    input: { old: string; password: string },
    origin: RequestOrigin,
  ): Promise<void>;
  listProofMethods(principal: Principal): Promise<ReauthenticationMethods>;
  /** Re-authenticates the operator. Refusals: `invalid_request` (wrong proof), `rate_limited`. */
  reauthenticate(
    principal: Principal,
    proof: Reauthentication,
    origin: RequestOrigin,
  ): Promise<void>;
}

export function createProfileSecurity(deps: ProfileSecurityDeps): ProfileSecurity {
  const { db, clock } = deps;
  const { auditRefusal, audited } = deps.log;

  return {
    async changePassword(principal, { old, password }, origin) {
      requireSession(principal);
      const profile = await readProfile(db, principal.accountId, principal.operatorId);
      const passwordError = validatePassword(password, profile?.email ?? null);
      if (passwordError !== null) refuse("invalid_request", passwordError, { field: "password" });
      if (!(await isCorrectPassword(deps, principal, old, origin))) {
        await auditRefusal("password.change", principal, origin);
        rejectWrongPassword("old_password");
      }
      const hash = await deps.passwords.hash(password);
      const endedSessions = await audited("password.change", principal, origin, async (tx) => {
        await writeNewPassword(tx, principal.accountId, principal.operatorId, hash);
        return deleteOperatorSessions(
          tx,
          principal.accountId,
          principal.operatorId,
          requireSession(principal),
        );
      });
      for (const sessionId of endedSessions)
        deps.onEnded({ account: principal.accountId, sessionId });
    },
    async listProofMethods(principal) {
      const factors = await loadFactors(db, principal);
      const confirmedAt =
        principal.credential.kind === "session" ? principal.credential.confirmedAt : null;
      return {
        password: factors.hasPassword,
        code: !factors.hasPassword && factors.totpSecret !== null,
        passkey:
          factors.passkeys.length === 0
            ? null
            : await deps.passkeys.createAuthOptions("confirm", {
                ...principal,
                passkeys: factors.passkeys,
              }),
        confirmed_until:
          confirmedAt !== null && isReauthenticated(confirmedAt, clock.now())
            ? new Date(confirmedAt + reauthenticationTtlMs).toISOString()
            : null,
      };
    },
    async reauthenticate(principal, proof, origin) {
      const session = requireSession(principal);
      const rejectProof = await findProofRejection(deps, principal, proof, origin);
      if (rejectProof !== null) {
        await auditRefusal("session.confirm", principal, origin);
        rejectProof();
      }
      await audited("session.confirm", principal, origin, (tx) =>
        recordReauthentication(tx, session, clock.now()),
      );
      deps.invalidate(principal.accountId);
    },
  };
}

async function isCorrectPassword(
  { db, checks }: ProfileSecurityDeps,
  principal: Principal,
  password: string,
  origin: RequestOrigin,
): Promise<boolean> {
  const { accountId, operatorId } = principal;
  const stored = (): ReturnType<typeof readPasswordHash> =>
    readPasswordHash(db, accountId, operatorId);
  return (await checks.password(`operator ${operatorId}`, origin.address, stored, password)).ok;
}

/** Returns a function that throws the refusal for a wrong proof, or null if the proof is valid. */
async function findProofRejection(
  deps: ProfileSecurityDeps,
  principal: Principal,
  { password, passkey, code }: Reauthentication,
  origin: RequestOrigin,
): Promise<(() => never) | null> {
  if (password !== undefined)
    return (await isCorrectPassword(deps, principal, password, origin))
      ? null
      : () => rejectWrongPassword("password");
  if (passkey !== undefined)
    return (await deps.passkeys.verifyAssertion("confirm", passkey, principal)) === null
      ? () =>
          refuse(
            "invalid_request",
            "This passkey is not yours, or the request timed out. Try again.",
            { field: "passkey" },
          )
      : null;
  const factors = await loadFactors(deps.db, principal);
  // For operators with a password, a code is only a second factor and not sufficient alone.
  const isRight =
    !factors.hasPassword &&
    (await deps.checks.code(principal.operatorId, () =>
      deps.codes.consume(principal, factors, code ?? "", origin),
    ));
  return isRight ? null : () => rejectWrongCode("code");
}
