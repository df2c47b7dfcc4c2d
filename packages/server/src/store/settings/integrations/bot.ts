import { omitAbsent } from "@parlour/protocol/omit-absent";
import { createHash } from "node:crypto";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { bot } from "@parlour/protocol/settings/kinds/bots/bot";
import type { Values } from "@parlour/protocol/settings/values";
import { advisoryLocks } from "../../database/locks.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import { createTransactionReader } from "../../database/transaction-reader.ts";
import type { Given, KindRow, KindStore, StoreContext } from "../kind-store.ts";
import { insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";
import { toColumns, toValues } from "../table-store.ts";
import type { ProviderState } from "./bot-record.ts";
import type { EndpointSummary } from "./endpoint.ts";
import {
  createEndpoint,
  setEndpointUrl,
  rotateEndpointSecret,
  setSelection,
  type Seal,
} from "./endpoint-changes.ts";
import {
  endpointUseColumns,
  endpointUseJoin,
  toEndpointUse,
  type EndpointUseRow,
} from "./endpoint-use.ts";

type BotFields = (typeof bot)["fields"];
export type BotValues = Given<BotFields>;
/** What Parlour knows of a bot besides its settings. */
export interface BotFacts {
  readonly provider: { readonly id: string; readonly name: string; readonly state: ProviderState };
  readonly endpoint: EndpointSummary;
  /** Encrypted (CORE-125). The secret `token` of the row is its hash. */
  readonly sealedToken: Buffer;
  readonly tokenShort: boolean;
}
export type BotRow = KindRow<BotFields, BotFacts>;

/** Minimum length of a token (BOT-003). Shorter tokens are easy to guess. */
const minTokenLength = 22;

/** Bots with their endpoints, which have the address and the signing secret. */
export const botStore: KindStore<BotFields, BotFacts> = {
  list: listBots,
  create: createBot,
  update: updateBot,
  remove: deleteBot,
};

/**
 * Lists bots of the account, oldest first. Channels that were deleted are left out. The reader must
 * be of the writer role, because a provider may belong to no account.
 */
async function listBots(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly BotRow[]> {
  const rows = await reader.rows<BotColumns>(
    account,
    `select b.*, e.secret, p.name as provider_name, p.state as provider_state, ${endpointUseColumns},
       case when not b.all_channels then array(select bc.channel_id from bot_channel bc join channel c on c.account_id = bc.account_id and c.id = bc.channel_id
         where bc.account_id = b.account_id and bc.bot_id = b.id and c.deleted_at is null order by 1) end as channels
     from bot b join bot_provider p on p.id = b.provider_id ${endpointUseJoin("b")}
     where b.account_id = $1 and b.deleted_at is null and ($2::bigint is null or b.id = $2) order by b.id`,
    [account, id],
  );
  return rows.map(toRow);
}
export async function findBot(sql: Sql, account: number, id: number): Promise<BotRow | null> {
  return (await listBots(createTransactionReader(sql), account, { id }))[0] ?? null;
}

interface BotColumns
  extends
    EndpointUseRow,
    Omit<Values<BotFields>, "endpoint_url" | "channels" | "authorization" | "if"> {
  readonly condition: Condition;
  readonly id: string;
  readonly managed: boolean;
  readonly provider_name: string;
  readonly provider_state: ProviderState;
  readonly secret: Buffer;
  readonly token: Buffer;
  readonly token_hash: Buffer;
  readonly token_short: boolean;
  readonly channels: readonly (string | number)[] | null;
  readonly token_url: string | null;
  readonly client_id: string | null;
  readonly client_secret: Buffer | null;
  readonly token_scope: string | null;
  readonly client_auth: "basic" | "body" | null;
  readonly created_at: Date;
}
function toRow(row: BotColumns): BotRow {
  const endpoint = toEndpointUse(row);
  const columns = toValues(bot.fields, row);
  return {
    id: toInteger(row.id),
    managed: row.managed,
    createdAt: toIsoTime(row.created_at),
    values: {
      ...columns,
      if: row.condition,
      endpoint_url: row.url,
      channels: row.channels?.map(toInteger) ?? null,
      authorization: toAuthorization(row),
    },
    secrets: {
      token: { stored: row.token_hash, hint: "" },
      secret: { stored: row.secret, hint: endpoint.secretHint },
      ...omitAbsent({
        "authorization.client_secret": row.client_secret
          ? { stored: row.client_secret, hint: "" }
          : undefined,
      }),
    },
    facts: {
      provider: { id: row.provider_id, name: row.provider_name, state: row.provider_state },
      endpoint,
      sealedToken: row.token,
      tokenShort: row.token_short,
    },
  };
}
const toAuthorization = (row: BotColumns): BotRow["values"]["authorization"] =>
  row.token_url === null
    ? null
    : {
        token_url: row.token_url,
        client_id: row.client_id ?? "",
        scope: row.token_scope,
        client_auth: row.client_auth ?? "basic",
      };

/** Returns the hash by which a bot is found. */
export const hashBotToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Inserts a bot (BOT-003). Returns null if another one of the provider uses the token. */
async function createBot(
  tx: Sql,
  account: number,
  { managed, ...given }: BotValues & { readonly managed: boolean },
  { now, operatorId, seal }: StoreContext,
): Promise<number | null> {
  const { provider_id, token, endpoint_url, secret, channels, authorization } = given;
  if (await isTokenInUse(tx, provider_id, token, null)) return null;
  const endpoint = { kind: "bot", url: endpoint_url, secret, now } as const;
  const id = await insertRow(tx, "bot", account, {
    ...toColumns(bot.fields, given),
    ...toTokenColumns(token, seal),
    condition: JSON.stringify(given.if),
    managed,
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

/** Updates fields. `name_taken`: the token is used. The old secret signs 24 h (CORE-124). */
async function updateBot(
  tx: Sql,
  key: RowKey,
  { managed, ...given }: Partial<BotValues> & { readonly managed?: boolean },
  { now, seal }: Omit<StoreContext, "operatorId">,
): Promise<"done" | "name_taken" | "not_found"> {
  const { token, endpoint_url, secret, channels, authorization } = given;
  const { account, id } = key;
  const [row] = await tx.query<{ provider_id: string; endpoint_id: number }>(
    "select provider_id, endpoint_id::float8 as endpoint_id from bot where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (row === undefined) return "not_found";
  if (token !== undefined && (await isTokenInUse(tx, row.provider_id, token, id)))
    return "name_taken";
  const endpoint = row.endpoint_id;
  await updateRow(tx, "bot", key, {
    ...toColumns(bot.fields, given),
    ...toTokenColumns(token, seal),
    condition: given.if && JSON.stringify(given.if),
    managed,
    all_channels: channels === undefined ? undefined : channels === null,
  });
  if (endpoint_url !== undefined) await setEndpointUrl(tx, account, endpoint, endpoint_url);
  if (secret !== undefined)
    await rotateEndpointSecret(tx, { account, id: endpoint }, secret, { seal, now });
  if (channels !== undefined) await setSelection(tx, "bot_channel", key, channels);
  if (authorization !== undefined) await setAuthorization(tx, key, authorization, seal);
  return "done";
}
/** Replaces the signing secret of a bot. The previous one also signs for 24 h (CORE-124). */
export const rotateBotSecret = (
  tx: Sql,
  key: RowKey,
  secret: string,
  context: Omit<StoreContext, "operatorId">,
) => updateBot(tx, key, { secret }, context);

const toTokenColumns = (token: string | undefined, seal: Seal): Columns =>
  token === undefined
    ? {}
    : {
        token: seal(token),
        token_hash: hashBotToken(token),
        token_short: token.length < minTokenLength,
      };

/** Marks a bot as deleted, for a journal subscriber. Returns false without one. */
async function deleteBot(
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
  authorization: BotValues["authorization"],
  seal: Seal,
): Promise<void> {
  await tx.query(
    `update bot set token_url = $3, client_id = $4, client_secret = case when $8 then null else coalesce($5, client_secret) end,
       token_scope = $6, client_auth = $7 where account_id = $1 and id = $2`,
    [
      account,
      id,
      authorization?.token_url ?? null,
      authorization?.client_id ?? null,
      authorization?.client_secret ? seal(authorization.client_secret) : null,
      authorization?.scope ?? null,
      authorization?.client_auth ?? null,
      authorization === null,
    ],
  );
  await tx.query("delete from bot_token where account_id = $1 and bot_id = $2", [account, id]);
}

/** Returns whether another bot uses provider and token (BOT-003), under a lock. */
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
