import type { Role } from "../../core/entity.ts";
import type { SettingsKind } from "../../core/event.ts";
import type { Sql } from "../sql.ts";
import { readMail, type MailState } from "./mail.ts";
import { readOidc, type OidcSetting } from "./oidc.ts";
import { readStorage, type StorageSetting } from "./storage.ts";
import { readIntegrations, type PresentIntegrations } from "./provision-integrations.ts";
import { readBlacklist, type ProvisionedBlock } from "./provision-blacklist.ts";
import { readWidgets, type ProvisionedWidget } from "./provision-widget.ts";
import { readTriggers, type ProvisionedTrigger } from "./provision-triggers.ts";
import { readWriting, type PresentWriting } from "./provision-writing.ts";

/** The account that a provisioning file is about, as it stands. */
export interface ProvisionedAccount {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly managed: boolean;
  /** From when on a second factor is asked of everybody, in milliseconds; null: never. */
  readonly secondFactorFrom: number | null;
}
export interface ProvisionedOperator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly role: Role;
  readonly chatLimit: number;
  readonly active: boolean;
  readonly managed: boolean;
  readonly passwordHash: string | null;
}
export interface ProvisionedApiKey {
  readonly id: number;
  readonly name: string;
  readonly keyHash: Buffer;
  readonly operatorId: number;
  readonly scopes: readonly string[];
  readonly managed: boolean;
}
export interface ProvisionedChannel {
  readonly id: number;
  readonly kind: "api" | "widget";
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  readonly endpointUrl: string;
  readonly chunked: boolean;
  readonly appendPublicId: boolean;
  readonly mediaAs: "media objects" | "text with link";
  readonly managed: boolean;
  readonly operators: readonly number[];
  readonly secret: Buffer;
  /** The random string in force, sealed. */
  readonly randomString: Buffer | null;
}
/** What the file may say of the instance. */
export interface ProvisionedInstance {
  readonly egress_allow?: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
  readonly retention?: Readonly<Record<string, number>>;
}
/** Everything that a provisioning file can change, in one reading. */
export interface Present {
  readonly account: ProvisionedAccount | null;
  readonly operators: readonly ProvisionedOperator[];
  readonly apiKeys: readonly ProvisionedApiKey[];
  /** Of kind api. */
  readonly channels: readonly ProvisionedChannel[];
  readonly widgets: readonly ProvisionedWidget[];
  readonly integrations: PresentIntegrations;
  readonly writing: PresentWriting;
  /** In their order. */
  readonly triggers: readonly ProvisionedTrigger[];
  readonly blacklist: readonly ProvisionedBlock[];
  readonly instance: ProvisionedInstance;
  readonly storage: StorageSetting;
  readonly mail: MailState;
  readonly oidc: readonly OidcSetting[];
  /** The instance owner's own allow list (API-043), which the file never changes. */
  readonly ownersEgressAllow: readonly string[];
}

/** The account a file means: the one that a file manages, else the one of that name, else the only one there is. null: there is none yet. */
export async function findProvisionedAccount(sql: Sql, name: string | null): Promise<number | null> {
  const rows = await sql.query<{ id: number; managed: boolean; name: string }>(
    "select id::float8 as id, managed, name from account order by id",
  );
  const found = rows.find((row) => row.managed) ?? rows.find((row) => row.name === name) ?? (rows.length === 1 ? rows[0] : undefined);
  return found?.id ?? null;
}

/**
 * The same, with its head locked, so that nobody changes its settings until the transaction ends. One application at a time, also
 * while there is no account yet; the head comes before the instance's row, as in every other change of settings. Heads of other
 * accounts with bots of the file's `providers` (`all`: of every account) are locked with it, in rising order, as every transaction over several
 * accounts does.
 */
