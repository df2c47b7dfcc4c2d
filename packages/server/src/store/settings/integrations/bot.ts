import { createHash } from "node:crypto";
import type { BotRecord, ProviderState, BotAuthorization, BotFields } from "./bot-record.ts";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import {
  endpointUseColumns,
  endpointUseJoin,
  toEndpointUse,
  type EndpointUseRow,
} from "./endpoint-use.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import { createTransactionReader } from "../../database/transaction-reader.ts";
import { insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";
import { advisoryLocks } from "../../database/locks.ts";
import {
  createEndpoint,
  setEndpointUrl,
  rotateEndpointSecret,
  setSelectedChannels,
  type Seal,
} from "./endpoint-changes.ts";

/**
 * Lists connections of the account, oldest first. Channels that were deleted are left out. The
 * reader must be of the writer role, because a provider may belong to no account.
 */
export async function listBots(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly BotRecord[]> {
  const rows = await reader.rows<BotColumns>(
    account,
    `select b.*, e.secret, p.name as provider_name, p.state as provider_state, ${endpointUseColumns},
       case when not b.all_channels then array(select bc.channel_id from bot_channel bc join channel c on c.account_id = bc.account_id and c.id = bc.channel_id
         where bc.account_id = b.account_id and bc.bot_id = b.id and c.deleted_at is null order by 1) end as channels
     from bot b join bot_provider p on p.id = b.provider_id ${endpointUseJoin("b")}
     where b.account_id = $1 and b.deleted_at is null and ($2::bigint is null or b.id = $2) order by b.id`,
    [account, id],
  );
  return rows.map(toRecord);
}
export async function findBot(sql: Sql, account: number, id: number): Promise<BotRecord | null> {
  return (await listBots(createTransactionReader(sql), account, { id }))[0] ?? null;
}

interface BotColumns
  extends EndpointUseRow, Pick<BotRecord, "name" | "photo" | "enabled" | "managed"> {
  readonly id: string;
  readonly provider_id: string;
  readonly provider_name: string;
  readonly provider_state: ProviderState;
  readonly secret: Buffer;
  readonly token: Buffer;
  readonly token_hash: Buffer;
  readonly token_short: boolean;
  readonly channels: readonly (string | number)[] | null;
  readonly invite_wait_s: number;
  readonly silent_s: number;
  readonly sends_chat_closed: boolean;
  readonly answers_settle: boolean;
  readonly append_token: boolean;
  readonly token_url: string | null;
  readonly client_id: string | null;
  readonly client_secret: Buffer | null;
  readonly token_scope: string | null;
  readonly client_auth: "basic" | "body" | null;
  readonly created_at: Date;
}
function toRecord(row: BotColumns): BotRecord {
  return {
    id: toInteger(row.id),
    providerId: row.provider_id,
    provider: { id: row.provider_id, name: row.provider_name, state: row.provider_state },
    endpoint: toEndpointUse(row),
    endpointUrl: row.url,
    name: row.name,
    photo: row.photo,
    enabled: row.enabled,
    sealedToken: row.token,
    tokenHash: row.token_hash,
    tokenShort: row.token_short,
    channels: row.channels === null ? null : row.channels.map(toInteger),
    inviteWaitS: row.invite_wait_s,
    silentS: row.silent_s,
    sendsChatClosed: row.sends_chat_closed,
    answersSettle: row.answers_settle,
    appendToken: row.append_token,
    authorization:
      row.token_url === null
        ? null
        : {
            tokenUrl: row.token_url,
            clientId: row.client_id ?? "",
            scope: row.token_scope,
            clientAuth: row.client_auth ?? "basic",
          },
    sealedClientSecret: row.client_secret,
    sealedSecret: row.secret,
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
  };
}

/** Returns the hash by which a bot connection is found. */
export const hashBotToken = (token: string): Buffer => createHash("sha256").update(token).digest();
/** Minimum length of a token (BOT-003). Shorter tokens are easy to guess. */
const minTokenLength = 22;

/**
 * Inserts a bot connection with its endpoint (BOT-003). Returns null if another connection of this
 * provider in the installation uses the token.
 */
export async function createBot(
  tx: Sql,
  account: number,
  {
    endpointUrl,
    secret,
    channels,
    authorization,
    ...row
  }: BotFields & { readonly managed: boolean },
  { now, operatorId, seal }: BotWriteContext & { readonly operatorId: number | null },
): Promise<number | null> {
  if (await isTokenInUse(tx, row.providerId, row.token, null)) return null;
  const endpoint = { kind: "bot", url: endpointUrl, secret, now } as const;
  const id = await insertRow(tx, "bot", account, {
    ...toColumns(row, seal),
    provider_id: row.providerId,
    endpoint_id: await createEndpoint(tx, account, endpoint, seal),
    all_channels: channels === null,
    created_by: operatorId,
    created_at: new Date(now),
  });
  if (id === null) return null;
  if (authorization !== null) await setAuthorization(tx, { account, id }, authorization, seal);
  await setSelectedChannels(tx, "bot_channel", { account, id }, channels);
  return id;
}
interface BotWriteContext {
  readonly now: number;
  readonly seal: Seal;
}

/**
 * Updates the given fields. `name_taken`: another connection of this provider uses the token. The
 * previous secret also signs for 24 h (CORE-124).
 */
export async function updateBot(
  tx: Sql,
  key: RowKey,
  {
    endpointUrl,
    secret,
    channels,
    authorization,
    ...change
  }: Partial<BotFields> & { readonly managed?: boolean },
  { now, seal }: BotWriteContext,
): Promise<"done" | "name_taken" | "not_found"> {
  const { account, id } = key;
  const [bot] = await tx.query<{ provider_id: string; endpoint_id: number }>(
    "select provider_id, endpoint_id::float8 as endpoint_id from bot where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (bot === undefined) return "not_found";
  if (change.token !== undefined && (await isTokenInUse(tx, bot.provider_id, change.token, id)))
    return "name_taken";
  const endpoint = bot.endpoint_id;
  await updateRow(tx, "bot", key, {
    ...toColumns(change, seal),
    all_channels: channels === undefined ? undefined : channels === null,
  });
  if (endpointUrl !== undefined) await setEndpointUrl(tx, account, endpoint, endpointUrl);
  if (secret !== undefined)
    await rotateEndpointSecret(tx, { account, id: endpoint }, secret, { seal, now });
  if (channels !== undefined)
    await setSelectedChannels(tx, "bot_channel", { account, id }, channels);
  if (authorization !== undefined) await setAuthorization(tx, { account, id }, authorization, seal);
  return "done";
}

const toColumns = (
  { token, ...row }: Partial<BotFields> & { readonly managed?: boolean },
  seal: Seal,
): Columns => ({
  name: row.name,
  photo: row.photo,
  enabled: row.enabled,
  ...(token === undefined
    ? {}
    : {
        token: seal(token),
        token_hash: hashBotToken(token),
        token_short: token.length < minTokenLength,
      }),
  invite_wait_s: row.inviteWaitS,
  silent_s: row.silentS,
  sends_chat_closed: row.sendsChatClosed,
  answers_settle: row.answersSettle,
  append_token: row.appendToken,
  managed: row.managed,
});

/**
 * Marks a bot connection as deleted. A journal subscriber handles its chats and deliveries. Returns
 * false if the connection does not exist.
 */
export async function deleteBot(
  tx: Sql,
  account: number,
  id: number,
  { now }: { readonly now: number },
): Promise<boolean> {
  const rows = await tx.query(
    "update bot set deleted_at = $3 where account_id = $1 and id = $2 and deleted_at is null returning id",
    [account, id, new Date(now)],
  );
  await tx.query("delete from bot_token where account_id = $1 and bot_id = $2", [account, id]);
  await tx.query("delete from bot_test where account_id = $1 and bot_id = $2", [account, id]);
  return rows.length > 0;
}

/** Sets the credentials, and deletes access tokens that were obtained with earlier ones. */
async function setAuthorization(
  tx: Sql,
  { account, id }: RowKey,
  authorization: BotAuthorization | null,
  seal: Seal,
): Promise<void> {
  await tx.query(
    `update bot set token_url = $3, client_id = $4, client_secret = case when $8 then null else coalesce($5, client_secret) end,
       token_scope = $6, client_auth = $7 where account_id = $1 and id = $2`,
    [
      account,
      id,
      authorization?.tokenUrl ?? null,
      authorization?.clientId ?? null,
      authorization === null || authorization.clientSecret === null
        ? null
        : seal(authorization.clientSecret),
      authorization?.scope ?? null,
      authorization?.clientAuth ?? null,
      authorization === null,
    ],
  );
  await tx.query("delete from bot_token where account_id = $1 and bot_id = $2", [account, id]);
}

/**
 * Returns whether another connection of the installation uses the same provider and token
 * (BOT-003). A lock serialises these checks across accounts.
 */
async function isTokenInUse(
  tx: Sql,
  provider: string,
  token: string,
  exceptBot: number | null,
): Promise<boolean> {
  await tx.query("select pg_advisory_xact_lock($1)", [advisoryLocks.botTokens]);
  const rows = await tx.query(
    "select from bot where provider_id = $1 and token_hash = $2 and deleted_at is null and id is distinct from $3::bigint",
    [provider, hashBotToken(token), exceptBot],
  );
  return rows.length > 0;
}
