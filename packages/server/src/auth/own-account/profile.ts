import { refuse } from "../../core/failure.ts";
import type { PresenceChoice } from "../../core/operator/custom-status.ts";
import type { Db } from "../../store/database/sql.ts";
import type { OperatorRecord } from "../../store/settings/account/operator.ts";
import { readProfile, writeChosenPresence } from "../../store/sign-in/profile.ts";
import type { Principal } from "../principal.ts";

/** The signed-in operator's own data. */
export interface ProfileService {
  /** Returns the operator. Refuses `unauthorized` if the operator was deleted. */
  profile(account: number, operatorId: number): Promise<OperatorRecord>;
  /** Stores the presence that the operator chose (CORE-010). */
  choosePresence(principal: Principal, choice: PresenceChoice): Promise<void>;
}

export function createProfileService({
  db,
  invalidate,
}: {
  readonly db: Db;
  /** Clears cached permissions of an account. */
  readonly invalidate: (account: number) => void;
}): ProfileService {
  return {
    async profile(account, operatorId) {
      const profile = await readProfile(db, account, operatorId);
      return profile ?? refuse("unauthorized", "You are signed out. Sign in again.");
    },
    async choosePresence(principal, choice) {
      await writeChosenPresence(db, principal.accountId, principal.operatorId, choice);
      invalidate(principal.accountId);
    },
  };
}
