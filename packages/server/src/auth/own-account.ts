import type {
  Confirmation,
  ConfirmationWays,
  MySecurity,
  PasskeyAttestation,
  PasskeyOptions,
  Secured,
  TotpSecret,
} from "@parlour/protocol/api-session";
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
import { deleteSessionsOf, insertAudit, readPasswordHash, readProfile, writePasswordHash } from "../store/sessions.ts";
import type { Db, Sql } from "../store/sql.ts";
import { newRecoveryCodes, wrongCode, type Codes } from "./codes.ts";
import { passwordFault } from "./common-passwords.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Passwords } from "./passwords.ts";
import { confirmedMs, type Principal } from "./principal.ts";
import { hasSecond, type Origin } from "./sign-in.ts";
import { wrongPassword, type Tries } from "./tries.ts";

/** More keys than anybody carries. */
const mostPasskeys = 20;

export interface OwnAccountDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly passwords: Passwords;
  readonly tries: Tries;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
  /** What is remembered of this account's sessions is out of date. */
  readonly invalidate: (account: number) => void;
}
/** How somebody who is signed in protects himself, and proves again that it is he (CORE-013, CORE-014). Never by a key. */
export interface OwnAccount {
  /** Checks the present password, writes the new one, ends the operator's other sessions. */
  changePassword(principal: Principal, input: { old: string; password: string }, from: Origin): Promise<void>;
  confirmationWays(principal: Principal): Promise<ConfirmationWays>;
  /** Refusal `invalid_request`: it is not right. `rate_limited`. */
  confirm(principal: Principal, by: Confirmation, from: Origin): Promise<void>;
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

export function openOwnAccount(deps: OwnAccountDeps): OwnAccount {
  const { db, clock } = deps;
  const audit = (tx: Sql, action: string, principal: Principal, from: Origin, result: "ok" | "refused" = "ok"): Promise<void> =>
    insertAudit(tx, {
      accountId: principal.accountId,
      at: clock.now(),
      actorKind: "operator",
      actorId: principal.operatorId,
      action,
      target: `operator ${principal.operatorId}`,
      address: from.address,
      requestId: from.requestId,
      result,
    });
  /** A change and the entry that explains it, or neither (API-072). */
  const noted = <R>(action: string, principal: Principal, from: Origin, change: (tx: Sql) => Promise<R>): Promise<R> =>
    db.transaction(async (tx) => {
      const result = await change(tx);
      await audit(tx, action, principal, from);
      return result;
    });
  const factorsOf = async ({ accountId, operatorId }: Principal): Promise<FactorsRow> =>
    (await readFactors(db, accountId, operatorId)) ?? refuse("unauthorized", "You are signed out. Sign in again.");
  const security = async (principal: Principal): Promise<MySecurity> => {
    const [factors, policy] = [await factorsOf(principal), await readPolicy(db, principal.accountId)];
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
  const isPassword = async (principal: Principal, password: string, from: Origin): Promise<boolean> =>
    (
      await deps.tries.password(
        `operator ${principal.operatorId}`,
        from.address,
        () => readPasswordHash(db, principal.accountId, principal.operatorId),
        password,
      )
    ).ok;
  /** Says why this does not prove that it is he; null: it does. */
  const proofFault = async (
    principal: Principal,
    { password, passkey, code }: Confirmation,
    from: Origin,
  ): Promise<(() => never) | null> => {
    if (password !== undefined) return (await isPassword(principal, password, from)) ? null : () => wrongPassword("password");
    if (passkey !== undefined)
      return (await deps.passkeys.check("confirm", passkey, principal)) === null
        ? () => refuse("invalid_request", "This passkey is not one of yours, or came too late. Try again.", { field: "passkey" })
        : null;
    const factors = await factorsOf(principal);
    // Beside a password a code is the second factor, and no proof alone.
    const isRight =
      !factors.hasPassword && (await deps.tries.code(principal.operatorId, () => deps.codes.take(principal, factors, code ?? "", from)));
    return isRight ? null : () => wrongCode("code");
  };

  return {
    security,
    async changePassword(principal, { old, password }, from) {
      sessionOf(principal);
      const fault = passwordFault(password);
      if (fault !== null) refuse("invalid_request", fault, { field: "password" });
      if (!(await isPassword(principal, old, from))) {
        await audit(db, "password.change", principal, from, "refused");
        wrongPassword("old_password");
      }
      const hash = await deps.passwords.hash(password);
      const ended = await noted("password.change", principal, from, async (tx) => {
        await writePasswordHash(tx, principal.accountId, principal.operatorId, hash);
        return deleteSessionsOf(tx, principal.accountId, principal.operatorId, sessionOf(principal));
      });
      for (const sessionId of ended) deps.onEnded({ account: principal.accountId, sessionId });
    },
    async confirmationWays(principal) {
      const factors = await factorsOf(principal);
      const until = (principal.by.kind === "session" ? (principal.by.confirmedAt ?? 0) : 0) + confirmedMs;
      return {
        password: factors.hasPassword,
        code: !factors.hasPassword && factors.totpSecret !== null,
        passkey: factors.passkeys.length === 0 ? null : await deps.passkeys.ask("confirm", { ...principal, passkeys: factors.passkeys }),
        confirmed_until: until > clock.now() ? iso(until) : null,
      };
    },
    async confirm(principal, by, from) {
      const session = sessionOf(principal);
      const wrong = await proofFault(principal, by, from);
      if (wrong !== null) {
        await audit(db, "session.confirm", principal, from, "refused");
        wrong();
      }
      await noted("session.confirm", principal, from, (tx) => markConfirmed(tx, session, clock.now()));
      deps.invalidate(principal.accountId);
    },
    async beginTotp(principal) {
      sessionOf(principal);
      const profile = await readProfile(db, principal.accountId, principal.operatorId);
      const made = await deps.codes.newSecret(profile?.email ?? principal.name);
      await setTotpPending(db, principal.accountId, principal.operatorId, deps.secrets.seal(made.secret));
      return made;
    },
    async proveTotp(principal, code, from) {
      const before = await factorsOf(principal);
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
      const [factors, profile] = [await factorsOf(principal), await readProfile(db, principal.accountId, principal.operatorId)];
      if (factors.passkeys.length >= mostPasskeys) refuse("at_limit", `${mostPasskeys} passkeys are enough. Remove one first.`);
      return deps.passkeys.askForNew({ ...principal, email: profile?.email ?? principal.name, factors });
    },
    async addPasskey(principal, credential, name, from) {
      const before = await factorsOf(principal);
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
      if (!hasSecond(await factorsOf(principal)))
        refuse("not_available", "Set up a second factor first: codes are for the day it is lost.");
      const { shown, hashes } = newRecoveryCodes();
      await noted("second_factor.recovery_codes", principal, from, (tx) =>
        replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, hashes),
      );
      return { security: await security(principal), recovery_codes: [...shown] };
    },
  };
}

function sessionOf(principal: Principal): number {
  return principal.by.kind === "session"
    ? principal.by.id
    : refuse("forbidden", "This is done by a person who is signed in, not by an API key.");
}
const noPasskey = (): never => refuse("not_found", "There is no such passkey.");
const iso = (ms: number): string => new Date(ms).toISOString();
