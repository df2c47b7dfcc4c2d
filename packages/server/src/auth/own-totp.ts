import { refuse } from "../core/failure.ts";
import { removeTotp, setTotpPending, takeTotpPending } from "../store/factors.ts";
import { readProfile } from "../store/sessions.ts";
import { wrongCode } from "./codes.ts";
import type { OwnFactors, OwnFactorsDeps } from "./own-factors.ts";
import { sessionOf } from "./principal.ts";
import { factorsOf, type Securing } from "./securing.ts";

/** Adds and removes the authenticator app of the signed-in operator. */
export function totpFactors(
  deps: OwnFactorsDeps,
  { secured, lessSecured }: Securing,
): Pick<OwnFactors, "beginTotp" | "proveTotp" | "endTotp"> {
  const { db } = deps;
  return {
    async beginTotp(principal) {
      sessionOf(principal);
      const profile = await readProfile(db, principal.accountId, principal.operatorId);
      const made = await deps.codes.newSecret(profile?.email ?? principal.name);
      await setTotpPending(db, principal.accountId, principal.operatorId, deps.secrets.seal(made.secret));
      return made;
    },
    async proveTotp(principal, code, from) {
      const before = await factorsOf(db, principal);
      if (before.totpPending === null) refuse("not_available", "No application is being set up. Begin again.");
      const pending = deps.secrets.open(before.totpPending);
      const steps: number[] = [];
      await deps.tries.code(principal.operatorId, async () => {
        const step = await deps.codes.stepOf(pending, code);
        if (step !== null) steps.push(step);
        return step !== null;
      });
      const [step] = steps;
      if (step === undefined) wrongCode("code");
      return secured("second_factor.totp", principal, from, before, (tx) =>
        takeTotpPending(tx, principal.accountId, principal.operatorId, step),
      );
    },
    endTotp: (principal, from) =>
      lessSecured("second_factor.totp_off", principal, from, (tx) => removeTotp(tx, principal.accountId, principal.operatorId)),
  };
}
