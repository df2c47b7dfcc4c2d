import { createHash } from "node:crypto";
import type { BotRecord, ProviderState } from "./bot-record.ts";
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
  readonly sends_button_text: boolean;
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
    sendsButtonText: row.sends_button_text,
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
