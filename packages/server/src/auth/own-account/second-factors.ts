import type { MySecurity, SecurityWithCodes } from "@parlour/protocol/api/people/session";
import { refuse } from "../../core/failure.ts";
import { replaceRecoveryCodes } from "../../store/sign-in/factors.ts";
import { generateRecoveryCodes } from "../sign-in/second-factor-codes.ts";
import {
  createPasskeyFactors,
  type PasskeyFactors,
  type PasskeyFactorsDeps,
} from "./passkey-factors.ts";
import { createTotpFactor, type TotpFactor, type TotpFactorDeps } from "./totp-factor.ts";
import type { Principal } from "../principal.ts";
import {
  loadFactors,
  createFactorChanges,
  type FactorChanges,
  type FactorChangesDeps,
} from "./factor-changes.ts";
import { hasSecondFactor } from "../sign-in/sign-in.ts";
import type { RequestOrigin } from "../session/create-session.ts";

export interface SecondFactorsDeps extends FactorChangesDeps, PasskeyFactorsDeps, TotpFactorDeps {}
/** Second factors of the signed-in operator (CORE-013, API-015). Not available to API keys. */
export interface SecondFactors extends PasskeyFactors, TotpFactor {
  security(principal: Principal): Promise<MySecurity>;
  /** Generates new recovery codes; earlier codes no longer work. */
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
