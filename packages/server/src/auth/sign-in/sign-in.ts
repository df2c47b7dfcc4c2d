import type { AuditAction } from "@parlour/protocol/api";
import type { PasskeyAssertion, SecondFactorRequired } from "@parlour/protocol/api/people/session";
import { refuse } from "../../core/failure.ts";
import { readFactors, type FactorsRow } from "../../store/sign-in/factors.ts";
import {
  deleteBrowserSessions,
  findBrowserSession,
  insertSignIn,
} from "../../store/sign-in/session-list.ts";
import type { SignInMethod } from "../../store/sign-in/sessions.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import { findOperatorForSignIn, writePasswordHash } from "../../store/sign-in/password.ts";
import { writePageLanguage } from "../../store/settings/installation/mail-changes.ts";
import type { Db, Sql } from "../../store/database/sql.ts";
import type { SecondFactorCodes } from "./second-factor-codes.ts";
import { hashToken } from "../session/credentials.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Passwords } from "./passwords.ts";
import type { Principal } from "../principal.ts";
import {
  truncateUserAgent,
  createSession,
  type RequestOrigin,
  type SigningInOperator,
  type CreateSessionDeps,
  type SignedIn,
} from "../session/create-session.ts";
import type { RateLimitedChecks } from "./rate-limited-checks.ts";

/**
 * The cookie value of the browser, whether sessions in other accounts remain (`beside`, CORE-016),
 * and the language of the page (CORE-243).
 */
