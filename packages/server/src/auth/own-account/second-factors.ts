import type {
  MySecurity,
  SecurityWithCodes,
  TotpSecret,
} from "@parlour/protocol/api/people/session";
import { refuse } from "../../core/failure.ts";
import {
  replaceRecoveryCodes,
  removeTotp,
  setTotpPending,
  activatePendingTotp,
} from "../../store/sign-in/factors.ts";
import {
  generateRecoveryCodes,
  rejectWrongCode,
  type SecondFactorCodes,
} from "../sign-in/second-factor-codes.ts";
import {
  createPasskeyFactors,
  type PasskeyFactors,
  type PasskeyFactorsDeps,
} from "./passkey-factors.ts";
import { requireSession, type Principal } from "../principal.ts";
import {
  loadFactors,
  createFactorChanges,
  type FactorChanges,
  type FactorChangesDeps,
} from "./factor-changes.ts";
import { hasSecondFactor } from "../sign-in/sign-in.ts";
import type { RequestOrigin } from "../session/create-session.ts";
import { readProfile } from "../../store/sign-in/profile.ts";
import type { Db } from "../../store/database/sql.ts";
import type { RateLimitedChecks } from "../sign-in/rate-limited-checks.ts";

export interface SecondFactorsDeps extends FactorChangesDeps, PasskeyFactorsDeps, TotpFactorDeps {}
/** Second factors of the signed-in operator (CORE-013, API-015). API keys cannot use them. */
export interface SecondFactors extends PasskeyFactors, TotpFactor {
  security(principal: Principal): Promise<MySecurity>;
  /** Generates new recovery codes. Earlier codes no longer work. */
  renewRecoveryCodes(principal: Principal, origin: RequestOrigin): Promise<SecurityWithCodes>;
}

export function createSecondFactors(deps: SecondFactorsDeps): SecondFactors {
  const changes = createFactorChanges(deps);
  return {
    security: changes.security,
    ...createTotpFactor(deps, changes),
    ...createPasskeyFactors(deps, changes),
    renewRecoveryCodes: (principal, origin) => renewRecoveryCodes(deps, changes, principal, origin),
  };
}

async function renewRecoveryCodes(
  { db, log }: FactorChangesDeps,
  { security }: FactorChanges,
  principal: Principal,
  origin: RequestOrigin,
): Promise<SecurityWithCodes> {
  if (!hasSecondFactor(await loadFactors(db, principal)))
    refuse(
      "not_available",
      "Set up a second factor first. Recovery codes replace it if it is lost.",
    );
  const { codes, hashes } = generateRecoveryCodes();
  await log.audited("second_factor.recovery_codes", principal, origin, (tx) =>
    replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, hashes),
  );
  return { security: await security(principal), recovery_codes: [...codes] };
}

interface TotpFactorDeps {
  readonly db: Db;
  readonly checks: RateLimitedChecks;
  readonly codes: SecondFactorCodes;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}
interface TotpFactor {
  /** Generates a secret. It becomes active after `proveTotp` has received one of its codes. */
  beginTotp(principal: Principal): Promise<TotpSecret>;
  proveTotp(principal: Principal, code: string, origin: RequestOrigin): Promise<SecurityWithCodes>;
  endTotp(principal: Principal, origin: RequestOrigin): Promise<MySecurity>;
}

/** Adds and removes the authenticator app of the signed-in operator. */
function createTotpFactor(
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
