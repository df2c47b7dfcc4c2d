import { timingSafeEqual } from "node:crypto";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import { insertAudit } from "../store/sessions.ts";
import { armSetup, disarmSetup, isSetupNeeded, lockSetup } from "../store/set-up.ts";
import { createAccount } from "../store/settings/account.ts";
import type { Db } from "../store/sql.ts";
import { hashToken, newToken } from "./credentials.ts";
import { passwordFault } from "./common-passwords.ts";
import type { Passwords } from "./passwords.ts";
import { startSession, type Origin, type SignedIn } from "./start-session.ts";

/** Validity of the setup link. A restart prints a new one (API-007). */
const validMs = 24 * 3_600_000;

export interface SetUpDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly limits: Pick<Limits, "value">;
  readonly passwords: Passwords;
  /** Writes the new account's first entry (`settings_changed`). */
  readonly announce: (account: number, operatorId: number) => Promise<void>;
}
export interface SetUps {
  needed(): Promise<boolean>;
  /**
   * Creates a setup token for an empty installation, else returns null. Called at each start; the
   * earlier token expires (CFG-017).
   */
  arm(): Promise<string | null>;
  /**
   * Creates the first account, its owner and their session in one transaction (API-007). Refusals:
   * `invalid_token`, `already_set_up`, `invalid_request`.
   */
  setUp(input: { token: string; name: string; email: string; password: string; account: string }, from: Origin): Promise<SignedIn>;
}

export function openSetUps(deps: SetUpDeps): SetUps {
  return {
    needed: () => isSetupNeeded(deps.db),
    async arm() {
      const token = newToken();
      return (await armSetup(deps.db, hashToken(token), deps.clock.now() + validMs)) ? token : null;
    },
    async setUp(input, from) {
      // Cheap checks before hashing, so that only a valid token causes expensive work.
      await checkToken(deps, deps.db, input.token);
      const name = shown(input.name, "name");
      const account = shown(input.account, "account");
      const email = input.email.trim();
      if (!/^[^\s@]+@[^\s@]+$/u.test(email)) refuse("invalid_request", "email is not an e-mail address.", { field: "email" });
      const fault = passwordFault(input.password, email);
      if (fault !== null) refuse("invalid_request", fault, { field: "password" });
      const passwordHash = await deps.passwords.hash(input.password);
      const signedIn = await deps.db.transaction(async (tx) => {
        // If two setups run at once, the second one finds the first one's operator.
        await checkToken(deps, tx, input.token);
        const made = await createAccount(tx, {
          name: account,
          owner: { name, email, passwordHash, instanceOwner: true },
        });
        await disarmSetup(tx);
        await insertAudit(tx, setUpEntry(made, deps.clock.now(), from));
        return startSession({ ...deps, db: tx }, made, { method: "password", strong: false, browser: null }, from);
      });
      await deps.announce(signedIn.accountId, signedIn.operatorId);
      return signedIn;
    },
  };
}

async function checkToken(deps: SetUpDeps, tx: Pick<Db, "query">, token: string): Promise<void> {
  const { tokenHash, expiresAt } = await lockSetup(tx);
  if (!(await isSetupNeeded(tx))) refuse("already_set_up", "This installation is set up already. Sign in.");
  const right = tokenHash !== null && timingSafeEqual(tokenHash, hashToken(token)) && expiresAt !== null && expiresAt > deps.clock.now();
  if (!right) refuse("invalid_token", "This set-up link is wrong or too old. Restart the server: it prints a new one.");
}

/** Returns the trimmed name. Refuses an empty one. */
function shown(text: string, field: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? refuse("invalid_request", `${field} is empty.`, { field }) : trimmed;
}

const setUpEntry = (made: { readonly accountId: number; readonly operatorId: number }, at: number, from: Origin) => ({
  accountId: made.accountId,
  at,
  actorKind: "operator" as const,
  actorId: made.operatorId,
  action: "instance.set_up" as const,
  target: null,
  address: from.address,
  requestId: from.requestId,
  result: "ok" as const,
});
