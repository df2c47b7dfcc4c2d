import { createHash } from "node:crypto";
import type {
  BotRecord,
  ProviderState,
  BotAuthorization,
  BotChange,
  BotRow,
} from "./bot-record.ts";
import type { Sql } from "../../database/sql.ts";
import {
  endpointUseColumns,
  endpointUseJoin,
  toEndpointUse,
  type EndpointUseRow,
} from "./endpoint-use.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import { advisoryLocks } from "../../database/locks.ts";
import {
  createEndpoint,
  setEndpointUrl,
  rotateEndpointSecret,
  setSelectedChannels,
  type Seal,
} from "./endpoint-changes.ts";

/**
 * Lists connections of the account, oldest first. Reads with the writer role, because a provider
 * may belong to no account.
 */
export async function listBots(sql: Sql, account: number): Promise<readonly BotRecord[]> {
  return (await sql.query<BotColumns>(`${select} order by b.id`, [account])).map(toRecord);
}
export async function findBot(sql: Sql, account: number, id: number): Promise<BotRecord | null> {
  const [row] = await sql.query<BotColumns>(`${select} and b.id = $2`, [account, id]);
  return row === undefined ? null : toRecord(row);
}

const select = `select b.*, p.name as provider_name, p.state as provider_state, ${endpointUseColumns},
    case when not b.all_channels then array(select bc.channel_id from bot_channel bc join channel c on c.account_id = bc.account_id and c.id = bc.channel_id
      where bc.account_id = b.account_id and bc.bot_id = b.id and c.deleted_at is null order by 1) end as channels
  from bot b join bot_provider p on p.id = b.provider_id ${endpointUseJoin("b")}
  where b.account_id = $1 and b.deleted_at is null`;

interface BotColumns extends EndpointUseRow {
  readonly id: string;
  readonly provider_id: string;
  readonly provider_name: string;
  readonly provider_state: ProviderState;
  readonly name: string;
  readonly photo: string | null;
  readonly enabled: boolean;
  readonly token: Buffer;
  readonly token_short: boolean;
  readonly channels: readonly (string | number)[] | null;
  readonly invite_wait_s: number;
  readonly silent_s: number;
  readonly sends_chat_closed: boolean;
  readonly answers_settle: boolean;
  readonly append_token: boolean;
  readonly token_url: string | null;
  readonly client_id: string | null;
  readonly token_scope: string | null;
  readonly client_auth: "basic" | "body" | null;
  readonly created_at: Date;
  readonly managed: boolean;
}
function toRecord(row: BotColumns): BotRecord {
  return {
    id: toInteger(row.id),
    provider: { id: row.provider_id, name: row.provider_name, state: row.provider_state },
    endpoint: toEndpointUse(row),
    name: row.name,
    photo: row.photo,
    enabled: row.enabled,
    sealedToken: row.token,
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
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
  };
}

/** Returns the hash by which a connection is found. */
export const hashBotToken = (token: string): Buffer => createHash("sha256").update(token).digest();
/** BOT-003: shorter tokens are easy to guess. */
const minTokenLength = 22;

/**
 * Inserts a bot connection with its endpoint (BOT-003). Returns null if another connection of this
 * provider in the installation uses the token.
 */
