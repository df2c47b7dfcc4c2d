import type { MySecurity, PasskeyAttestation, PasskeyOptions, SecurityWithCodes, TotpSecret } from "@parlour/protocol/api/people/session";
import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import { replaceRecoveryCodes } from "../../store/sign-in/factors.ts";
import type { Db } from "../../store/database/sql.ts";
import { generateRecoveryCodes, type SecondFactorCodes } from "../sign-in/second-factor-codes.ts";
import type { ProfileAudit } from "./profile-audit.ts";
import { createPasskeyFactors } from "./passkey-factors.ts";
import { createTotpFactor } from "./totp-factor.ts";
import type { Passkeys } from "../sign-in/passkeys.ts";
import type { Principal } from "../principal.ts";
import { loadFactors, createFactorChanges, type FactorChanges } from "./factor-changes.ts";
import { hasSecondFactor } from "../sign-in/sign-in.ts";
import type { RequestOrigin } from "../session/create-session.ts";
import type { RateLimitedChecks } from "../sign-in/rate-limited-checks.ts";

export interface SecondFactorsDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly log: ProfileAudit;
  readonly checks: RateLimitedChecks;
  readonly codes: SecondFactorCodes;
  readonly passkeys: Passkeys;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
  /** Called for a session that lost permissions, so that its sockets close. */
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
  /** Clears cached principals of this account. */
  readonly invalidate: (account: number) => void;
}
/** Second factors of the signed-in operator (CORE-013, API-015). Not available to API keys. */
export interface SecondFactors {
  security(principal: Principal): Promise<MySecurity>;
  /** Generates a secret. It becomes active when `proveTotp` has received a code of it. */
  beginTotp(principal: Principal): Promise<TotpSecret>;
  proveTotp(principal: Principal, code: string, origin: RequestOrigin): Promise<SecurityWithCodes>;
  endTotp(principal: Principal, origin: RequestOrigin): Promise<MySecurity>;
  askForPasskey(principal: Principal): Promise<PasskeyOptions>;
  addPasskey(principal: Principal, credential: PasskeyAttestation, name: string, origin: RequestOrigin): Promise<SecurityWithCodes>;
  renamePasskey(principal: Principal, id: number, name: string, origin: RequestOrigin): Promise<MySecurity>;
  removePasskey(principal: Principal, id: number, origin: RequestOrigin): Promise<MySecurity>;
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
  { db, log }: SecondFactorsDeps,
  { security }: FactorChanges,
  principal: Principal,
  origin: RequestOrigin,
): Promise<SecurityWithCodes> {
  if (!hasSecondFactor(await loadFactors(db, principal)))
    refuse("not_available", "Set up a second factor first. Recovery codes replace it if it is lost.");
  const { codes, hashes } = generateRecoveryCodes();
  await log.audited("second_factor.recovery_codes", principal, origin, (tx) =>
    replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, hashes),
  );
  return { security: await security(principal), recovery_codes: [...codes] };
}