export async function lockProvisionedAccount(
  tx: Sql,
  name: string | null,
  providers: readonly string[],
  all: boolean,
): Promise<number | null> {
  await tx.query("select pg_advisory_xact_lock(7002)");
  const account = await findProvisionedAccount(tx, name);
  await tx.query(
    `select from account_head h where $3 or h.account_id = $1 or h.account_id in (select b.account_id from bot b join bot_provider p on p.id = b.provider_id
       where b.deleted_at is null and (p.managed or p.id = any($2::text[]))) order by h.account_id for update`,
    [account, providers, all],
  );
  return account;
}

/** Reads what stands. Without an account only the instance's part is there. */
export async function readPresent(sql: Sql, account: number | null): Promise<Present> {
  const [instance] = await sql.query<{ provisioned: ProvisionedInstance; egress_allow: string[] }>(
    "select provisioned, egress_allow from instance",
  );
  const found =
    account === null
      ? []
      : await sql.query<ProvisionedAccount>(
          `select id::float8 as id, name, locale, accent, settings, managed, (extract(epoch from second_factor_from) * 1000)::float8 as "secondFactorFrom"
           from account where id = $1`,
          [account],
        );
  const operators = await sql.query<ProvisionedOperator>(
    `select id::float8 as id, name, email, phone, photo, role, chat_limit as "chatLimit", active, managed, password_hash as "passwordHash"
     from operator where account_id = $1 order by id`,
    [account],
  );
  const apiKeys = await sql.query<ProvisionedApiKey>(
    `select id::float8 as id, name, key_hash as "keyHash", operator_id::float8 as "operatorId", scopes, managed from api_key where account_id = $1 order by id`,
    [account],
  );
  const channels = await sql.query<ProvisionedChannel>(
    `select c.id::float8 as id, c.kind, c.name, c.public_id as "publicId", c.enabled, e.url as "endpointUrl", c.chunked, c.append_public_id as "appendPublicId",
       c.media_as as "mediaAs", c.managed, e.secret,
       array(select operator_id::float8 from channel_operator o where o.account_id = c.account_id and o.channel_id = c.id order by 1) as operators,
       (select sealed from channel_secret s where s.account_id = c.account_id and s.channel_id = c.id and s.expires_at is null limit 1) as "randomString"
     from channel c join endpoint e on e.account_id = c.account_id and e.id = c.endpoint_id
     where c.account_id = $1 and c.deleted_at is null order by c.id`,
    [account],
  );
  return {
    account: found[0] ?? null,
    operators,
    apiKeys,
    channels,
    widgets: await readWidgets(sql, account),
    integrations: await readIntegrations(sql, account),
    writing: await readWriting(sql, account),
    triggers: await readTriggers(sql, account),
    blacklist: await readBlacklist(sql, account),
    instance: instance?.provisioned ?? {},
    storage: await readStorage(sql),
    mail: await readMail(sql),
    oidc: await readOidc(sql),
    ownersEgressAllow: instance?.egress_allow ?? [],
  };
}

/** A new account with its head; operators follow. */
export async function insertAccount(tx: Sql, name: string): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    "with a as (insert into account (name, managed) values ($1, true) returning id), h as (insert into account_head (account_id) select id from a) select id::float8 as id from a",
    [name],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("insert into account returned no row");
  return id;
}

/** The first owner of an installation is its owner too (CORE-001). */
export async function makeInstanceOwner(tx: Sql, account: number, operator: number): Promise<void> {
  await tx.query(
    "update operator set instance_owner = true where account_id = $1 and id = $2 and not exists (select from operator where instance_owner)",
    [account, operator],
  );
}

export async function setPasswordHash(tx: Sql, account: number, operator: number, hash: string): Promise<void> {
  await tx.query(
    "update operator set password_hash = $3, reset_token_hash = null, reset_token_expires_at = null where account_id = $1 and id = $2",
    [account, operator, hash],
  );
}

