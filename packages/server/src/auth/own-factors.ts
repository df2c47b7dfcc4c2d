import type { MySecurity, PasskeyAttestation, PasskeyOptions, SecurityWithCodes, TotpSecret } from "@parlour/protocol/api-session";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { replaceRecoveryCodes } from "../store/factors.ts";
import type { Db } from "../store/sql.ts";
import { newRecoveryCodes, type Codes } from "./codes.ts";
import type { OwnLog } from "./own-log.ts";
import { passkeyFactors } from "./own-passkeys.ts";
import { totpFactors } from "./own-totp.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Principal } from "./principal.ts";
import { factorsOf, openSecuring, type Securing } from "./securing.ts";
import { hasSecond } from "./sign-in.ts";
import type { Origin } from "./start-session.ts";
import type { Tries } from "./tries.ts";

export interface OwnFactorsDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly log: OwnLog;
  readonly tries: Tries;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
  /** Called for a session that lost permissions, so that its sockets close. */
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
  /** Clears cached principals of this account. */
  readonly invalidate: (account: number) => void;
}
/** Second factors of the signed-in operator (CORE-013, API-015). Not available to API keys. */
export interface OwnFactors {
  security(principal: Principal): Promise<MySecurity>;
  /** Generates a secret. It becomes active when `proveTotp` has received a code of it. */
  beginTotp(principal: Principal): Promise<TotpSecret>;
  proveTotp(principal: Principal, code: string, from: Origin): Promise<SecurityWithCodes>;
  endTotp(principal: Principal, from: Origin): Promise<MySecurity>;
  askForPasskey(principal: Principal): Promise<PasskeyOptions>;
  addPasskey(principal: Principal, credential: PasskeyAttestation, name: string, from: Origin): Promise<SecurityWithCodes>;
  renamePasskey(principal: Principal, id: number, name: string, from: Origin): Promise<MySecurity>;
  removePasskey(principal: Principal, id: number, from: Origin): Promise<MySecurity>;
  /** Generates new recovery codes; earlier codes no longer work. */
  renewRecoveryCodes(principal: Principal, from: Origin): Promise<SecurityWithCodes>;
}

export function openOwnFactors(deps: OwnFactorsDeps): OwnFactors {
  const securing = openSecuring(deps);
  return {
    security: securing.security,
    ...totpFactors(deps, securing),
    ...passkeyFactors(deps, securing),
    renewRecoveryCodes: (principal, from) => renewRecoveryCodes(deps, securing, principal, from),
  };
}

async function renewRecoveryCodes(
  { db, log }: OwnFactorsDeps,
  { security }: Securing,
  principal: Principal,
  from: Origin,
): Promise<SecurityWithCodes> {
  if (!hasSecond(await factorsOf(db, principal)))
    refuse("not_available", "Set up a second factor first: codes are for the day it is lost.");
  const { shown, hashes } = newRecoveryCodes();
  await log.noted("second_factor.recovery_codes", principal, from, (tx) =>
    replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, hashes),
  );
  return { security: await security(principal), recovery_codes: [...shown] };
}
