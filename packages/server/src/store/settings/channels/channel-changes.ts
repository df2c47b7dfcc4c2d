import { createHash } from "node:crypto";
import type { ChannelChange, NewChannel } from "./channel.ts";
import { setChannelOperators } from "./channel-operators.ts";
import { releaseChannelAddress } from "./channel-address.ts";
import type { Sql } from "../../database/sql.ts";
import {
  createEndpoint,
  rotateEndpointSecret,
  setEndpointUrl,
  type Seal,
} from "../integrations/endpoint-changes.ts";
import type { StoreContext } from "../kind-store.ts";
import { insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";

/** Time in milliseconds for which an old address still works (CH-004). */
const rotationOverlapMs = 24 * 3_600_000;

/** Returns the hash by which the inbound URL of a channel is found (CH-021). */
const hashRandomString = (randomString: string): Buffer =>
  createHash("sha256").update(randomString).digest();
export const toSecretHint = (secret: string): string => secret.slice(-4);

/**
 * Inserts a channel with its endpoint, address and operators (CH-001, CH-002). A widget has no
 * endpoint, and that of a connector has no address and signs nothing (CON-010). Returns null if the
 * public id exists.
 */
export async function createChannel(
  tx: Sql,
  account: number,
  { kind, ...row }: NewChannel,
  { now, operatorId, seal }: StoreContext,
): Promise<number | null> {
  const { public_id, operators, secret = "", random_string } = row;
  const conflicts = await tx.query("select from channel where public_id = $1", [public_id]);
  if (conflicts.length > 0) return null;
  const url = row.endpoint_url ?? `${kind}:${public_id}`;
  const id = await insertRow(tx, "channel", account, {
    ...toColumns(row, seal),
    kind,
    endpoint_id:
      kind === "widget"
        ? undefined
        : await createEndpoint(tx, account, { kind: "channel", url, secret, now }, seal),
    created_by: operatorId,
    created_at: new Date(now),
  });
  if (id === null) throw new Error("insert into channel returned no row");
  if (random_string !== undefined)
    await addChannelAddress(tx, { account, id }, random_string, seal);
  await setChannelOperators(tx, account, id, operators);
  return id;
}

function toColumns(
  { connector, widget, identity_secret, ...change }: ChannelChange,
  seal: Seal,
): Columns {
  return {
    name: change.name,
    public_id: change.public_id,
    enabled: change.enabled,
    chunked: change.chunked,
    append_public_id: change.append_public_id,
    media_as: change.media_as,
    message_changes: change.message_changes,
    bot_available: change.bot_available,
    managed: change.managed,
    widget: widget && JSON.stringify(widget),
    settings: connector && JSON.stringify(connector.settings),
    info: connector && JSON.stringify(connector.info),
    secrets: connector?.sealedSecrets,
    identity_secret: identity_secret && seal(identity_secret),
  };
}

/**
 * Updates the given settings (CH-004). An old address still works and an old secret still signs for
 * 24 hours (CORE-124). Returns false if the channel does not exist.
 */
export async function updateChannel(
  tx: Sql,
  key: RowKey,
  change: ChannelChange,
  context: Omit<StoreContext, "operatorId">,
): Promise<boolean> {
  const { account, id } = key;
  const [row] = await tx.query<{ endpoint_id: number | null }>(
    "select endpoint_id::float8 as endpoint_id from channel where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (row === undefined) return false;
  await updateRow(tx, "channel", key, toColumns(change, context.seal));
  const { endpoint_id } = row;
  const { endpoint_url, secret, random_string, operators } = change;
  if (endpoint_id !== null && endpoint_url !== undefined)
    await setEndpointUrl(tx, account, endpoint_id, endpoint_url);
  if (endpoint_id !== null && secret !== undefined)
    await rotateEndpointSecret(tx, { account, id: endpoint_id }, secret, context);
  if (random_string !== undefined) await rotateChannelAddress(tx, key, random_string, context);
  if (operators !== undefined) await setChannelOperators(tx, account, id, operators);
  return true;
}

/** Marks a channel as deleted, for a subscriber (CH-111). Returns false without one. */
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

/** Adds an inbound address. The old one works for {@link rotationOverlapMs} (CH-004). */
export async function rotateChannelAddress(
  tx: Sql,
  key: RowKey,
  randomString: string,
  { seal, now }: Omit<StoreContext, "operatorId">,
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
