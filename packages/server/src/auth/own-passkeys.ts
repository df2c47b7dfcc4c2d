import { refuse } from "../core/failure.ts";
import { deletePasskey, insertPasskey, renamePasskey } from "../store/factors.ts";
import { readProfile } from "../store/sessions.ts";
import type { OwnFactors, OwnFactorsDeps } from "./own-factors.ts";
import { factorsOf, type Securing } from "./securing.ts";

/** Maximum number of passkeys per operator. */
const mostPasskeys = 20;

/** Adds, renames and removes passkeys of the signed-in operator. */
export function passkeyFactors(
  deps: OwnFactorsDeps,
  { security, secured, lessSecured }: Securing,
): Pick<OwnFactors, "askForPasskey" | "addPasskey" | "renamePasskey" | "removePasskey"> {
  const { db, clock } = deps;
  const { noted } = deps.log;
  return {
    async askForPasskey(principal) {
      const [factors, profile] = [await factorsOf(db, principal), await readProfile(db, principal.accountId, principal.operatorId)];
      if (factors.passkeys.length >= mostPasskeys) refuse("at_limit", `${mostPasskeys} passkeys are enough. Remove one first.`);
      return deps.passkeys.askForNew({ ...principal, email: profile?.email ?? principal.name, factors });
    },
    async addPasskey(principal, credential, name, from) {
      const before = await factorsOf(db, principal);
      const made = await deps.passkeys.checkNew(credential, principal);
      const { accountId, operatorId } = principal;
      return secured("second_factor.passkey", principal, from, before, async (tx) => {
        const id = await insertPasskey(tx, { accountId, operatorId, ...made, name, now: clock.now() });
        if (id === null) refuse("name_taken", "This passkey is known already.", { field: "credential" });
      });
    },
    async renamePasskey(principal, id, name, from) {
      await noted("second_factor.passkey_name", principal, from, async (tx) => {
        if (!(await renamePasskey(tx, principal.accountId, principal.operatorId, id, name))) noPasskey();
      });
      return security(principal);
    },
    removePasskey: (principal, id, from) =>
      lessSecured("second_factor.passkey_off", principal, from, async (tx) => {
        if (!(await deletePasskey(tx, principal.accountId, principal.operatorId, id))) noPasskey();
      }),
  };
}

const noPasskey = (): never => refuse("not_found", "There is no such passkey.");
