import type {
  MySecurity,
  SecurityWithCodes,
  TotpSecret,
} from "@parlour/protocol/api/people/session";
import { refuse } from "../../core/failure.ts";
import { removeTotp, setTotpPending, activatePendingTotp } from "../../store/sign-in/factors.ts";
import { readProfile } from "../../store/sign-in/sessions.ts";
import type { Db } from "../../store/database/sql.ts";
import { rejectWrongCode, type SecondFactorCodes } from "../sign-in/second-factor-codes.ts";
import { requireSession, type Principal } from "../principal.ts";
import type { RequestOrigin } from "../session/create-session.ts";
import type { RateLimitedChecks } from "../sign-in/rate-limited-checks.ts";
import { loadFactors, type FactorChanges } from "./factor-changes.ts";

export interface TotpFactorDeps {
  readonly db: Db;
  readonly checks: RateLimitedChecks;
  readonly codes: SecondFactorCodes;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}
export interface TotpFactor {
  /** Generates a secret. It becomes active when `proveTotp` has received a code of it. */
  beginTotp(principal: Principal): Promise<TotpSecret>;
  proveTotp(principal: Principal, code: string, origin: RequestOrigin): Promise<SecurityWithCodes>;
  endTotp(principal: Principal, origin: RequestOrigin): Promise<MySecurity>;
}

/** Adds and removes the authenticator app of the signed-in operator. */
export function createTotpFactor(
  deps: TotpFactorDeps,
  { addFactor, removeFactor }: FactorChanges,
): TotpFactor {
  const { db } = deps;
  return {
    async beginTotp(principal) {
      requireSession(principal);
      const profile = await readProfile(db, principal.accountId, principal.operatorId);
      const generated = await deps.codes.generateSecret(profile?.email ?? principal.name);
      await setTotpPending(
        db,
        principal.accountId,
        principal.operatorId,
        deps.secrets.seal(generated.secret),
      );
      return generated;
    },
    async proveTotp(principal, code, origin) {
      const before = await loadFactors(db, principal);
      if (before.totpPending === null)
        refuse("not_available", "No authenticator app is being set up. Start again.");
      const pending = deps.secrets.open(before.totpPending);
      const steps: number[] = [];
      await deps.checks.code(principal.operatorId, async () => {
        const step = await deps.codes.findTimeStep(pending, code);
        if (step !== null) steps.push(step);
        return step !== null;
      });
      const [step] = steps;
      if (step === undefined) rejectWrongCode("code");
      return addFactor("second_factor.totp", { principal, origin, before }, (tx) =>
        activatePendingTotp(tx, principal.accountId, principal.operatorId, step),
      );
    },
    endTotp: (principal, origin) =>
      removeFactor("second_factor.totp_off", principal, origin, (tx) =>
        removeTotp(tx, principal.accountId, principal.operatorId),
      ),
  };
}
