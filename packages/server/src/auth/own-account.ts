import type { Reauthentication, ReauthenticationMethods } from "@parlour/protocol/api-session";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { markConfirmed } from "../store/session-list.ts";
import { deleteSessionsOf, readPasswordHash, readProfile, writeNewPassword } from "../store/sessions.ts";
import type { Db } from "../store/sql.ts";
import { wrongCode, type Codes } from "./codes.ts";
import { passwordFault } from "./common-passwords.ts";
import { factorsOf } from "./securing.ts";
import type { OwnLog } from "./own-log.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Passwords } from "./passwords.ts";
import { confirmedMs, isFresh, sessionOf, type Principal } from "./principal.ts";
import type { Origin } from "./start-session.ts";
import { wrongPassword, type Tries } from "./tries.ts";

export interface OwnAccountDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly log: OwnLog;
  readonly passwords: Passwords;
  readonly tries: Tries;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
  /** Clears cached principals of this account. */
  readonly invalidate: (account: number) => void;
}
/**
 * Password change and re-authentication of the signed-in operator (CORE-014, API-016). Not
 * available to API keys.
 */
export interface OwnAccount {
  /** Checks the current password, stores the new one and ends the operator's other sessions. */
  changePassword(principal: Principal, input: { old: string; password: string }, from: Origin): Promise<void>;
  confirmationWays(principal: Principal): Promise<ReauthenticationMethods>;
  /** Re-authenticates. Refusals: `invalid_request` (wrong), `rate_limited`. */
  confirm(principal: Principal, by: Reauthentication, from: Origin): Promise<void>;
}

export function openOwnAccount(deps: OwnAccountDeps): OwnAccount {
  const { db, clock } = deps;
  const { audit, noted } = deps.log;

  return {
    async changePassword(principal, { old, password }, from) {
      sessionOf(principal);
      const profile = await readProfile(db, principal.accountId, principal.operatorId);
      const fault = passwordFault(password, profile?.email ?? null);
      if (fault !== null) refuse("invalid_request", fault, { field: "password" });
      if (!(await isPassword(deps, principal, old, from))) {
        await audit(db, "password.change", principal, from, "refused");
        wrongPassword("old_password");
      }
      const hash = await deps.passwords.hash(password);
      const ended = await noted("password.change", principal, from, async (tx) => {
        await writeNewPassword(tx, principal.accountId, principal.operatorId, hash);
        return deleteSessionsOf(tx, principal.accountId, principal.operatorId, sessionOf(principal));
      });
      for (const sessionId of ended) deps.onEnded({ account: principal.accountId, sessionId });
    },
    async confirmationWays(principal) {
      const factors = await factorsOf(db, principal);
      const confirmedAt = principal.by.kind === "session" ? principal.by.confirmedAt : null;
      return {
        password: factors.hasPassword,
        code: !factors.hasPassword && factors.totpSecret !== null,
        passkey: factors.passkeys.length === 0 ? null : await deps.passkeys.ask("confirm", { ...principal, passkeys: factors.passkeys }),
        confirmed_until:
          confirmedAt !== null && isFresh(confirmedAt, clock.now()) ? new Date(confirmedAt + confirmedMs).toISOString() : null,
      };
    },
    async confirm(principal, by, from) {
      const session = sessionOf(principal);
      const wrong = await proofFault(deps, principal, by, from);
      if (wrong !== null) {
        await audit(db, "session.confirm", principal, from, "refused");
        wrong();
      }
      await noted("session.confirm", principal, from, (tx) => markConfirmed(tx, session, clock.now()));
      deps.invalidate(principal.accountId);
    },
  };
}

async function isPassword({ db, tries }: OwnAccountDeps, principal: Principal, password: string, from: Origin): Promise<boolean> {
  const { accountId, operatorId } = principal;
  const stored = (): ReturnType<typeof readPasswordHash> => readPasswordHash(db, accountId, operatorId);
  return (await tries.password(`operator ${operatorId}`, from.address, stored, password)).ok;
}

/** Returns a function that throws the refusal for a wrong proof; null: the proof is valid. */
async function proofFault(
  deps: OwnAccountDeps,
  principal: Principal,
  { password, passkey, code }: Reauthentication,
  from: Origin,
): Promise<(() => never) | null> {
  if (password !== undefined) return (await isPassword(deps, principal, password, from)) ? null : () => wrongPassword("password");
  if (passkey !== undefined)
    return (await deps.passkeys.check("confirm", passkey, principal)) === null
      ? () => refuse("invalid_request", "This passkey is not one of yours, or came too late. Try again.", { field: "passkey" })
      : null;
  const factors = await factorsOf(deps.db, principal);
  // With a password, a code is the second factor and not sufficient alone.
  const isRight =
    !factors.hasPassword && (await deps.tries.code(principal.operatorId, () => deps.codes.take(principal, factors, code ?? "", from)));
  return isRight ? null : () => wrongCode("code");
}
