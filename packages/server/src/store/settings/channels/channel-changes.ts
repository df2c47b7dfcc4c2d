import { createHash } from "node:crypto";
import type {
  ChannelChange,
  ChannelRow,
  ConnectorChannelRow,
  WidgetChannelRow,
} from "./channel.ts";
import { setChannelOperators } from "./channel-operators.ts";
import { releaseChannelAddress } from "./channel-address.ts";
import type { Sql } from "../../database/sql.ts";
import type { RowKey } from "../rows.ts";

export type Seal = (text: string) => Buffer;
interface RotationContext {
  readonly seal: Seal;
  readonly now: number;
}

/**
 * Time in milliseconds for which an old address still works and an old secret still signs (CH-004,
 * CORE-124).
 */
const rotationOverlapMs = 24 * 3_600_000;

/** Returns the hash by which the inbound URL of a channel is found (CH-021). */
const hashRandomString = (randomString: string): Buffer =>
  createHash("sha256").update(randomString).digest();
export const toSecretHint = (secret: string): string => secret.slice(-4);

/**
 * Inserts a channel with its endpoint, address and operators (CH-001, CH-002). Returns null if the
 * public id exists.
 */
export async function createChannel(
  tx: Sql,
  account: number,
  channel: ChannelRow,
  seal: Seal,
): Promise<number | null> {
  const conflicts = await tx.query("select from channel where public_id = $1", [channel.publicId]);
  if (conflicts.length > 0) return null;
  const rows = await tx.query<{ id: number }>(
    `with e as (insert into endpoint (account_id, kind, url, secret, secret_hint, secret_created_at) values ($1, 'channel', $2, $3, $4, $15) returning id)
     insert into channel (account_id, kind, name, public_id, enabled, endpoint_id, chunked, append_public_id, media_as, bot_available, managed, created_by, created_at)
     select $1, $5, $6, $7, $8, e.id, $9, $10, $11, $12, $13, $14, $15 from e returning id::float8 as id`,
    [
      account,
      channel.endpointUrl,
      seal(channel.secret),
      toSecretHint(channel.secret),
      channel.kind,
      channel.name,
      channel.publicId,
      channel.enabled,
      channel.chunked,
      channel.appendPublicId,
      channel.mediaAs,
      channel.botAvailable,
      channel.managed,
      channel.createdBy,
      new Date(channel.now),
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("insert into channel returned no row");
  await addChannelAddress(tx, { account, id }, channel.randomString, seal);
  await setChannelOperators(tx, account, id, channel.operators);
  return id;
}

/**
 * Inserts a widget with its operators. A widget has no endpoint. Returns null if the public id
 * exists.
 */
export async function createWidgetChannel(
  tx: Sql,
  account: number,
  row: WidgetChannelRow,
): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into channel (account_id, kind, name, public_id, enabled, widget, managed, created_by, created_at)
     values ($1, 'widget', $2, $3, $4, $5, $6, $7, $8) on conflict (public_id) do nothing returning id::float8 as id`,
    [
      account,
      row.name,
      row.publicId,
      row.enabled,
      JSON.stringify(row.widget),
      row.managed,
      row.createdBy,
      new Date(row.now),
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) return null;
  await setChannelOperators(tx, account, id, row.operators);
  return id;
}

/**
 * Inserts a channel of an external service with its endpoint and operators (CON-010). The endpoint
 * has no address, because the connector knows it. Returns null if the public id exists.
 */
export async function createConnectorChannel(
  tx: Sql,
  account: number,
  row: ConnectorChannelRow,
  seal: Seal,
): Promise<number | null> {
  const conflicts = await tx.query("select from channel where public_id = $1", [row.publicId]);
  if (conflicts.length > 0) return null;
  const rows = await tx.query<{ id: number }>(
    `with e as (insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'channel', $12, $13, '') returning id)
     insert into channel (account_id, kind, name, public_id, enabled, endpoint_id, settings, info, secrets, managed, created_by, created_at)
     select $1, $2, $3, $4, $5, e.id, $6, $7, $8, $9, $10, $11 from e returning id::float8 as id`,
    [
      account,
      row.kind,
      row.name,
      row.publicId,
      row.enabled,
      JSON.stringify(row.connector.settings),
      JSON.stringify(row.connector.info),
      row.connector.sealedSecrets,
      row.managed,
      row.createdBy,
      new Date(row.now),
      `${row.kind}:${row.publicId}`,
      // The requests of a connector are not signed.
      seal(""),
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("insert into channel returned no row");
  await setChannelOperators(tx, account, id, row.operators);
  return id;
}

/** Updates the given fields (CH-004). Returns false if the channel does not exist. */
export async function updateChannel(
  tx: Sql,
  account: number,
  id: number,
  change: ChannelChange & { readonly managed?: boolean | undefined },
): Promise<boolean> {
  const rows = await tx.query<{ endpoint_id: string }>(
    `update channel set name = coalesce($3, name), enabled = coalesce($4, enabled), chunked = coalesce($5, chunked),
       append_public_id = coalesce($6, append_public_id), media_as = coalesce($7, media_as), bot_available = coalesce($8, bot_available),
       managed = coalesce($9, managed), widget = coalesce($10, widget), settings = coalesce($11, settings),
       info = coalesce($12, info), secrets = coalesce($13, secrets)
     where account_id = $1 and id = $2 and deleted_at is null returning endpoint_id`,
    [
      account,
      id,
      change.name ?? null,
      change.enabled ?? null,
      change.chunked ?? null,
      change.appendPublicId ?? null,
      change.mediaAs ?? null,
      change.botAvailable ?? null,
      change.managed ?? null,
      change.widget === undefined ? null : JSON.stringify(change.widget),
      change.connector === undefined ? null : JSON.stringify(change.connector.settings),
      change.connector === undefined ? null : JSON.stringify(change.connector.info),
      change.connector?.sealedSecrets ?? null,
    ],
  );
  const row = rows[0];
  if (row === undefined) return false;
  if (change.endpointUrl !== undefined) {
    await tx.query("update endpoint set url = $3 where account_id = $1 and id = $2", [
      account,
      row.endpoint_id,
      change.endpointUrl,
    ]);
  }
  if (change.operators !== undefined) await setChannelOperators(tx, account, id, change.operators);
  return true;
}

/**
 * Marks a channel as deleted (CH-111). A journal subscriber handles its chats and deliveries.
 * Returns false if the channel does not exist.
 */
export async function deleteChannel(
  tx: Sql,
  account: number,
  id: number,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    "update channel set deleted_at = $3 where account_id = $1 and id = $2 and deleted_at is null returning id",
    [account, id, new Date(now)],
  );
  if (rows.length === 0) return false;
  await releaseChannelAddress(tx, { account, id });
  return true;
}

/**
 * Adds a new inbound address. The previous one keeps working for {@link rotationOverlapMs}
 * (CH-004).
 */
export async function rotateChannelAddress(
  tx: Sql,
  key: RowKey,
  randomString: string,
  { seal, now }: RotationContext,
): Promise<void> {
  const { account, id } = key;
  await tx.query(
    "delete from channel_secret where account_id = $1 and channel_id = $2 and expires_at <= $3",
    [account, id, new Date(now)],
  );
  await tx.query(
    "update channel_secret set expires_at = $3 where account_id = $1 and channel_id = $2 and expires_at is null",
    [account, id, new Date(now + rotationOverlapMs)],
  );
  await addChannelAddress(tx, key, randomString, seal);
}

/**
 * Sets a new signing secret. The previous one is also used for signing for {@link
 * rotationOverlapMs} (CORE-124).
 */
export async function rotateChannelSecret(
  tx: Sql,
  { account, id }: RowKey,
  secret: string,
  { seal, now }: RotationContext,
): Promise<void> {
  await tx.query(
    `update endpoint e set previous_secret = e.secret, previous_secret_until = $3, secret = $4, secret_hint = $5, secret_created_at = $6
     from channel c where c.account_id = $1 and c.id = $2 and e.account_id = c.account_id and e.id = c.endpoint_id`,
    [
      account,
      id,
      new Date(now + rotationOverlapMs),
      seal(secret),
      toSecretHint(secret),
      new Date(now),
    ],
  );
}

/**
 * Sets the secret with which a site signs its visitors (WG-047). null switches signed identity off.
 */
export async function setIdentitySecret(
  tx: Sql,
  { account, id }: RowKey,
  secret: string | null,
  seal: Seal,
): Promise<void> {
  await tx.query(
    "update channel set identity_secret = $3 where account_id = $1 and id = $2 and kind = 'widget'",
    [account, id, secret === null ? null : seal(secret)],
  );
}

/** Returns those of the given ids that belong to active operators of the account. */
export async function findActiveOperators(
  tx: Sql,
  account: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    "select id::float8 as id from operator where account_id = $1 and active and id = any($2::bigint[])",
    [account, ids],
  );
  return new Set(rows.map((row) => row.id));
}

async function addChannelAddress(
  tx: Sql,
  { account, id }: RowKey,
  randomString: string,
  seal: Seal,
): Promise<void> {
  await tx.query(
    "insert into channel_secret (account_id, channel_id, hash, sealed) values ($1, $2, $3, $4)",
    [account, id, hashRandomString(randomString), seal(randomString)],
  );
}