export async function createBot(
  tx: Sql,
  account: number,
  row: BotRow,
  seal: Seal,
): Promise<number | null> {
  if (await isTokenInUse(tx, row.providerId, row.token, null)) return null;
  const endpoint = await createEndpoint(
    tx,
    account,
    { kind: "bot", url: row.endpointUrl, secret: row.secret, now: row.now },
    seal,
  );
  const rows = await tx.query<{ id: number }>(
    `insert into bot (account_id, provider_id, endpoint_id, name, photo, enabled, token, token_hash, token_short, all_channels, invite_wait_s,
       silent_s, sends_chat_closed, answers_settle, append_token, managed, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id::float8 as id`,
    [
      account,
      row.providerId,
      endpoint,
      row.name,
      row.photo,
      row.enabled,
      seal(row.token),
      hashBotToken(row.token),
      row.token.length < minTokenLength,
      row.channels === null,
      row.inviteWaitS,
      row.silentS,
      row.sendsChatClosed,
      row.answersSettle,
      row.appendToken,
      row.managed,
      row.createdBy,
      new Date(row.now),
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("insert into bot returned no row");
  if (row.authorization !== null) await setAuthorization(tx, account, id, row.authorization, seal);
  await setSelectedChannels(tx, "bot_channel", account, id, row.channels);
  return id;
}

/** Updates the given fields. `token_taken`: see {@link createBot}. */
export async function updateBot(
  tx: Sql,
  account: number,
  id: number,
  change: BotChange & { readonly managed?: boolean | undefined },
  seal: Seal,
): Promise<"done" | "token_taken" | "not_found"> {
  const [bot] = await tx.query<{ provider_id: string; endpoint_id: number }>(
    "select provider_id, endpoint_id::float8 as endpoint_id from bot where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (bot === undefined) return "not_found";
  if (change.token !== undefined && (await isTokenInUse(tx, bot.provider_id, change.token, id)))
    return "token_taken";
  await tx.query(
    `update bot set name = coalesce($3, name), photo = case when $4 then $5 else photo end, enabled = coalesce($6, enabled),
       token = coalesce($7, token), token_hash = coalesce($8, token_hash), token_short = coalesce($9, token_short),
       all_channels = coalesce($10, all_channels), invite_wait_s = coalesce($11, invite_wait_s), silent_s = coalesce($12, silent_s),
       sends_chat_closed = coalesce($13, sends_chat_closed), managed = coalesce($14, managed), answers_settle = coalesce($15, answers_settle), append_token = coalesce($16, append_token)
     where account_id = $1 and id = $2`,
    [
      account,
      id,
      change.name ?? null,
      change.photo !== undefined,
      change.photo ?? null,
      change.enabled ?? null,
      change.token === undefined ? null : seal(change.token),
      change.token === undefined ? null : hashBotToken(change.token),
      change.token === undefined ? null : change.token.length < minTokenLength,
      change.channels === undefined ? null : change.channels === null,
      change.inviteWaitS ?? null,
      change.silentS ?? null,
      change.sendsChatClosed ?? null,
      change.managed ?? null,
      change.answersSettle ?? null,
      change.appendToken ?? null,
    ],
  );
  if (change.endpointUrl !== undefined)
    await setEndpointUrl(tx, account, bot.endpoint_id, change.endpointUrl);
  if (change.channels !== undefined)
    await setSelectedChannels(tx, "bot_channel", account, id, change.channels);
  if (change.authorization !== undefined)
    await setAuthorization(tx, account, id, change.authorization, seal);
  return "done";
}

/**
 * Marks a connection as deleted. A journal subscriber handles its chats and deliveries. Returns
 * false if the connection does not exist.
 */
export async function deleteBot(
  tx: Sql,
  account: number,
  id: number,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    "update bot set deleted_at = $3 where account_id = $1 and id = $2 and deleted_at is null returning id",
    [account, id, new Date(now)],
  );
  await tx.query("delete from bot_token where account_id = $1 and bot_id = $2", [account, id]);
  await tx.query("delete from bot_test where account_id = $1 and bot_id = $2", [account, id]);
  return rows.length > 0;
}

/**
 * Sets a new signing secret. The previous one also signs for 24 h (CORE-124). Returns false if the
 * connection does not exist.
 */
export async function rotateBotSecret(
  tx: Sql,
  account: number,
  id: number,
  secret: string,
  seal: Seal,
  now: number,
): Promise<boolean> {
  const [bot] = await tx.query<{ endpoint_id: number }>(
    "select endpoint_id::float8 as endpoint_id from bot where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (bot !== undefined)
    await rotateEndpointSecret(tx, account, bot.endpoint_id, { secret, now }, seal);
  return bot !== undefined;
}

/** Sets the credentials and deletes access tokens obtained with earlier ones. */
async function setAuthorization(
  tx: Sql,
  account: number,
  id: number,
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
 * Checks that (provider, token) is unique in the installation (BOT-003). A lock serialises these
 * checks across accounts.
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
