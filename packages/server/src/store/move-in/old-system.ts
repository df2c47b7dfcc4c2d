import { createHash } from "node:crypto";
import { toInteger, toIsoTime } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";
import { mergeAccountSettings } from "../settings/account/account.ts";
import {
  createEndpoint,
  setEndpointUrl,
  type Seal,
} from "../settings/integrations/endpoint-changes.ts";

export interface OldSystemSettings {
  readonly channelId: number;
  /** Address of its incoming channel interface. */
  readonly url: string;
  readonly operatorsAnswer: boolean;
  readonly chatsRing: boolean;
}
/** The old system behind a channel of an account (MV-080). */
export interface OldSystem extends OldSystemSettings {
  readonly endpointId: number;
  /** Secret of the address for its answers, sealed. */
  readonly secret: Buffer;
  /** Public id of the channel. null: the channel was deleted. */
  readonly publicId: string | null;
  /** The provisioning file manages it. */
  readonly managed: boolean;
  readonly createdAt: string;
}

const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
/** Key of `account.settings`, as other settings that an account has once have it. */
const managedKey = "forwarding_managed";
/** Name of its endpoint in the delivery log. */
const endpointName = "Old system";
/** Ids of its answers. As those of an import, they are deleted when it ends (MV-022). */
export const answerScope = (endpointId: number): string => `move:answers-${endpointId}`;

export async function findOldSystem(reader: Reader, account: number): Promise<OldSystem | null> {
  const row = await reader.one<Row>(
    account,
    `select s.channel_id, s.endpoint_id, e.url, s.secret, s.operators_answer, s.chats_ring, s.created_at,
       (select c.public_id from channel c where c.account_id = s.account_id and c.id = s.channel_id and c.deleted_at is null) as public_id,
       (select (a.settings ->> '${managedKey}')::boolean from account a where a.id = s.account_id) as managed
     from old_system s join endpoint e on e.account_id = s.account_id and e.id = s.endpoint_id where s.account_id = $1`,
    [account],
  );
  return row === null
    ? null
    : {
        channelId: toInteger(row.channel_id),
        endpointId: toInteger(row.endpoint_id),
        url: row.url,
        secret: row.secret,
        operatorsAnswer: row.operators_answer,
        chatsRing: row.chats_ring,
        publicId: row.public_id,
        managed: row.managed ?? false,
        createdAt: toIsoTime(row.created_at),
      };
}
interface Row {
  readonly channel_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly operators_answer: boolean;
  readonly chats_ring: boolean;
  readonly public_id: string | null;
  readonly managed: boolean | null;
  readonly created_at: Date;
}

/** Adds the old system with its endpoint, and returns the id of the endpoint. */
export async function insertOldSystem(
  tx: Sql,
  account: number,
  row: OldSystemSettings & {
    readonly secret: string;
    readonly now: number;
    readonly seal: Seal;
  },
): Promise<number> {
  const { url, now, seal } = row;
  const endpoint = { kind: "old_system", url, secret: "", name: endpointName, now } as const;
  const endpointId = await createEndpoint(tx, account, endpoint, seal);
  await tx.query(
    `insert into old_system (account_id, channel_id, endpoint_id, secret, secret_hash, operators_answer, chats_ring, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, ${fromMilliseconds("$8")})`,
    [
      account,
      row.channelId,
      endpointId,
      seal(row.secret),
      hashSecret(row.secret),
      row.operatorsAnswer,
      row.chatsRing,
      now,
    ],
  );
  return endpointId;
}

export async function updateOldSystem(
  tx: Sql,
  account: number,
  endpointId: number,
  { channelId, url, operatorsAnswer, chatsRing }: OldSystemSettings,
): Promise<void> {
  await setEndpointUrl(tx, account, endpointId, url);
  await tx.query(
    "update old_system set channel_id = $2, operators_answer = $3, chats_ring = $4 where account_id = $1",
    [account, channelId, operatorsAnswer, chatsRing],
  );
}

/** Sets the secret of the address for its answers. The old address ends at once. */
export async function setAnswerSecret(
  tx: Sql,
  account: number,
  secret: string,
  seal: Seal,
): Promise<void> {
  await tx.query("update old_system set secret = $2, secret_hash = $3 where account_id = $1", [
    account,
    seal(secret),
    hashSecret(secret),
  ]);
}

/** Marks the old system as one that the provisioning file manages. */
export const markManaged = (tx: Sql, account: number): Promise<void> =>
  mergeAccountSettings(tx, account, { [managedKey]: true });

/** Ends the forwarding. Returns what was there, or null. Its deliveries stay in the log. */
export async function deleteOldSystem(
  tx: Sql,
  account: number,
): Promise<{ readonly channelId: number; readonly endpointId: number } | null> {
  const [row] = await tx.query<{ channelId: number; endpointId: number }>(
    `delete from old_system where account_id = $1
     returning channel_id::float8 as "channelId", endpoint_id::float8 as "endpointId"`,
    [account],
  );
  if (row === undefined) return null;
  await mergeAccountSettings(tx, account, { [managedKey]: null });
  await tx.query("delete from idempotency where account_id = $1 and scope = $2", [
    account,
    answerScope(row.endpointId),
  ]);
  return row;
}

/** Returns the old system whose address contains the secret, or null. */
export async function findOldSystemOfSecret(
  sql: Sql,
  secret: string,
): Promise<{ account: number; channelId: number; endpointId: number } | null> {
  const [row] = await sql.query<{ account: number; channelId: number; endpointId: number }>(
    `select account_id::float8 as account, channel_id::float8 as "channelId", endpoint_id::float8 as "endpointId"
     from old_system where secret_hash = $1`,
    [hashSecret(secret)],
  );
  return row ?? null;
}

/** What a forwarded message says about its author, besides its text. */
export interface ForwardedSender {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly photo: string | null;
  /** Address of the page of the chat. */
  readonly url: string | null;
}
export async function findForwardedSender(
  reader: Reader,
  account: number,
  visitorId: number,
  chatId: number,
): Promise<ForwardedSender | null> {
  return reader.one<ForwardedSender>(
    account,
    `select v.body::jsonb->'name'->>'value' as name, v.body::jsonb->'phone'->>'value' as phone, v.body::jsonb->'email'->>'value' as email,
       v.body::jsonb->>'photo' as photo,
       (select c.body::jsonb->'page'->>'url' from chat c where c.account_id = $1 and c.id = $3) as url
     from visitor v where v.account_id = $1 and v.id = $2`,
    [account, visitorId, chatId],
  );
}
