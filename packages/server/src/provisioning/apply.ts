import type { Clock } from "../core/command.ts";
import { Refusal } from "../core/failure.ts";
import { StartError } from "../embedded/start-error.ts";
import { readCurrentSettings } from "./current-settings.ts";
import { findProvisionedAccount, lockProvisionedAccount } from "../store/provisioning/account.ts";
import { insertFileAudit, recordSettingsChanges } from "../store/provisioning/writers.ts";
import { createSecrets } from "../store/database/seal.ts";
import { listEndedKeys, setEndedKeys } from "../store/settings/account/api-key.ts";
import { openShortPool } from "../store/database/connections.ts";
import { createDb, type Sql } from "../store/database/sql.ts";
import { notifyNodes } from "./notify-nodes.ts";
import { formatErrors, type FileError } from "./document.ts";
import type {
  ApplyContext,
  CreatedSecrets,
  PlannedChange,
  PlannedDifference,
} from "./plan/planned-change.ts";
import { planChanges } from "./plan/plan.ts";
import { findRemovalErrors } from "./plan/check-removals.ts";
import { createRowIndex } from "./references.ts";
import { readSingleStates } from "./read-singles.ts";
import type { DesiredSettings } from "./read.ts";
import { findErrors, validateTargets } from "./validate-settings.ts";
import { type ComparedPasswords, comparePasswords, toPasswordHashes } from "./compare-passwords.ts";
import { useRole } from "../store/database/roles/names.ts";

export interface ApplyOptions {
  readonly url: string;
  readonly secretKey: Buffer;
  readonly clock: Clock;
  /** Whether the changes are only reported, not applied (CFG-022). */
  readonly dryRun: boolean;
  readonly prune: boolean;
  /** EGRESS_ALLOW, merged with the lists of the file and of the owner. */
  readonly egressAllow: readonly string[];
  /** Names of the addresses of the installation, which no other account may claim (HELP-016). */
  readonly reservedHosts: readonly string[];
}
export interface ApplyResult {
  readonly account: number | null;
  readonly differences: readonly PlannedDifference[];
  /** Managed by an earlier file and not in this one. They remain without `prune`. */
  readonly notPruned: readonly string[];
  /** Named by the file, but ended since. They stay ended (CFG-158). */
  readonly ended: readonly string[];
  readonly createdSecrets: CreatedSecrets;
}

/**
 * Applies the provisioning file in one transaction, completely or not at all. Applying it again
 * changes nothing (CFG-021). Throws StartError 78 for errors that only the database reveals:
 * emails, keys and public ids in use, or unknown operators.
 */
export async function applyProvisioningFile(
  desired: DesiredSettings,
  options: ApplyOptions,
): Promise<ApplyResult> {
  const pool = openShortPool({
    connectionString: options.url,
    max: 1,
    application_name: "parlour apply",
  });
  try {
    const db = createDb(pool);
    // Slow work runs before the account is locked, because its messages wait for the lock.
    const prepared = await db.transaction(async (tx) => {
      await tx.query(useRole("writer", "transaction"));
      const current = await readCurrentSettings(
        tx,
        await findProvisionedAccount(tx, desired.account?.name ?? null),
      );
      return {
        errors: await validateTargets(desired, current, options),
        passwords: await comparePasswords(desired, current, new Map()),
      };
    });
    let applied: ApplyResult | null = null;
    try {
      await db.transaction(async (tx) => {
        await tx.query(useRole("writer", "transaction"));
        applied = await applyInTransaction(tx, desired, options, prepared);
        if (options.dryRun) throw new DryRun();
      });
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
    }
    if (applied === null) throw new Error("the transaction ended without a result");
    return applied;
  } finally {
    await pool.end();
  }
}

/** Thrown to roll back the transaction after all changes were tried. */
class DryRun extends Error {}

interface Prepared {
  readonly errors: readonly FileError[];
  readonly passwords: ComparedPasswords;
}

