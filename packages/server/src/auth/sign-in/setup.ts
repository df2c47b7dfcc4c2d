import { randomBytes, timingSafeEqual } from "node:crypto";
import { refuse } from "../../core/failure.ts";
import type { Cluster } from "../../cluster/index.ts";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import {
  storeSetupToken,
  clearSetupToken,
  isSetupNeeded,
  lockSetup,
  setPublicUrl,
  type SetupSeed,
} from "../../store/sign-in/setup.ts";
import { createAccount } from "../../store/settings/account/account.ts";
import type { Secrets } from "../../store/database/seal.ts";
import type { Db, Sql } from "../../store/database/sql.ts";
import { hashToken } from "../session/credentials.ts";
import { validatePassword } from "./password-policy.ts";
import type { Passwords } from "./passwords.ts";
import { createSession, type RequestOrigin, type SignedIn } from "../session/create-session.ts";

/** In ms. A restart of the server prints a new link (API-007). */
const setupTokenTtlMs = 24 * 3_600_000;

export interface SetupDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly passwords: Passwords;
  readonly cluster: Cluster;
  readonly secrets: Secrets;
  /** Writes the first journal entry of the new account (`settings_changed`). */
  readonly announce: (account: number, operatorId: number) => Promise<void>;
  readonly openedAddresses: { onTaken(account: number): Promise<void> };
}
export interface SetupService {
  needed(): Promise<boolean>;
  /**
   * Creates a setup token for an empty installation, or returns null if it is not empty. Called at
   * each start of the server. The earlier token expires, unless other nodes run: then its link is
   * shown in their output, and this node returns the same token (CFG-017).
   */
  arm(): Promise<string | null>;
  /**
   * Creates the first account, the account's owner and a session of the owner in one transaction
   * (API-007). Refusals: `invalid_token`, `already_set_up`, `invalid_request`.
   */
  setUp(
    input: { token: string; name: string; email: string; password: string; account: string },
    origin: RequestOrigin,
    /** The address that the installation takes (CFG-167). Null: it has one already. */
    address: string | null,
  ): Promise<SignedIn>;
}

export function createSetupService(deps: SetupDeps): SetupService {
  return {
    needed: () => isSetupNeeded(deps.db),
    async arm() {
      return deps.db.transaction(async (tx) => {
        const stored = await lockSetup(tx);
        const { seed, expiresAt } =
          (deps.cluster.hasOtherNodes() && findValidSeed(stored, deps.clock.now())) ||
          createSeed(deps.clock.now());
        const token = deps.secrets.derive(`setup ${seed}`).toString("base64url");
        return (await storeSetupToken(tx, hashToken(token), { seed, expiresAt })) ? token : null;
      });
    },
    async setUp(input, origin, address) {
      // The token is checked before hashing, so that only a valid token causes expensive work.
      await assertSetupToken(deps, deps.db, input.token);
      const name = requireName(input.name, "name");
      const account = requireName(input.account, "account");
      const email = input.email.trim();
      if (!/^[^\s@]+@[^\s@]+$/u.test(email))
        refuse("invalid_request", "email is not an email address.", { field: "email" });
      const passwordError = validatePassword(input.password, email);
      if (passwordError !== null) refuse("invalid_request", passwordError, { field: "password" });
      const passwordHash = await deps.passwords.hash(input.password);
      const signedIn = await deps.db.transaction(async (tx) => {
        // If two setups run at the same time, the second one finds the operator of the first one.
        await assertSetupToken(deps, tx, input.token);
        const owner = await createAccount(tx, {
          name: account,
          owner: { name, email, passwordHash, instanceOwner: true },
        });
        await clearSetupToken(tx);
        if (address !== null) await setPublicUrl(tx, address);
        await insertAudit(tx, createSetupEntry(owner, deps.clock.now(), origin));
        return createSession(
          { ...deps, db: tx },
          owner,
          { method: "password", strong: false, browser: null },
          origin,
        );
      });
      await deps.announce(signedIn.accountId, signedIn.operatorId);
      if (address !== null) await deps.openedAddresses.onTaken(signedIn.accountId);
      return signedIn;
    },
  };
}

const createSeed = (now: number): SetupSeed => ({
  seed: randomBytes(16).toString("hex"),
  expiresAt: now + setupTokenTtlMs,
});
function findValidSeed(
  { seed, expiresAt }: Awaited<ReturnType<typeof lockSetup>>,
  now: number,
): SetupSeed | null {
  return seed !== null && expiresAt !== null && expiresAt > now ? { seed, expiresAt } : null;
}

async function assertSetupToken(deps: SetupDeps, tx: Sql, token: string): Promise<void> {
  const { tokenHash, expiresAt } = await lockSetup(tx);
  if (!(await isSetupNeeded(tx)))
    refuse("already_set_up", "This installation is already set up. Sign in.");
  const isValid =
    tokenHash !== null &&
    timingSafeEqual(tokenHash, hashToken(token)) &&
    expiresAt !== null &&
    expiresAt > deps.clock.now();
  if (!isValid)
    refuse(
      "invalid_token",
      "This set-up link is wrong or has expired. Restart the server to print a new one.",
    );
}

/** Returns the trimmed name. Refuses an empty name. */
function requireName(text: string, field: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? refuse("invalid_request", `${field} is empty.`, { field }) : trimmed;
}

const createSetupEntry = (
  owner: { readonly accountId: number; readonly operatorId: number },
  at: number,
  origin: RequestOrigin,
) => ({
  accountId: owner.accountId,
  at,
  actorKind: "operator" as const,
  actorId: owner.operatorId,
  action: "instance.set_up" as const,
  target: null,
  address: origin.address,
  requestId: origin.requestId,
  result: "ok" as const,
});
