import type { Clock } from "../core/command.ts";
import { createEgress } from "../egress/index.ts";
import { createPasswords } from "../auth/sign-in/passwords.ts";
import { StartError } from "../embedded/start-error.ts";
import { readCurrentSettings, type CurrentSettings } from "../store/provisioning/present.ts";
import {
  findProvisionedAccount,
  lockProvisionedAccount,
  findConflictingValues,
} from "../store/provisioning/account.ts";
import { insertFileAudit, recordSettingsChanges } from "../store/provisioning/writers.ts";
import { createSecrets } from "../store/database/seal.ts";
import { openShortPool } from "../store/database/connections.ts";
import { createDb, type Sql } from "../store/database/sql.ts";
import { notifyNodes } from "./notify-nodes.ts";
import { validateBots, findNewAddresses } from "./validate-integrations.ts";
import { formatErrors, formatPath, type FileError, type PathStep } from "./document.ts";
import type { PlannedChange, CreatedSecrets, ApplyContext } from "./plan/planned-change.ts";
import { validateBlockList } from "./plan/plan-block-list.ts";
import { apiKeyResource } from "../settings/account/api-key.ts";
import { departmentResource } from "../settings/account/department.ts";
import { triggerResource } from "../settings/channels/trigger.ts";
import { botResource } from "../settings/integrations/bot.ts";
import { webhookResource } from "../settings/integrations/webhook.ts";
import { checkReferences, createReferenceCheck } from "./references.ts";
import type { PasswordHashes } from "./plan/account/plan-operators.ts";
import { planChanges } from "./plan/plan.ts";
import type { DesiredSettings } from "./read.ts";
import type { FileReference } from "../settings/resource.ts";