interface BrowserInput {
  readonly oldToken: string | null;
  readonly beside?: boolean;
  readonly language?: "en" | "ru" | undefined;
}
interface PasswordSignIn extends BrowserInput {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

export interface SignInDeps {
  readonly db: Db;
  readonly clock: CreateSessionDeps["clock"];
  readonly limits: CreateSessionDeps["limits"];
  readonly passwords: Passwords;
  readonly checks: RateLimitedChecks;
  readonly codes: SecondFactorCodes;
  readonly passkeys: Passkeys;
  /** Called for each ended session, so that the caller clears its cache and closes its sockets. */
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
}
export interface SignInService {
  /**
   * Signs in with a password (API-010). Creates a new session token, or returns the required second
   * step (API-013). Refusals: `invalid_credentials`, `rate_limited`.
   */
  signIn(
    input: PasswordSignIn,
    origin: RequestOrigin,
  ): Promise<SignedIn | SecondFactorRequired["second_step"]>;
  /**
   * Signs in with a passkey. The passkey verified its user by fingerprint, face or PIN, so it
   * counts as two factors (API-013). Refusals: `invalid_credentials`, `rate_limited`.
   */
  signInByPasskey(
    input: BrowserInput & { readonly passkey: PasskeyAssertion },
    origin: RequestOrigin,
  ): Promise<SignedIn>;
  /** Signs in after OIDC or SAML. The provider is responsible for second factors. */
  signInKnown(
    proof: { readonly operator: SigningInOperator; readonly method: "oidc" | "saml" },
    input: BrowserInput,
    origin: RequestOrigin,
  ): Promise<SignedIn>;
  /** Ends all sessions of the browser (API-011). Refusal `forbidden` for an API key. */
  signOut(principal: Principal, token: string | null, origin: RequestOrigin): Promise<void>;
}

export function createSignInService(deps: SignInDeps): SignInService {
  return {
    signIn: (input, origin) => signIn(deps, input, origin),
    async signInByPasskey({ passkey, ...browser }, origin) {
      const passkeyRow = await deps.checks.anonymous(origin.address, () =>
        deps.passkeys.verifyAssertion("sign-in", passkey, null),
      );
      if (passkeyRow !== null)
        return startBrowserSession(
          deps,
          { operator: passkeyRow, method: "passkey", strong: true },
          browser,
          origin,
        );
      await recordAttempt(deps, deps.db, { operator: null, method: "passkey", ok: false, origin });
      return refuse(
        "invalid_credentials",
        "This passkey is unknown, or the request timed out. Try again, or sign in with your password.",
        {
          field: "passkey",
        },
      );
    },
    signInKnown: (proof, browser, origin) =>
      startBrowserSession(deps, { ...proof, strong: true }, browser, origin),
    async signOut(principal, token, origin) {
      if (principal.credential.kind !== "session")
        refuse("forbidden", "An API key has no session to end.");
      const browser = token === null ? null : await findBrowserSession(deps.db, hashToken(token));
      if (browser !== null) await endBrowser(deps, browser.browser, null);
      await audit(deps, deps.db, origin, {
        action: "session.delete",
        accountId: principal.accountId,
        actorId: principal.operatorId,
        result: "ok",
      });
    },
  };
}

async function signIn(
  deps: SignInDeps,
  { email, password, code, passkey, ...browser }: PasswordSignIn,
  origin: RequestOrigin,
): ReturnType<SignInService["signIn"]> {
  const name = email.trim().toLowerCase();
  const row = await findOperatorForSignIn(deps.db, name);
  // For an unknown email address or an inactive operator, hashing takes the same time as for a
  // wrong password.
  const stored = row?.active === true ? row.passwordHash : null;
  const passwordCheck = await deps.checks.password(
    name,
    origin.address,
    () => Promise.resolve(stored),
    password,
  );
  if (!row || !passwordCheck.ok) {
    await recordAttempt(deps, deps.db, { operator: row, method: "password", ok: false, origin });
    return refuse("invalid_credentials", "Email or password is wrong.");
  }
  if (passwordCheck.stale)
    await writePasswordHash(
      deps.db,
      row.accountId,
      row.operatorId,
      await deps.passwords.hash(password),
    );
  const factors = await readFactors(deps.db, row.accountId, row.operatorId);
  if (factors === null || !hasSecondFactor(factors))
    return startBrowserSession(
      deps,
      { operator: row, method: "password", strong: false },
      browser,
      origin,
    );
  if (code === undefined && passkey === undefined)
    return createSecondStep(deps.passkeys, row, factors);
  // Passkeys cannot be guessed, so wrong codes of other people do not delay them.
  const isRight =
    passkey === undefined
      ? await deps.checks.code(row.operatorId, () =>
          deps.codes.consume(row, factors, code ?? "", origin),
        )
      : (await deps.passkeys.verifyAssertion("step", passkey, row)) !== null;
  if (!isRight) {
    await recordAttempt(deps, deps.db, { operator: row, method: "password", ok: false, origin });
    return refuse(
      "invalid_credentials",
      "The code or passkey is wrong or was already used. Try again.",
      {
        field: passkey ? "passkey" : "code",
      },
    );
  }
  return startBrowserSession(
    deps,
    { operator: row, method: "password", strong: true },
    browser,
    origin,
  );
}

/** An operator, and how they proved who they are. `strong`: with a second factor. */
interface ProvenOperator {
  readonly operator: SigningInOperator;
  readonly method: SignInMethod;
  readonly strong: boolean;
}

/** Replaces the sessions of the browser, or is added to them (CORE-016). */
async function startBrowserSession(
  deps: SignInDeps,
  { operator, ...proof }: ProvenOperator,
  input: BrowserInput,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const currentBrowser =
    input.oldToken === null ? null : await findBrowserSession(deps.db, hashToken(input.oldToken));
  const keepsOtherSessions = currentBrowser !== null && input.beside === true;
  if (currentBrowser !== null)
    await endBrowser(deps, currentBrowser.browser, keepsOtherSessions ? operator.accountId : null);
  return deps.db.transaction(async (db) => {
    const signedIn = await createSession(
      { ...deps, db },
      operator,
      { ...proof, browser: keepsOtherSessions ? currentBrowser.browser : null },
      origin,
    );
    await recordAttempt(deps, db, { operator, method: proof.method, ok: true, origin });
    if (input.language !== undefined)
      await writePageLanguage(db, operator.accountId, operator.operatorId, input.language);
    return signedIn;
  });
}

/** Ends the browser's sessions in one account, or in all accounts if `account` is null. */
async function endBrowser(
  { db, onEnded }: SignInDeps,
  browser: string,
  account: number | null,
): Promise<void> {
  for (const ended of await deleteBrowserSessions(db, browser, account))
    onEnded({ account: ended.accountId, sessionId: ended.id });
}

interface SignInAttempt {
  readonly operator: SigningInOperator | null;
  readonly method: SignInMethod;
  readonly ok: boolean;
  readonly origin: RequestOrigin;
}
/** Writes the audit log, and the list of sign-ins of a known operator. */
async function recordAttempt(
  deps: SignInDeps,
  tx: Sql,
  { operator, method, ok, origin }: SignInAttempt,
): Promise<void> {
  await audit(deps, tx, origin, {
    action: "session.create",
    accountId: operator?.accountId ?? null,
    actorId: ok ? (operator?.operatorId ?? null) : null,
    result: ok ? "ok" : "refused",
  });
  if (operator !== null)
    await insertSignIn(tx, {
      accountId: operator.accountId,
      operatorId: operator.operatorId,
      at: deps.clock.now(),
      method,
      ok,
      address: origin.address,
      userAgent: truncateUserAgent(origin.userAgent),
    });
}

interface AuditedAction {
  readonly action: AuditAction;
  readonly accountId: number | null;
  readonly actorId: number | null;
  readonly result: "ok" | "refused";
}
function audit(
  { clock }: SignInDeps,
  tx: Sql,
  origin: RequestOrigin,
  { action, accountId, actorId, result }: AuditedAction,
): Promise<void> {
  return insertAudit(tx, {
    accountId,
    at: clock.now(),
    actorKind: actorId === null ? "anonymous" : "operator",
    actorId,
    action,
    target: null,
    address: origin.address,
    requestId: origin.requestId,
    result,
  });
}

export const hasSecondFactor = (factors: FactorsRow): boolean =>
  factors.totpSecret !== null || factors.passkeys.length > 0;

async function createSecondStep(
  passkeys: Passkeys,
  operator: SigningInOperator,
  factors: FactorsRow,
): Promise<SecondFactorRequired["second_step"]> {
  return {
    methods: [
      ...(factors.totpSecret === null ? [] : (["totp"] as const)),
      ...(factors.passkeys.length === 0 ? [] : (["passkey"] as const)),
      ...(factors.recoveryCodes === 0 ? [] : (["recovery"] as const)),
    ],
    passkey:
      factors.passkeys.length === 0
        ? null
        : await passkeys.createAuthOptions("step", { ...operator, passkeys: factors.passkeys }),
  };
}
