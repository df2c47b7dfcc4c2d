import type { Clock } from "../core/command.ts";
import { createEgress } from "../egress/index.ts";
import { createPasswords } from "../auth/passwords.ts";
import { StartError } from "../embedded/start-error.ts";
import { apiKeyHash } from "../store/settings/api-key.ts";
import { readPresent, type Present } from "../store/settings/provision.ts";
import { findProvisionedAccount, lockProvisionedAccount, takenElsewhere } from "../store/settings/provision-account.ts";
import { recordInAudit, recordSettingsChanges } from "../store/settings/provision-writers.ts";
import { openSecrets } from "../store/seal.ts";
import { openShortPool } from "../store/connections.ts";
import { openDb, type Sql } from "../store/sql.ts";
import { announceHeads } from "./announce.ts";
import { integrationFaults, newAddresses } from "./check-integrations.ts";
import { faultText, pathText, type FileFault, type Step } from "./document.ts";
import type { Difference, Made, Target } from "./difference.ts";
import { blacklistFaults } from "./plan-blacklist.ts";
import { triggerFaults } from "./plan-triggers.ts";
import type { PasswordHashes } from "./plan-operators.ts";
import { plan } from "./plan.ts";
import type { Wanted } from "./read.ts";

export interface ApplyOptions {
  readonly url: string;
  readonly secretKey: Buffer;
  readonly clock: Clock;
  /** Reports the changes without applying them (CFG-022). */
  readonly dryRun: boolean;
  readonly prune: boolean;
  /** EGRESS_ALLOW, merged with the lists of the file and of the installation owner. */
  readonly egressAllow: readonly string[];
}
export interface Applied {
  readonly account: number | null;
  readonly differences: readonly Pick<Difference, "sign" | "subject" | "detail">[];
  /**
   * Resources that an earlier file managed and this one does not name. They remain because `prune`
   * was not set.
   */
  readonly kept: readonly string[];
  readonly made: Made;
}

/**
 * Applies the file in one transaction, completely or not at all. A second application changes
 * nothing (CFG-021). Throws StartError 78 for errors that only the database shows: emails, keys and
 * public ids in use, unknown operators.
 */
