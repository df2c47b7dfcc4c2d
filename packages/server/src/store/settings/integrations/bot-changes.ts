import type { BotAuthorization, BotFields } from "./bot-record.ts";
import type { Sql } from "../../database/sql.ts";
import { insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";
import { advisoryLocks } from "../../database/locks.ts";
import {
  createEndpoint,
  setEndpointUrl,
  rotateEndpointSecret,
  setSelection,
  type Seal,
} from "./endpoint-changes.ts";
import { hashBotToken } from "./bot.ts";

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
  await setSelection(tx, "bot_channel", { account, id }, channels);
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
  if (channels !== undefined) await setSelection(tx, "bot_channel", { account, id }, channels);
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
  sends_button_text: row.sendsButtonText,
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
