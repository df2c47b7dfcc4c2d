import type {
  MySecurity,
  PasskeyAttestation,
  PasskeyOptions,
  SecurityWithCodes,
} from "@parlour/protocol/api/people/session";
import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import { deletePasskey, insertPasskey, renamePasskey } from "../../store/sign-in/passkeys.ts";
import { readProfile } from "../../store/sign-in/profile.ts";
import type { Db } from "../../store/database/sql.ts";
import type { Principal } from "../principal.ts";
import type { RequestOrigin } from "../session/create-session.ts";
import type { Passkeys } from "../sign-in/passkeys.ts";
import type { ProfileAudit } from "./profile-audit.ts";
import { loadFactors, type FactorChanges } from "./factor-changes.ts";

/** Maximum number of passkeys per operator. */
const maxPasskeys = 20;

export interface PasskeyFactorsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: ProfileAudit;
  readonly passkeys: Passkeys;
}
export interface PasskeyFactors {
  askForPasskey(principal: Principal): Promise<PasskeyOptions>;
  addPasskey(
    principal: Principal,
    credential: PasskeyAttestation,
    name: string,
    origin: RequestOrigin,
  ): Promise<SecurityWithCodes>;
  renamePasskey(
    principal: Principal,
    id: number,
    name: string,
    origin: RequestOrigin,
  ): Promise<MySecurity>;
  removePasskey(principal: Principal, id: number, origin: RequestOrigin): Promise<MySecurity>;
}

/** Adds, renames and removes passkeys of the signed-in operator. */
export function createPasskeyFactors(
  deps: PasskeyFactorsDeps,
  { security, addFactor, removeFactor }: FactorChanges,
): PasskeyFactors {
  const { db, clock } = deps;
  const { audited } = deps.log;
  return {
    async askForPasskey(principal) {
      const [factors, profile] = [
        await loadFactors(db, principal),
        await readProfile(db, principal.accountId, principal.operatorId),
      ];
      if (factors.passkeys.length >= maxPasskeys)
        refuse("at_limit", `An operator has at most ${maxPasskeys} passkeys. Remove one first.`, {
          limit: "passkeys",
        });
      return deps.passkeys.createRegistrationOptions({
        ...principal,
        email: profile?.email ?? principal.name,
        factors,
      });
    },
    async addPasskey(principal, credential, name, origin) {
      const before = await loadFactors(db, principal);
      const credentialData = await deps.passkeys.verifyRegistration(credential, principal);
      const { accountId, operatorId } = principal;
      return addFactor("second_factor.passkey", { principal, origin, before }, async (tx) => {
        const id = await insertPasskey(tx, {
          accountId,
          operatorId,
          ...credentialData,
          name,
          now: clock.now(),
        });
        if (id === null)
          refuse("name_taken", "This passkey has already been added.", { field: "credential" });
      });
    },
    async renamePasskey(principal, id, name, origin) {
      await audited("second_factor.passkey_name", principal, origin, async (tx) => {
        if (!(await renamePasskey(tx, principal, id, name))) rejectUnknownPasskey();
      });
      return security(principal);
    },
    removePasskey: (principal, id, origin) =>
      removeFactor("second_factor.passkey_off", principal, origin, async (tx) => {
        if (!(await deletePasskey(tx, principal, id))) rejectUnknownPasskey();
      }),
  };
}

const rejectUnknownPasskey = (): never => refuse("not_found", "There is no such passkey.");