export async function updateApiKey(
  tx: Sql,
  account: number,
  id: number,
  key: { name: string; operatorId: number; scopes: readonly string[]; managed: boolean },
): Promise<void> {
  await tx.query("update api_key set name = $3, operator_id = $4, scopes = $5, managed = $6 where account_id = $1 and id = $2", [
    account,
    id,
    key.name,
    key.operatorId,
    key.scopes,
    key.managed,
  ]);
}

/** Owner of an e-mail, API key or public id elsewhere: these are unique in the instance. */
export async function takenElsewhere(
  sql: Sql,
  account: number | null,
  wanted: { emails: readonly string[]; keyHashes: readonly Buffer[]; publicIds: readonly string[] },
): Promise<{ emails: readonly string[]; keyHashes: readonly Buffer[]; publicIds: readonly string[] }> {
  const emails = await sql.query<{ email_key: string }>(
    "select email_key from operator where email_key = any($2) and account_id is distinct from $1",
    [account, wanted.emails.map((e) => e.toLowerCase())],
  );
  const keys = await sql.query<{ key_hash: Buffer }>(
    "select key_hash from api_key where key_hash = any($2) and account_id is distinct from $1",
    [account, wanted.keyHashes],
  );
  // A deleted channel keeps its public id for ever (CH-002).
  const ids = await sql.query<{ public_id: string }>(
    "select public_id from channel where public_id = any($2) and (account_id is distinct from $1 or deleted_at is not null)",
    [account, wanted.publicIds],
  );
  return { emails: emails.map((r) => r.email_key), keyHashes: keys.map((r) => r.key_hash), publicIds: ids.map((r) => r.public_id) };
}

export async function setProvisionedInstance(tx: Sql, instance: ProvisionedInstance): Promise<void> {
  await tx.query("update instance set provisioned = $1", [JSON.stringify(instance)]);
}

/**
 * Announces changed settings of an account whose head this transaction holds: raises `config_version` and adds one
 * `settings_changed` entry per change to the journal. The caller tells running nodes.
 */
export async function recordSettingsChanges(
  tx: Sql,
  account: number,
  changed: readonly { kind: SettingsKind; id: number | null }[],
  now: number,
): Promise<void> {
  const bodies = changed.map(({ kind, id }) => JSON.stringify({ kind, id }));
  await tx.query(
    `with h as (update account_head set position = position + cardinality($2::text[]), config_version = config_version + 1 where account_id = $1 returning position)
     insert into journal (account_id, position, at, name, body)
     select $1, h.position - cardinality($2::text[]) + b.n, to_timestamp($3::float8 / 1000), 'settings_changed', b.body
     from h, unnest($2::text[]) with ordinality b (body, n)`,
    [account, bodies, now],
  );
}

/**
 * What is in force of the instance's settings: the file's and the owner's allow lists together (CFG-010); of limits the file's
 * value, else the owner's (CFG-030). EGRESS_ALLOW comes on top.
 */
export async function readInstanceInForce(
  sql: Sql,
): Promise<{ egressAllow: readonly string[]; limits: Readonly<Record<string, number>>; retention: Readonly<Record<string, number>> }> {
  const [row] = await sql.query<{ provisioned: ProvisionedInstance; egress_allow: string[]; limits: Record<string, number> }>(
    "select provisioned, egress_allow, limits from instance",
  );
  const provisioned = row?.provisioned ?? {};
  return {
    egressAllow: [...new Set([...(row?.egress_allow ?? []), ...(provisioned.egress_allow ?? [])])],
    limits: { ...row?.limits, ...provisioned.limits },
    retention: provisioned.retention ?? {},
  };
}

/** A change by the file, in the audit log (reliability.md 6); `target` holds no secret. */
export async function recordInAudit(tx: Sql, entry: { account: number; at: number; action: string; target: string }): Promise<void> {
  await tx.query(
    "insert into audit (account_id, at, actor_kind, actor_id, action, target, address, request_id, result) values (nullif($1, 0), to_timestamp($2::float8 / 1000), 'file', null, $3, $4, null, null, 'ok')",
    [entry.account, entry.at, entry.action, entry.target],
  );
}
