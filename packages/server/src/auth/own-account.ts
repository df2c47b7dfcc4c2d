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
import type { Db } from "../store/sql.ts";
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
  renamePasskey(principal: Principal, id: number, name: string): Promise<MySecurity>;
  removePasskey(principal: Principal, id: number, from: Origin): Promise<MySecurity>;
  /** The earlier codes no longer work. */
  renewRecoveryCodes(principal: Principal, from: Origin): Promise<Secured>;
}

export function openOwnAccount(deps: OwnAccountDeps): OwnAccount {
  const { db, clock } = deps;
  const audit = (action: string, principal: Principal, from: Origin, result: "ok" | "refused" = "ok"): Promise<void> =>
    insertAudit(db, {
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
  /** Codes for the lost device come with the first factor; this session has two factors from now on. */
  const secured = async (principal: Principal, before: FactorsRow): Promise<Secured> => {
    await markConfirmed(db, sessionOf(principal), clock.now(), true);
    deps.invalidate(principal.accountId);
    if (before.recoveryCodes > 0) return { security: await security(principal) };
    const { shown, hashes } = newRecoveryCodes();
    await db.transaction((tx) => replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, hashes));
    return { security: await security(principal), recovery_codes: [...shown] };
  };
  /** Without a factor there is nothing to recover. */
  const lessSecured = async (principal: Principal): Promise<MySecurity> => {
    if (!hasSecond(await factorsOf(principal))) await replaceRecoveryCodes(db, principal.accountId, principal.operatorId, []);
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

  return {
    security,
    async changePassword(principal, { old, password }, from) {
      sessionOf(principal);
      const fault = passwordFault(password);
      if (fault !== null) refuse("invalid_request", fault, { field: "password" });
      if (!(await isPassword(principal, old, from))) {
        await audit("password.change", principal, from, "refused");
        wrongPassword("old_password");
      }
      await writePasswordHash(db, principal.accountId, principal.operatorId, await deps.passwords.hash(password));
      const ended = await deleteSessionsOf(db, principal.accountId, principal.operatorId, sessionOf(principal));
      for (const sessionId of ended) deps.onEnded({ account: principal.accountId, sessionId });
      await audit("password.change", principal, from);
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
    async confirm(principal, { password, passkey, code }, from) {
      const session = sessionOf(principal);
      if (password !== undefined) {
        if (!(await isPassword(principal, password, from))) wrongPassword("password");
      } else if (passkey !== undefined) {
        if ((await deps.passkeys.check("confirm", passkey, principal)) === null)
          refuse("invalid_request", "This passkey is not one of yours, or came too late. Try again.", { field: "passkey" });
      } else {
        const factors = await factorsOf(principal);
        // Beside a password a code is the second factor, and no proof alone.
        const isRight =
          !factors.hasPassword &&
          (await deps.tries.code(principal.operatorId, () =>
            deps.codes.take(principal.accountId, principal.operatorId, factors, code ?? ""),
          ));
        if (!isRight) wrongCode("code");
      }
      await markConfirmed(db, session, clock.now());
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
      await takeTotpPending(db, principal.accountId, principal.operatorId, step);
      await audit("second_factor.totp", principal, from);
      return secured(principal, before);
    },
    async endTotp(principal, from) {
      await removeTotp(db, principal.accountId, principal.operatorId);
      await audit("second_factor.totp_off", principal, from);
      return lessSecured(principal);
    },
    async askForPasskey(principal) {
      const [factors, profile] = [await factorsOf(principal), await readProfile(db, principal.accountId, principal.operatorId)];
      if (factors.passkeys.length >= mostPasskeys) refuse("at_limit", `${mostPasskeys} passkeys are enough. Remove one first.`);
      return deps.passkeys.askForNew({ ...principal, email: profile?.email ?? principal.name, factors });
    },
    async addPasskey(principal, credential, name, from) {
      const before = await factorsOf(principal);
      const made = await deps.passkeys.checkNew(credential, principal);
      const { accountId, operatorId } = principal;
      const id = await insertPasskey(db, { accountId, operatorId, ...made, name, now: clock.now() });
      if (id === null) refuse("name_taken", "This passkey is known already.", { field: "credential" });
      await audit("second_factor.passkey", principal, from);
      return secured(principal, before);
    },
    async renamePasskey(principal, id, name) {
      if (!(await renamePasskey(db, principal.accountId, principal.operatorId, id, name))) noPasskey();
      return security(principal);
    },
    async removePasskey(principal, id, from) {
      if (!(await deletePasskey(db, principal.accountId, principal.operatorId, id))) noPasskey();
      await audit("second_factor.passkey_off", principal, from);
      return lessSecured(principal);
    },
    async renewRecoveryCodes(principal, from) {
      if (!hasSecond(await factorsOf(principal)))
        refuse("not_available", "Set up a second factor first: codes are for the day it is lost.");
      const { shown, hashes } = newRecoveryCodes();
      await db.transaction((tx) => replaceRecoveryCodes(tx, principal.accountId, principal.operatorId, hashes));
      await audit("second_factor.recovery_codes", principal, from);
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
