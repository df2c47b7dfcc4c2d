import type { ProviderState } from "../settings/integrations/bot-record.ts";
import type { Sql } from "../database/sql.ts";
import { hashBotToken } from "../settings/integrations/bot.ts";

/** Stored bots that a provisioning file is compared with. */
export interface CurrentIntegrations {
  /** Providers of the whole installation, including deleted ones. */
  readonly providers: readonly CurrentProvider[];
  readonly bots: readonly CurrentBot[];
}
export interface CurrentProvider {
  readonly id: string;
  /** Owner of a provider with scope `account`. */
  readonly accountId: number | null;
  readonly name: string;
  readonly contact: string | null;
  readonly endpointUrl: string | null;
  readonly state: ProviderState;
  readonly deleted: boolean;
  readonly managed: boolean;
}
export interface CurrentBot {
  readonly id: number;
  readonly providerId: string;
  readonly name: string;
  readonly photo: string | null;
  readonly enabled: boolean;
  readonly token: Buffer;
  readonly endpointUrl: string;
  readonly secret: Buffer;
  /** null: all channels. */
  readonly channels: readonly number[] | null;
  readonly inviteWaitS: number;
  readonly silentS: number;
  readonly sendsChatClosed: boolean;
  readonly answersSettle: boolean;
  readonly appendToken: boolean;
  readonly tokenUrl: string | null;
  readonly clientId: string | null;
  readonly clientSecret: Buffer | null;
  readonly tokenScope: string | null;
  readonly clientAuth: "basic" | "body" | null;
  readonly managed: boolean;
}
export async function readIntegrations(
  sql: Sql,
  account: number | null,
): Promise<CurrentIntegrations> {
  const providers = await sql.query<CurrentProvider>(
    `select id, account_id::float8 as "accountId", name, contact, endpoint_url as "endpointUrl", state, deleted_at is not null as deleted, managed
     from bot_provider order by number`,
  );
  const bots = await sql.query<CurrentBot>(
    `select b.id::float8 as id, b.provider_id as "providerId", b.name, b.photo, b.enabled, b.token, e.url as "endpointUrl", e.secret,
       ${selectedChannelsSql("bot_channel", "bot_id", "b")} as channels, b.invite_wait_s as "inviteWaitS", b.silent_s as "silentS",
       b.sends_chat_closed as "sendsChatClosed", b.answers_settle as "answersSettle", b.append_token as "appendToken",
       b.token_url as "tokenUrl", b.client_id as "clientId", b.client_secret as "clientSecret",
       b.token_scope as "tokenScope", b.client_auth as "clientAuth", b.managed
     from bot b join endpoint e on e.account_id = b.account_id and e.id = b.endpoint_id
     where b.account_id = $1 and b.deleted_at is null order by b.id`,
    [account],
  );
  return { providers, bots };
}
const selectedChannelsSql = (table: string, column: string, alias: string): string =>
  `case when not ${alias}.all_channels then array(select t.channel_id::float8 from ${table} t
    where t.account_id = ${alias}.account_id and t.${column} = ${alias}.id order by 1) end`;

/** Returns the indexes in `requested` whose (provider, token) another account uses (BOT-003). */
export async function findConflictingBots(
  sql: Sql,
  account: number | null,
  requested: readonly { readonly provider: string; readonly token: string }[],
): Promise<readonly number[]> {
  const rows = await sql.query<{ n: number }>(
    `select q.n::int as n from unnest($2::text[], $3::bytea[]) with ordinality q(provider, hash, n)
     join bot b on b.provider_id = q.provider and b.token_hash = q.hash and b.deleted_at is null and b.account_id is distinct from $1`,
    [
      account,
      requested.map((bot) => bot.provider),
      requested.map((bot) => hashBotToken(bot.token)),
    ],
  );
  return rows.map((row) => row.n - 1);
}
