import { lockAccount } from "../../store/database/locks.ts";
import type { AuditAction } from "@parlour/protocol/api";
import type { AccountOverview } from "../../store/settings/account/account.ts";
import { parseConfig } from "../../config/read-config.ts";
import type { SettingsKind } from "../../core/event.ts";
import { createLinkPath } from "../../auth/links.ts";
import { generateLinkToken, hashLinkToken } from "../../auth/secrets.ts";
import { StartError } from "../../embedded/start-error.ts";
import { notifyNodes } from "../../provisioning/notify-nodes.ts";
import { listAccounts } from "../../store/settings/account/account-list.ts";
import { createSecrets, type Secrets } from "../../store/database/seal.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import { createPasswordLink } from "../../store/settings/account/operator-changes.ts";
import { recordSettingsChanges } from "../../store/provisioning/writers.ts";
import { openShortPool } from "../../store/database/connections.ts";
import { createDb, type Sql } from "../../store/database/sql.ts";
import type { CommandDeps } from "../command.ts";
import { assertSecretKey, type openExisting, readAddresses } from "../database.ts";
import { loadSecretKey } from "../secret-key.ts";
import { useRole } from "../../store/database/roles/names.ts";

/** Result of a settings change on the command line. */
interface CliChangeResult<R> {
  readonly result: R;
  readonly changed: readonly { readonly kind: SettingsKind; readonly id: number | null }[];
  /** Name of the changed resource for the audit log. Never a secret. */
  readonly target: string;
}
/** An installation that `parlour account | operator | channel` changes, whether it runs or not. */
export interface Installation {
  readonly publicUrl: string;
  readonly webhookBaseUrl: string;
  readonly secrets: Secrets;
  read<R>(run: (tx: Sql) => Promise<R>): Promise<R>;
  /**
   * Runs one transaction and records it in the journal and the audit log, with the command line as
   * actor. Notifies running nodes. `account` is the account to lock. If it is null, `run` creates
   * an account and returns it first in `changed`.
   */
  change<R>(
    account: number | null,
    action: AuditAction,
    run: (tx: Sql, now: number) => Promise<CliChangeResult<R>>,
  ): Promise<R>;
}

/**
 * Opens the installation for `use`. Stops an embedded database that it started. `open` is
 * `openExisting` unless the command may create the installation.
 */
export async function withInstallation<R>(
  { env, clock, log }: CommandDeps,
  open: typeof openExisting,
  use: (installation: Installation) => Promise<R>,
): Promise<R> {
  const config = parseConfig(env);
  const database = await open({ config, log, clock });
  const pool = openShortPool({
    connectionString: database.url,
    max: 1,
    application_name: "parlour manage",
  });
  const transaction = <T>(run: (tx: Sql) => Promise<T>): Promise<T> =>
    createDb(pool).transaction(async (tx) => {
      await tx.query(useRole("writer", "transaction"));
      return run(tx);
    });
  try {
    const secretKey = loadSecretKey(database.dataDir, config.secretKey, log);
    await assertSecretKey(database.url, secretKey);
    const { publicUrl, webhookBaseUrl } = await readAddresses(database.url, config);
    return await use({
      publicUrl,
      webhookBaseUrl,
      secrets: createSecrets(secretKey),
      read: transaction,
      change: (account, action, run) =>
        transaction(async (tx) => {
          const now = clock.now();
          // The account is locked first, as in every other settings change.
          if (account !== null) await lockAccount(tx, account);
          const { result, changed, target } = await run(tx, now);
          const head = account ?? changed[0]?.id ?? null;
          await insertAudit(tx, {
            accountId: head,
            at: now,
            actorKind: "command",
            actorId: null,
            action,
            target,
            address: null,
            requestId: null,
            result: "ok",
          });
          if (head !== null && changed.length > 0) {
            await recordSettingsChanges(tx, head, changed, now);
            await notifyNodes(tx, [head]);
          }
          return result;
        }),
    });
  } finally {
    await pool.end();
    await database.embedded?.stop();
  }
}

/** Finds it by name or number, or the only one. Else throws StartError with the choices. */
export async function resolveAccount(tx: Sql, nameOrId: string | null): Promise<AccountOverview> {
  const accounts = await listAccounts(tx);
  const [only] = accounts;
  if (nameOrId === null) {
    if (only === undefined)
      throw new StartError(
        "there are no accounts yet; create one with parlour account create NAME --owner EMAIL",
      );
    if (accounts.length > 1)
      throw new StartError(
        `there are several accounts; choose one with --account: ${formatAccounts(accounts)}`,
      );
    return only;
  }
  const matching = accounts.filter(
    (overview) =>
      overview.name.toLowerCase() === nameOrId.toLowerCase() || String(overview.id) === nameOrId,
  );
  if (matching[0] === undefined)
    throw new StartError(
      `account not found: ${nameOrId}${accounts.length === 0 ? "" : `; available: ${formatAccounts(accounts)}`}`,
    );
  if (matching.length > 1)
    throw new StartError(
      `several accounts are named ${nameOrId}; use the number: ${formatAccounts(matching)}`,
    );
  return matching[0];
}
const formatAccounts = (accounts: readonly AccountOverview[]): string =>
  accounts.map((overview) => `${overview.name} (${overview.id})`).join(", ");

/** Lifetimes of an invitation link and of a password reset link, in ms (API-041). */
const inviteTtlMs = 7 * 86_400_000;
const resetTtlMs = 30 * 60_000;

/** Creates a link that sets a password once. Ends an earlier one of the same kind. */
export async function issuePasswordLink(
  tx: Sql,
  operator: { readonly account: number; readonly id: number },
  kind: "invite" | "reset",
  { publicUrl, now }: { readonly publicUrl: string; readonly now: number },
): Promise<{ readonly url: string; readonly expires_at: string }> {
  const token = generateLinkToken(operator.account);
  const until = now + (kind === "invite" ? inviteTtlMs : resetTtlMs);
  await createPasswordLink(
    tx,
    { account: operator.account, id: operator.id },
    { kind, hash: hashLinkToken(token), expiresAt: until },
  );
  return {
    url: `${publicUrl}${createLinkPath(kind, token)}`,
    expires_at: new Date(until).toISOString(),
  };
}

/** Throws if the file manages the row (CFG-025), because it would undo the change. */
export function rejectManagedByFile(row: { readonly managed: boolean }, label: string): void {
  if (row.managed)
    throw new StartError(
      `${label} is managed by the provisioning file; change it there and run parlour apply`,
    );
}