async function applyInTransaction(
  tx: Sql,
  desired: DesiredSettings,
  options: ApplyOptions,
  prepared: Prepared,
): Promise<ApplyResult> {
  const now = options.clock.now();
  const providers = desired.providers.map((provider) => provider.id);
  const account = await lockProvisionedAccount(
    tx,
    desired.account?.name ?? null,
    providers,
    desired.mail !== null || options.prune,
  );
  const current = await readCurrentSettings(tx, account);
  const errors = [...(await findErrors(tx, desired, current)), ...prepared.errors];
  if (errors.length > 0) throw new StartError(formatErrors(desired.file, errors), 78);

  const secrets = createSecrets(options.secretKey);
  const { differences, notPruned, ended } = planChanges(desired, current, {
    passwords: toPasswordHashes(await comparePasswords(desired, current, prepared.passwords)),
    prune: options.prune,
    unseal: (sealed) => secrets.open(sealed),
    singles: await readSingleStates(tx, account),
  });
  const target: ApplyContext = {
    tx,
    account: account ?? 0,
    now,
    secrets,
    created: { channels: [], secrets: [], invitations: [] },
    ids: createRowIndex(current),
    otherAccounts: new Set(),
    reservedHosts: options.reservedHosts,
  };
  const changed: { kind: PlannedChange["kind"]; id: number | null }[] = [];
  for (const difference of differences) {
    const id = await runChange(difference, target, desired);
    changed.push({ kind: difference.kind, id });
    await insertFileAudit(tx, {
      account: target.account,
      at: now,
      action: `provisioning.${auditActions[difference.sign]}`,
      // The audit log omits block list entries, which may identify a visitor (CORE-116).
      target:
        difference.kind === "blacklist"
          ? "blacklist"
          : `${difference.subject}${difference.detail === "" ? "" : `: ${difference.detail}`}`,
    });
  }
  await assertOwnerRemains(tx, target.account, desired);
  if (listEndedKeys(current.account?.settings).some((key) => desired.reactivatedKeys.includes(key)))
    await setEndedKeys(tx, target.account, { remove: desired.reactivatedKeys });
  if (differences.some(({ sign }) => sign === "-")) {
    const after = await readCurrentSettings(tx, target.account === 0 ? null : target.account);
    const broken = await findRemovalErrors(tx, desired, { before: current, after });
    if (broken.length > 0) throw new StartError(formatErrors(desired.file, broken), 78);
  }
  if (changed.length > 0 && target.account !== 0) {
    await recordSettingsChanges(tx, target.account, changed, now);
    await notifyNodes(tx, [target.account, ...target.otherAccounts]);
  }
  return {
    account: target.account === 0 ? null : target.account,
    differences: differences.map(({ sign, subject, detail }) => ({ sign, subject, detail })),
    notPruned,
    ended,
    createdSecrets: target.created,
  };
}

/** Runs a change. What only the database can refuse is an error of the line (CFG-023). */
async function runChange(
  { run, subject, part }: PlannedChange,
  target: ApplyContext,
  desired: DesiredSettings,
): Promise<number | null> {
  try {
    return await run(target);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, field } = error.failure;
    const path = part === undefined ? [] : [part, ...(field === undefined ? [] : [field])];
    const fault = {
      line: desired.getLine(path),
      path: path.join(".") || subject,
      rule: "CFG-023",
      message,
    };
    throw new StartError(formatErrors(desired.file, [fault]), 78);
  }
}

const auditActions = { "+": "add", "~": "change", "-": "remove" } as const;

/** Throws if the account would have no owner. */
async function assertOwnerRemains(
  tx: Sql,
  account: number,
  desired: DesiredSettings,
): Promise<void> {
  if (account === 0) return;
  const owners = await tx.query(
    "select from operator where account_id = $1 and active and role = 'owner' limit 1",
    [account],
  );
  if (owners.length === 0) {
    throw new StartError(
      formatErrors(desired.file, [
        {
          line: desired.getLine(["operators"]),
          path: "operators",
          rule: "CORE-001",
          message: "the account would have no owner; give at least one operator the role owner",
        },
      ]),
      78,
    );
  }
}