export interface ApplyOptions {
  readonly url: string;
  readonly secretKey: Buffer;
  readonly clock: Clock;
  /** Whether the changes are only reported, not applied (CFG-022). */
  readonly dryRun: boolean;
  readonly prune: boolean;
  /**
   * Entries of EGRESS_ALLOW. They are merged with the lists of the file and of the installation
   * owner.
   */
  readonly egressAllow: readonly string[];
}
export interface ApplyResult {
  readonly account: number | null;
  readonly differences: readonly Pick<PlannedChange, "sign" | "subject" | "detail">[];
  /**
   * Resources that an earlier file managed and this file no longer contains. They remain because
   * `prune` was not set.
   */
  readonly notPruned: readonly string[];
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
      await tx.query("set local role parlour_writer");
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
        await tx.query("set local role parlour_writer");
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
  const { differences, notPruned } = planChanges(desired, current, {
    passwords: toPasswordHashes(await comparePasswords(desired, current, prepared.passwords)),
    prune: options.prune,
    unseal: (sealed) => secrets.open(sealed),
  });
  const target: ApplyContext = {
    tx,
    account: account ?? 0,
    now,
    secrets,
    created: { channels: [], secrets: [], invitations: [] },
    ids: {
      operator: new Map(current.operators.map((o) => [o.email.toLowerCase(), o.id])),
      channel: new Map([...current.channels, ...current.widgets].map((c) => [c.publicId, c.id])),
      department: new Map(current.departments.map((d) => [d.name.toLowerCase(), d.id])),
    },
    otherAccounts: new Set(),
  };
  const changed: { kind: PlannedChange["kind"]; id: number | null }[] = [];
  for (const difference of differences) {
    changed.push({ kind: difference.kind, id: await difference.run(target) });
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
  if (changed.length > 0 && target.account !== 0) {
    await recordSettingsChanges(tx, target.account, changed, now);
    await notifyNodes(tx, [target.account, ...target.otherAccounts]);
  }
  return {
    account: target.account === 0 ? null : target.account,
    differences: differences.map(({ sign, subject, detail }) => ({ sign, subject, detail })),
    notPruned,
    createdSecrets: target.created,
  };
}

const auditActions = { "+": "add", "~": "change", "-": "remove" } as const;

async function findErrors(
  tx: Sql,
  desired: DesiredSettings,
  current: CurrentSettings,
): Promise<FileError[]> {
  const errors: FileError[] = [];
  const reportError = (path: readonly PathStep[], message: string, rule = "CFG-023"): void =>
    void errors.push({ line: desired.getLine(path), path: formatPath(path), rule, message });
  if (current.account === null && desired.account === null && hasAccountSettings(desired)) {
    reportError([], "account is missing: the installation has no account yet; add one to the file");
  }
  const check = createReferenceCheck(desired, current, reportError);
  const checkEach = (
    kind: FileReference["kind"],
    names: readonly string[],
    path: readonly PathStep[],
  ): void => names.forEach((name, i) => check({ kind, name, path: [...path, i] }));
  checkReferences(apiKeyResource, desired.apiKeys, check);
  for (const { n, operators } of [...desired.channels, ...desired.widgets])
    checkEach("operator", operators, ["channels", n, "operators"]);
  for (const { n, departments } of desired.widgets)
    checkEach("department", departments, ["channels", n, "departments"]);

  checkReferences(botResource, desired.bots, check);
  await validateBots(tx, desired, current, reportError);
  await validateBlockList(tx, desired, current, reportError);
  checkReferences(webhookResource, desired.webhooks, check);
  checkReferences(departmentResource, desired.departments, check);
  checkReferences(triggerResource, desired.triggers, check);

  const keyHashes = desired.apiKeys.map((key) => Buffer.from(key.keyHash, "hex"));
  const conflicts = await findConflictingValues(tx, current.account?.id ?? null, {
    emails: desired.operators.map((o) => o.email),
    keyHashes,
    publicIds: [...desired.channels, ...desired.widgets].flatMap((c) => c.publicId ?? []),
  });
  desired.operators.forEach((o, n) => {
    if (conflicts.emails.includes(o.email.toLowerCase()))
      reportError(["operators", n, "email"], "belongs to an operator of another account");
  });
  keyHashes.forEach((hash, n) => {
    if (conflicts.keyHashes.some((other) => other.equals(hash)))
      reportError(["api_keys", n], "this key belongs to another account");
  });
  validateChannelKinds(desired, current, reportError);
  for (const { n, publicId } of [...desired.channels, ...desired.widgets])
    if (publicId !== null && conflicts.publicIds.includes(publicId))
      reportError(
        ["channels", n, "public_id"],
        "belongs to another account or a deleted channel and cannot be reused",
      );
  return errors;
}

/** Checks that a public id keeps its kind of channel (CH-002). */
function validateChannelKinds(
  { channels, widgets }: DesiredSettings,
  current: CurrentSettings,
  reportError: (path: readonly PathStep[], message: string, rule?: string) => void,
): void {
  const isOf = (
    others: readonly { readonly publicId: string }[],
    publicId: string | null,
  ): boolean => others.some((other) => other.publicId === publicId);
  for (const { n, publicId } of channels)
    if (isOf(current.widgets, publicId))
      reportError(
        ["channels", n, "public_id"],
        "is already used by a widget of this account",
        "CH-002",
      );
  for (const { n, publicId } of widgets)
    if (isOf(current.channels, publicId))
      reportError(
        ["channels", n, "public_id"],
        "is already used by a channel of kind api of this account",
        "CH-002",
      );
}

function hasAccountSettings({
  operators,
  channels,
  widgets,
  apiKeys,
  hours,
  routing,
  bots,
  webhooks,
  departments,
  tags,
  replies,
  triggers,
  calls,
  security,
}: DesiredSettings): boolean {
  return (
    [
      operators,
      channels,
      widgets,
      apiKeys,
      departments,
      bots,
      webhooks,
      tags,
      replies,
      triggers,
    ].some((list) => list.length > 0) ||
    [hours, routing, calls, security].some((part) => part !== null)
  );
}

/**
 * Checks that new or changed endpoints are public or allowed (CORE-123). A name that cannot be
 * resolved now is checked again with every request.
 */
async function validateTargets(
  desired: DesiredSettings,
  current: CurrentSettings,
  { clock, egressAllow }: ApplyOptions,
): Promise<FileError[]> {
  const allowed = [
    ...egressAllow,
    ...(desired.egressAllow ?? current.instance.egress_allow ?? []),
    ...current.ownersEgressAllow,
  ];
  const egress = createEgress({ clock, allowed: () => allowed });
  const errors: FileError[] = [];
  for (const channel of desired.channels) {
    if (current.channels.some((p) => p.endpointUrl === channel.endpointUrl)) continue;
    const path = ["channels", channel.n, "endpoint_url"];
    const checked = await egress.check(channel.endpointUrl, { resolveNames: true });
    if (!checked.ok)
      errors.push({
        line: desired.getLine(path),
        path: formatPath(path),
        rule: "CORE-123",
        message: checked.message,
      });
  }
  for (const { url, path, secure } of findNewAddresses(desired, current)) {
    const checked = await egress.check(url, { resolveNames: true, secure });
    if (!checked.ok)
      errors.push({
        line: desired.getLine(path),
        path: formatPath(path),
        rule: "CORE-123",
        message: checked.message,
      });
  }
  egress.close();
  return errors;
}

/**
 * Result of the comparison by lower-case email: the stored hash that was compared, and the new hash
 * to store. The new hash is null if the password matches.
 */
type ComparedPasswords = ReadonlyMap<
  string,
  { readonly storedHash: string | null; readonly newHash: string | null }
>;

/**
 * Compares the passwords of the file with the stored hashes. Runs two comparisons at a time,
 * because argon2 is slow by design. Reuses earlier results.
 */
async function comparePasswords(
  desired: DesiredSettings,
  current: CurrentSettings,
  earlier: ComparedPasswords,
): Promise<ComparedPasswords> {
  const passwords = createPasswords();
  const compared = new Map<string, { storedHash: string | null; newHash: string | null }>();
  const waiting = desired.operators.filter((o) => o.password !== null);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const email = next.email.toLowerCase();
      const storedHash =
        current.operators.find((o) => o.email.toLowerCase() === email)?.passwordHash ?? null;
      const previous = earlier.get(email);
      const isCorrect =
        previous?.storedHash !== storedHash &&
        storedHash !== null &&
        (await passwords.verify(storedHash, next.password ?? "")).ok;
      compared.set(
        email,
        previous && previous.storedHash === storedHash
          ? previous
          : { storedHash, newHash: isCorrect ? null : await passwords.hash(next.password ?? "") },
      );
    }
  };
  await Promise.all([worker(), worker()]);
  return compared;
}
function toPasswordHashes(compared: ComparedPasswords): PasswordHashes {
  return new Map([...compared].map(([email, { newHash }]) => [email, newHash]));
}

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
