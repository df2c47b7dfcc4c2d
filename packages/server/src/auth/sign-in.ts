import type { AuditAction } from "@parlour/protocol/api";
import type { PasskeyAssertion, SecondFactorRequired } from "@parlour/protocol/api-session";
import { refuse } from "../core/failure.ts";
import { readFactors, type FactorsRow } from "../store/factors.ts";
import { deleteBrowser, findBrowser, insertSignIn } from "../store/session-list.ts";
import { findSignIn, insertAudit, writePasswordHash, type SignInMethod } from "../store/sessions.ts";
import { writePageLanguage } from "../store/settings/mail.ts";
import type { Db, Sql } from "../store/sql.ts";
import type { Codes } from "./codes.ts";
import { hashToken } from "./credentials.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Passwords } from "./passwords.ts";
import type { Principal } from "./principal.ts";
import { shortAgent, startSession, type Origin, type Person, type SessionStart, type SignedIn } from "./start-session.ts";
import type { Tries } from "./tries.ts";

/**
 * The browser's cookie value, whether its sessions in other accounts remain (`beside`, CORE-016),
 * and its page language (CORE-112).
 */
interface Browser {
  readonly oldToken: string | null;
  readonly beside?: boolean;
  readonly language?: "en" | "ru" | undefined;
}
export interface PasswordSignIn extends Browser {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

export interface SignInDeps {
  readonly db: Db;
  readonly clock: SessionStart["clock"];
  readonly limits: SessionStart["limits"];
  readonly passwords: Passwords;
  readonly tries: Tries;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  /** Called for each ended session: clears its cache and closes its sockets. */
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
}
export interface SignIns {
  /**
   * Signs in with a password (API-010). Creates a new token, or returns the required second step
   * (API-013). Refusals: `invalid_credentials`, `rate_limited`.
   */
  signIn(input: PasswordSignIn, from: Origin): Promise<SignedIn | SecondFactorRequired["second_step"]>;
  /**
   * Signs in with a passkey that verified its user by finger, face or PIN, so it counts as two
   * factors (API-013). Refusals: `invalid_credentials`, `rate_limited`.
   */
  signInByPasskey(input: Browser & { readonly passkey: PasskeyAssertion }, from: Origin): Promise<SignedIn>;
  /**
   * Signs in an operator whom an OIDC provider authenticated (API-019). The provider is responsible
   * for second factors.
   */
  signInKnown(person: Person, input: Browser, from: Origin): Promise<SignedIn>;
  /** Ends all sessions of the browser (API-011). Refusal `forbidden` for an API key. */
  signOut(principal: Principal, token: string | null, from: Origin): Promise<void>;
}

export function openSignIns(deps: SignInDeps): SignIns {
  return {
    signIn: (input, from) => signIn(deps, input, from),
    async signInByPasskey({ passkey, ...browser }, from) {
      const key = await deps.tries.passkey(from.address, () => deps.passkeys.check("sign-in", passkey, null));
      if (key !== null) return open(deps, key, { method: "passkey", strong: true }, browser, from);
      await logged(deps, deps.db, null, "passkey", false, from);
      return refuse("invalid_credentials", "This passkey is not known here, or came too late. Try again, or sign in with your password.", {
        field: "passkey",
      });
    },
    signInKnown: (person, browser, from) => open(deps, person, { method: "oidc", strong: true }, browser, from),
    async signOut(principal, token, from) {
      if (principal.by.kind !== "session") refuse("forbidden", "An API key has no session to end.");
      const browser = token === null ? null : await findBrowser(deps.db, hashToken(token));
      if (browser !== null) await endBrowser(deps, browser.browser, null);
      await audit(deps, deps.db, "session.delete", from, { accountId: principal.accountId, actorId: principal.operatorId }, "ok");
    },
  };
}

async function signIn(
  deps: SignInDeps,
  { email, password, code, passkey, ...browser }: PasswordSignIn,
  from: Origin,
): ReturnType<SignIns["signIn"]> {
  const name = email.trim().toLowerCase();
  const row = await findSignIn(deps.db, name);
  // An unknown email address or inactive operator takes the same hashing time as a wrong password.
  const stored = row?.active === true ? row.passwordHash : null;
  const verdict = await deps.tries.password(name, from.address, () => Promise.resolve(stored), password);
  if (!row || !verdict.ok) {
    await logged(deps, deps.db, row, "password", false, from);
    return refuse("invalid_credentials", "E-mail or password is wrong.");
  }
  if (verdict.stale) await writePasswordHash(deps.db, row.accountId, row.operatorId, await deps.passwords.hash(password));
  const factors = await readFactors(deps.db, row.accountId, row.operatorId);
  if (factors === null || !hasSecond(factors)) return open(deps, row, { method: "password", strong: false }, browser, from);
  if (code === undefined && passkey === undefined) return stepOf(deps.passkeys, row, factors);
  // Passkeys cannot be guessed, so they are not delayed by wrong codes of others.
  const isRight =
    passkey === undefined
      ? await deps.tries.code(row.operatorId, () => deps.codes.take(row, factors, code ?? "", from))
      : (await deps.passkeys.check("step", passkey, row)) !== null;
  if (!isRight) {
    await logged(deps, deps.db, row, "password", false, from);
    return refuse("invalid_credentials", "The second step is not right, or was used before. Try again.", {
      field: passkey ? "passkey" : "code",
    });
  }
  return open(deps, row, { method: "password", strong: true }, browser, from);
}

/**
 * Starts a session of an authenticated operator. It replaces the browser's sessions, or is added to
 * them (CORE-016).
 */
async function open(
  deps: SignInDeps,
  person: Person,
  how: { method: SignInMethod; strong: boolean },
  input: Browser,
  from: Origin,
): Promise<SignedIn> {
  const before = input.oldToken === null ? null : await findBrowser(deps.db, hashToken(input.oldToken));
  const beside = before !== null && input.beside === true;
  if (before !== null) await endBrowser(deps, before.browser, beside ? person.accountId : null);
  return deps.db.transaction(async (db) => {
    const signedIn = await startSession({ ...deps, db }, person, { ...how, browser: beside ? before.browser : null }, from);
    await logged(deps, db, person, how.method, true, from);
    if (input.language !== undefined) await writePageLanguage(db, person.accountId, person.operatorId, input.language);
    return signedIn;
  });
}

/** Ends the browser's sessions in one account; `account` null: in all. */
async function endBrowser({ db, onEnded }: SignInDeps, browser: string, account: number | null): Promise<void> {
  for (const ended of await deleteBrowser(db, browser, account)) onEnded({ account: ended.accountId, sessionId: ended.id });
}

/** Writes the audit log and, if the operator is known, the list of their sign-ins. */
async function logged(deps: SignInDeps, tx: Sql, person: Person | null, method: SignInMethod, ok: boolean, from: Origin): Promise<void> {
  await audit(
    deps,
    tx,
    "session.create",
    from,
    { accountId: person?.accountId ?? null, actorId: ok ? (person?.operatorId ?? null) : null },
    ok ? "ok" : "refused",
  );
  if (person !== null)
    await insertSignIn(tx, {
      accountId: person.accountId,
      operatorId: person.operatorId,
      at: deps.clock.now(),
      method,
      ok,
      address: from.address,
      userAgent: shortAgent(from.userAgent),
    });
}

function audit(
  { clock }: SignInDeps,
  tx: Sql,
  action: AuditAction,
  from: Origin,
  { accountId, actorId }: { accountId: number | null; actorId: number | null },
  result: "ok" | "refused",
): Promise<void> {
  return insertAudit(tx, {
    accountId,
    at: clock.now(),
    actorKind: actorId === null ? "anonymous" : "operator",
    actorId,
    action,
    target: null,
    address: from.address,
    requestId: from.requestId,
    result,
  });
}

export const hasSecond = (factors: FactorsRow): boolean => factors.totpSecret !== null || factors.passkeys.length > 0;

async function stepOf(passkeys: Passkeys, person: Person, factors: FactorsRow): Promise<SecondFactorRequired["second_step"]> {
  return {
    methods: [
      ...(factors.totpSecret === null ? [] : (["totp"] as const)),
      ...(factors.passkeys.length === 0 ? [] : (["passkey"] as const)),
      ...(factors.recoveryCodes === 0 ? [] : (["recovery"] as const)),
    ],
    passkey: factors.passkeys.length === 0 ? null : await passkeys.ask("step", { ...person, passkeys: factors.passkeys }),
  };
}
