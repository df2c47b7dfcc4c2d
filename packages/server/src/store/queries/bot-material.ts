import type { ChatDraft, VisitorDraft } from "../../core/event.ts";
import type { Sql } from "../sql.ts";
import { int } from "./values.ts";

/** A connection by its address (BOT-010), whoever owns it; null when there is none or it is deleted. */
export async function findBotAddress(
  sql: Sql,
  provider: string,
  tokenHash: Uint8Array,
): Promise<{ account: number; botId: number; tokenHash: Buffer; isAuthorized: boolean } | null> {
  const rows = await sql.query<{ account_id: string; id: string; token_hash: Buffer; authorized: boolean }>(
    `select b.account_id, b.id, b.token_hash, b.token_url is not null as authorized from bot b join bot_provider p on p.id = b.provider_id
     where b.provider_id = $1 and b.token_hash = $2 and b.deleted_at is null and p.deleted_at is null`,
    [provider, Buffer.from(tokenHash)],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { account: int(row.account_id), botId: int(row.id), tokenHash: row.token_hash, isAuthorized: row.authorized };
}

/** The running chat of a visitor with this bot (BOT-025); null when there is none. */
export async function findBotChat(sql: Sql, account: number, botId: number, visitorId: number): Promise<number | null> {
  const rows = await sql.query<{ id: string; body: string }>(
    "select c.id, c.body from chat c where c.account_id = $1 and c.visitor_id = $2 and c.state <> 'closed' order by c.created_at desc, c.id",
    [account, visitorId],
  );
  const row = rows.find(({ body }) => (JSON.parse(body) as ChatDraft).bot?.id === botId);
  return row === undefined ? null : int(row.id);
}

/** What requests to a provider are built from; secrets are sealed. */
export interface BotMaterialRow {
  readonly bot: {
    readonly id: number;
    readonly isDeleted: boolean;
    readonly token: Buffer;
    readonly authorization: {
      readonly url: string;
      readonly clientId: string;
      readonly clientSecret: Buffer;
      readonly scope: string | null;
      readonly clientAuth: "basic" | "body";
    } | null;
  };
  readonly chat: {
    readonly entity: ChatDraft;
    readonly visitor: VisitorDraft;
    readonly channel: { readonly publicId: string; readonly kind: "api" | "widget" };
    /** Something pending stands before `lane` now. */
    readonly isOvertaken: boolean;
  } | null;
}

/** The connection of an endpoint with one chat of the account, as they are now; null: no connection has it. */
export async function findBotMaterial(
  sql: Sql,
  account: number,
  endpointId: number,
  chatId: number | null,
  lane?: { readonly orderKey: number; readonly lanePlace: number },
): Promise<BotMaterialRow | null> {
  const rows = await sql.query<MaterialRow>(
    `select b.id, b.deleted_at is not null as deleted, b.token, b.token_url, b.client_id, b.client_secret, b.token_scope, b.client_auth,
       h.body as chat_body, v.body as visitor_body, c.public_id, c.kind,
       exists (select from delivery d where d.account_id = b.account_id and d.endpoint_id = b.endpoint_id and d.state = 'pending'
         and d.order_key = $4 and d.lane_place < $5) as overtaken
     from bot b left join chat h on h.account_id = b.account_id and h.id = $3
       left join visitor v on v.account_id = h.account_id and v.id = h.visitor_id
       left join channel c on c.account_id = h.account_id and c.id = h.source
     where b.account_id = $1 and b.endpoint_id = $2`,
    [account, endpointId, chatId, lane?.orderKey ?? null, lane?.lanePlace ?? null],
  );
  const row = rows[0];
  return row === undefined ? null : { bot: botOf(row), chat: chatOf(row) };
}

interface MaterialRow {
  readonly id: string;
  readonly deleted: boolean;
  readonly token: Buffer;
  readonly token_url: string | null;
  readonly client_id: string | null;
  readonly client_secret: Buffer | null;
  readonly token_scope: string | null;
  readonly client_auth: "basic" | "body" | null;
  readonly chat_body: string | null;
  readonly visitor_body: string | null;
  readonly public_id: string | null;
  readonly kind: "api" | "widget" | null;
  readonly overtaken: boolean;
}
function botOf(row: MaterialRow): BotMaterialRow["bot"] {
  const { token_url: url, client_id: clientId, client_secret: clientSecret } = row;
  const authorization =
    url === null || clientId === null || clientSecret === null
      ? null
      : { url, clientId, clientSecret, scope: row.token_scope, clientAuth: row.client_auth ?? ("basic" as const) };
  return { id: int(row.id), isDeleted: row.deleted, token: row.token, authorization };
}
function chatOf(row: MaterialRow): BotMaterialRow["chat"] {
  if (row.chat_body === null || row.visitor_body === null || row.public_id === null || row.kind === null) return null;
  return {
    entity: JSON.parse(row.chat_body) as ChatDraft,
    visitor: JSON.parse(row.visitor_body) as VisitorDraft,
    channel: { publicId: row.public_id, kind: row.kind },
    isOvertaken: row.overtaken,
  };
}