export async function applyConfig(wanted: Wanted, options: ApplyOptions): Promise<Applied> {
  const pool = openShortPool({ connectionString: options.url, max: 1, application_name: "parlour apply" });
  try {
    const db = openDb(pool);
    // Slow work runs before any lock, because the account's messages wait for its lock.
    const prepared = await db.transaction(async (tx) => {
      await tx.query("set local role parlour_writer");
      const present = await readPresent(tx, await findProvisionedAccount(tx, wanted.account?.name ?? null));
      return { faults: await targetFaults(wanted, present, options), passwords: await comparePasswords(wanted, present, new Map()) };
    });
    let applied: Applied | null = null;
    try {
      await db.transaction(async (tx) => {
        await tx.query("set local role parlour_writer");
        applied = await inTransaction(tx, wanted, options, prepared);
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

/** Rolls the transaction back after all changes were tried. */
class DryRun extends Error {}

interface Prepared {
  readonly faults: readonly FileFault[];
  readonly passwords: Compared;
}

async function inTransaction(tx: Sql, wanted: Wanted, options: ApplyOptions, prepared: Prepared): Promise<Applied> {
  const now = options.clock.now();
  const providers = wanted.integrations.providers.map((provider) => provider.id);
  const account = await lockProvisionedAccount(tx, wanted.account?.name ?? null, providers, wanted.mail !== null || options.prune);
  const present = await readPresent(tx, account);
  const faults = [...(await faultsOf(tx, wanted, present)), ...prepared.faults];
  if (faults.length > 0) throw new StartError(faultText(wanted.file, faults), 78);

  const secrets = openSecrets(options.secretKey);
  const { differences, kept } = plan(
    wanted,
    present,
    hashesOf(await comparePasswords(wanted, present, prepared.passwords)),
    options.prune,
    (sealed) => secrets.open(sealed),
  );
  const target: Target = {
    tx,
    account: account ?? 0,
    now,
    secrets,
    made: { channels: [], secrets: [], invitations: [] },
    operators: new Map(present.operators.map((o) => [o.email.toLowerCase(), o.id])),
    channels: new Map([...present.channels, ...present.widgets].map((c) => [c.publicId, c.id])),
    elsewhere: new Set(),
  };
  const changed: { kind: Difference["kind"]; id: number | null }[] = [];
  for (const difference of differences) {
    changed.push({ kind: difference.kind, id: await difference.run(target) });
    await recordInAudit(tx, {
      account: target.account,
      at: now,
      action: `provisioning.${actions[difference.sign]}`,
      // A block list entry may identify a visitor (CORE-116).
      target:
        difference.kind === "blacklist" ? "blacklist" : `${difference.subject}${difference.detail === "" ? "" : `: ${difference.detail}`}`,
    });
  }
  await keepOwner(tx, target.account, wanted);
  if (changed.length > 0 && target.account !== 0) {
    await recordSettingsChanges(tx, target.account, changed, now);
    await announceHeads(tx, [target.account, ...target.elsewhere]);
  }
  return {
    account: target.account === 0 ? null : target.account,
    differences: differences.map(({ sign, subject, detail }) => ({ sign, subject, detail })),
    kept,
    made: target.made,
  };
}

const actions = { "+": "add", "~": "change", "-": "remove" } as const;

async function faultsOf(tx: Sql, wanted: Wanted, present: Present): Promise<FileFault[]> {
  const faults: FileFault[] = [];
  const fault = (path: readonly Step[], message: string, rule = "CFG-023"): void =>
    void faults.push({ line: wanted.lineOf(path), path: pathText(path), rule, message });
  if (present.account === null && wanted.account === null && speaksOfAccount(wanted)) {
    fault([], "account is missing: there is no account yet that operators, channels, keys and the rest could belong to");
  }
  const known = new Set(
    [...wanted.operators.map((o) => o.email), ...present.operators.filter((o) => o.active).map((o) => o.email)].map((e) => e.toLowerCase()),
  );
  const reference = (email: string, path: readonly Step[]): void => {
    if (!known.has(email.toLowerCase())) fault(path, `${email} is no operator of this file or account`);
  };
  wanted.apiKeys.forEach((key, n) => reference(key.operator, ["api_keys", n, "operator"]));
  for (const { n, operators } of [...wanted.channels, ...wanted.widgets])
    operators.forEach((email, i) => reference(email, ["channels", n, "operators", i]));
  const departments = new Set([...wanted.integrations.departments, ...present.integrations.departments].map((d) => d.name.toLowerCase()));
  for (const { n, departments: named } of wanted.widgets)
    named.forEach((name, i) => {
      if (!departments.has(name.toLowerCase()))
        fault(["channels", n, "departments", i], `${name} is no department of this file or account`);
    });

  await integrationFaults(tx, wanted, present, fault, reference);
  await blacklistFaults(tx, wanted, present, fault);
  triggerFaults(wanted, present, fault);

  const keyHashes = wanted.apiKeys.map((key) => apiKeyHash(key.key));
  const taken = await takenElsewhere(tx, present.account?.id ?? null, {
    emails: wanted.operators.map((o) => o.email),
    keyHashes,
    publicIds: [...wanted.channels, ...wanted.widgets].flatMap((c) => c.publicId ?? []),
  });
  wanted.operators.forEach((o, n) => {
    if (taken.emails.includes(o.email.toLowerCase())) fault(["operators", n, "email"], "belongs to an operator of another account");
  });
  keyHashes.forEach((hash, n) => {
    if (taken.keyHashes.some((other) => other.equals(hash))) fault(["api_keys", n], "this key belongs to another account");
  });
  otherKindFaults(wanted, present, fault);
  for (const { n, publicId } of [...wanted.channels, ...wanted.widgets])
    if (publicId !== null && taken.publicIds.includes(publicId))
      fault(["channels", n, "public_id"], "belongs to another account or to a deleted channel; it is never used again");
  return faults;
}

/** A public id keeps the kind of channel that it was assigned to (CH-002). */
function otherKindFaults(
  { channels, widgets }: Wanted,
  present: Present,
  fault: (path: readonly Step[], message: string, rule?: string) => void,
): void {
  const isOf = (others: readonly { readonly publicId: string }[], publicId: string | null): boolean =>
    others.some((other) => other.publicId === publicId);
  for (const { n, publicId } of channels)
    if (isOf(present.widgets, publicId)) fault(["channels", n, "public_id"], "belongs to a widget of this account", "CH-002");
  for (const { n, publicId } of widgets)
    if (isOf(present.channels, publicId)) fault(["channels", n, "public_id"], "belongs to a channel of kind api of this account", "CH-002");
}

function speaksOfAccount({ operators, channels, widgets, apiKeys, integrations, writing, triggers, calls, security }: Wanted): boolean {
  const { departments, bots, webhooks, hours, routing } = integrations;
  const { tags, replies } = writing;
  return (
    [operators, channels, widgets, apiKeys, departments, bots, webhooks, tags, replies, triggers].some((list) => list.length > 0) ||
    [hours, routing, calls, security].some((part) => part !== null)
  );
}

/**
 * Checks that new or changed endpoints are public or allowed (CORE-123). A name that cannot be
 * resolved now is checked when it is called.
 */
async function targetFaults(wanted: Wanted, present: Present, { clock, egressAllow }: ApplyOptions): Promise<FileFault[]> {
  const allowed = [...egressAllow, ...(wanted.egressAllow ?? present.instance.egress_allow ?? []), ...present.ownersEgressAllow];
  const egress = createEgress({ clock, allowed: () => allowed });
  const faults: FileFault[] = [];
  for (const channel of wanted.channels) {
    if (present.channels.some((p) => p.endpointUrl === channel.endpointUrl)) continue;
    const path = ["channels", channel.n, "endpoint_url"];
    const checked = await egress.check(channel.endpointUrl, { resolveNames: true });
    if (!checked.ok) faults.push({ line: wanted.lineOf(path), path: pathText(path), rule: "CORE-123", message: checked.message });
  }
  for (const { url, path, secure } of newAddresses(wanted, present)) {
    const checked = await egress.check(url, { resolveNames: true, secure });
    if (!checked.ok) faults.push({ line: wanted.lineOf(path), path: pathText(path), rule: "CORE-123", message: checked.message });
  }
  egress.close();
  return faults;
}

/**
 * By lower-case email: the stored hash that was compared, and the new hash to store (null: the
 * password matches).
 */
type Compared = ReadonlyMap<string, { readonly seen: string | null; readonly next: string | null }>;

/**
 * Compares the file's passwords with the stored hashes, two at a time, because argon2 is slow by
 * design. Reuses earlier results.
 */
async function comparePasswords(wanted: Wanted, present: Present, before: Compared): Promise<Compared> {
  const passwords = createPasswords();
  const compared = new Map<string, { seen: string | null; next: string | null }>();
  const waiting = wanted.operators.filter((o) => o.password !== null);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const email = next.email.toLowerCase();
      const seen = present.operators.find((o) => o.email.toLowerCase() === email)?.passwordHash ?? null;
      const known = before.get(email);
      const right = known?.seen !== seen && seen !== null && (await passwords.verify(seen, next.password ?? "")).ok;
      compared.set(email, known && known.seen === seen ? known : { seen, next: right ? null : await passwords.hash(next.password ?? "") });
    }
  };
  await Promise.all([worker(), worker()]);
  return compared;
}
function hashesOf(compared: Compared): PasswordHashes {
  return new Map([...compared].map(([email, { next }]) => [email, next]));
}

/** Prevents an account without any owner. */
async function keepOwner(tx: Sql, account: number, wanted: Wanted): Promise<void> {
  if (account === 0) return;
  const owners = await tx.query("select from operator where account_id = $1 and active and role = 'owner' limit 1", [account]);
  if (owners.length === 0) {
    throw new StartError(
      faultText(wanted.file, [
        {
          line: wanted.lineOf(["operators"]),
          path: "operators",
          rule: "CORE-001",
          message: "the account would have no owner; give one operator the role owner",
        },
      ]),
      78,
    );
  }
}
