import type { MySecurity, PasskeyAttestation, PasskeyOptions, Secured, TotpSecret } from "@parlour/protocol/api-session";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import {
  deletePasskey,
  insertPasskey,
  readFactors,
  readPolicy,
  removeTotp,
  renamePasskey,
  replaceRecoveryCodes,
  setTotpPending,
  takeTotpPending,
  type FactorsRow,
} from "../store/factors.ts";
import { markConfirmed } from "../store/session-list.ts";
import { readProfile } from "../store/sessions.ts";
import type { Db, Sql } from "../store/sql.ts";
import { newRecoveryCodes, wrongCode, type Codes } from "./codes.ts";
import type { OwnLog } from "./own-log.ts";
import type { Passkeys } from "./passkeys.ts";
import { sessionOf, type Principal } from "./principal.ts";
import { hasSecond } from "./sign-in.ts";
import type { Origin } from "./start-session.ts";
import type { Tries } from "./tries.ts";

/** More keys than anybody carries. */
const mostPasskeys = 20;

export interface OwnFactorsDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly log: OwnLog;
  readonly tries: Tries;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
  /** What is remembered of this account's sessions is out of date. */
  readonly invalidate: (account: number) => void;
}
/** How somebody who is signed in protects himself beyond his password (CORE-013, API-015). Never by a key. */
export interface OwnFactors {
  security(principal: Principal): Promise<MySecurity>;
  /** A new secret; it counts when `proveTotp` has seen a code of it. */
  beginTotp(principal: Principal): Promise<TotpSecret>;
  proveTotp(principal: Principal, code: string, from: Origin): Promise<Secured>;
  endTotp(principal: Principal, from: Origin): Promise<MySecurity>;
  askForPasskey(principal: Principal): Promise<PasskeyOptions>;
  addPasskey(principal: Principal, credential: PasskeyAttestation, name: string, from: Origin): Promise<Secured>;
  renamePasskey(principal: Principal, id: number, name: string, from: Origin): Promise<MySecurity>;
  removePasskey(principal: Principal, id: number, from: Origin): Promise<MySecurity>;
  /** The earlier codes no longer work. */
  renewRecoveryCodes(principal: Principal, from: Origin): Promise<Secured>;
}

export function openOwnFactors(deps: OwnFactorsDeps): OwnFactors {
  const { db, clock } = deps;
  const { noted } = deps.log;
  const security = async (principal: Principal): Promise<MySecurity> => {
    const [factors, policy] = [await factorsOf(db, principal), await readPolicy(db, principal.accountId)];
    return {
      required_from: policy.from === null ? null : iso(policy.from),
      limited: policy.from !== null && policy.from <= clock.now() && !hasSecond(factors),
      has_password: factors.hasPassword,
      totp: factors.totpSecret !== null,
      recovery_codes: factors.recoveryCodes,
      passkeys: factors.passkeys.map((key) => ({
        id: key.id,
        name: key.name,
        created_at: iso(key.createdAt),
        last_used_at: key.lastUsedAt === null ? null : iso(key.lastUsedAt),
      })),
    };
  };
  /** Takes a factor by `change`; codes for the lost device come with the first one. This session has two factors from now on. */
  const secured = async (
    action: string,
    principal: Principal,
    from: Origin,
    before: FactorsRow,
    change: (tx: Sql) => Promise<void>,
  ): Promise<Secured> => {
    const codes = before.recoveryCodes > 0 ? null : newRecoveryCodes();
    await noted(action, principal, from, async (tx) => {
      await change(tx);
      if (codes !== null) await replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, codes.hashes);
      await markConfirmed(tx, sessionOf(principal), clock.now(), true);
    });
    deps.invalidate(principal.accountId);
    return { security: await security(principal), ...(codes !== null && { recovery_codes: [...codes.shown] }) };
  };
  /** Gives a factor up by `change`. Without any there is nothing to recover. */
  const lessSecured = async (
    action: string,
    principal: Principal,
    from: Origin,
    change: (tx: Sql) => Promise<void>,
  ): Promise<MySecurity> => {
    const { accountId, operatorId } = principal;
    await noted(action, principal, from, async (tx) => {
      await change(tx);
      const left = await readFactors(tx, accountId, operatorId);
      if (left === null || !hasSecond(left)) await replaceRecoveryCodes(tx, accountId, operatorId, []);
    });
    return security(principal);
  };

  return {
    security,
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
    async renewRecoveryCodes(principal, from) {
      if (!hasSecond(await factorsOf(db, principal)))
        refuse("not_available", "Set up a second factor first: codes are for the day it is lost.");
      const { shown, hashes } = newRecoveryCodes();
      await noted("second_factor.recovery_codes", principal, from, (tx) =>
        replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, hashes),
      );
      return { security: await security(principal), recovery_codes: [...shown] };
    },
  };
}

/** What the asker has. Refusal `unauthorized`: he is gone. */
export async function factorsOf(db: Sql, { accountId, operatorId }: Principal): Promise<FactorsRow> {
  return (await readFactors(db, accountId, operatorId)) ?? refuse("unauthorized", "You are signed out. Sign in again.");
}
const noPasskey = (): never => refuse("not_found", "There is no such passkey.");
const iso = (ms: number): string => new Date(ms).toISOString();
