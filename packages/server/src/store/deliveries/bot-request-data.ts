import { lastSeq } from "../last-entry.ts";
import type { ChannelKind } from "../../core/entity.ts";
import type { ChatData, NewMessage, VisitorData } from "../../core/event.ts";
import { toMilliseconds, fromMilliseconds, type Sql } from "../database/sql.ts";
import { toInteger } from "../database/parameters.ts";

/** Finds a bot of any account by its address (BOT-010). Returns null if it is deleted. */
export async function findBotAddress(
  sql: Sql,
  provider: string,
  tokenHash: Uint8Array,
): Promise<{ account: number; botId: number; tokenHash: Buffer; isAuthorized: boolean } | null> {
  const rows = await sql.query<{
    account_id: string;
    id: string;
    token_hash: Buffer;
    authorized: boolean;
  }>(
    `select b.account_id, b.id, b.token_hash, b.token_url is not null as authorized from bot b join bot_provider p on p.id = b.provider_id
     where b.provider_id = $1 and b.token_hash = $2 and b.deleted_at is null and p.deleted_at is null`,
    [provider, Buffer.from(tokenHash)],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    account: toInteger(row.account_id),
    botId: toInteger(row.id),
    tokenHash: row.token_hash,
    isAuthorized: row.authorized,
  };
}

/** Returns the visitor's running chat that has this bot (BOT-025), or null. */
export async function findBotChat(
  sql: Sql,
  account: number,
  botId: number,
  visitorId: number,
): Promise<number | null> {
  const rows = await sql.query<{ id: string; body: string }>(
    "select c.id, c.body from chat c where c.account_id = $1 and c.visitor_id = $2 and c.state <> 'closed' order by c.created_at desc, c.id",
    [account, visitorId],
  );
  const row = rows.find(({ body }) => (JSON.parse(body) as ChatData).bot?.id === botId);
  return row === undefined ? null : toInteger(row.id);
}

/** Data for requests to a bot provider. Secrets are sealed. */
export interface BotRequestDataRow {
  readonly bot: {
    readonly id: number;
    readonly providerId: string;
    readonly isDeleted: boolean;
    readonly token: Buffer;
    readonly appendToken: boolean;
    readonly authorization: {
      readonly url: string;
      readonly clientId: string;
      readonly clientSecret: Buffer;
      readonly scope: string | null;
      readonly clientAuth: "basic" | "body";
    } | null;
  };
  readonly chat: {
    readonly entity: ChatData;
    readonly lastSeq: number;
    readonly visitor: VisitorData;
    readonly channel: { readonly publicId: string; readonly kind: ChannelKind };
    /** Whether a pending delivery of the same lane now precedes this one. */
    readonly isOvertaken: boolean;
  } | null;
}

/** Returns the bot connection of an endpoint, and a chat. null without a connection. */
export async function findBotRequestData(
  sql: Sql,
  account: number,
  endpointId: number,
  {
    chatId,
    lane,
  }: {
    readonly chatId: number | null;
    readonly lane?: { readonly orderKey: number; readonly lanePosition: number } | undefined;
  },
): Promise<BotRequestDataRow | null> {
  const rows = await sql.query<RequestDataRow>(
    `select b.id, b.provider_id, b.append_token, b.deleted_at is not null as deleted, b.token, b.token_url, b.client_id, b.client_secret, b.token_scope, b.client_auth,
       h.body as chat_body, ${lastSeq("h.account_id", "h.id")} as last_seq, v.body as visitor_body, c.public_id, c.kind,
       exists (select from delivery d where d.account_id = b.account_id and d.endpoint_id = b.endpoint_id and d.state = 'pending'
         and d.order_key = $4 and d.lane_place < $5) as overtaken
     from bot b left join chat h on h.account_id = b.account_id and h.id = $3
       left join visitor v on v.account_id = h.account_id and v.id = h.visitor_id
       left join channel c on c.account_id = h.account_id and c.id = h.source
     where b.account_id = $1 and b.endpoint_id = $2`,
    [account, endpointId, chatId, lane?.orderKey ?? null, lane?.lanePosition ?? null],
  );
  const row = rows[0];
  return row === undefined ? null : { bot: toBot(row), chat: toChat(row) };
}

interface RequestDataRow {
  readonly id: string;
  readonly provider_id: string;
  readonly append_token: boolean;
  readonly deleted: boolean;
  readonly token: Buffer;
  readonly token_url: string | null;
  readonly client_id: string | null;
  readonly client_secret: Buffer | null;
  readonly token_scope: string | null;
  readonly client_auth: "basic" | "body" | null;
  readonly chat_body: string | null;
  readonly last_seq: number | null;
  readonly visitor_body: string | null;
  readonly public_id: string | null;
  readonly kind: ChannelKind | null;
  readonly overtaken: boolean;
}
function toBot(row: RequestDataRow): BotRequestDataRow["bot"] {
  const { token_url, client_id, client_secret } = row;
  const authorization =
    token_url === null || client_id === null || client_secret === null
      ? null
      : {
          url: token_url,
          clientId: client_id,
          clientSecret: client_secret,
          scope: row.token_scope,
          clientAuth: row.client_auth ?? ("basic" as const),
        };
  return {
    id: toInteger(row.id),
    providerId: row.provider_id,
    isDeleted: row.deleted,
    token: row.token,
    appendToken: row.append_token,
    authorization,
  };
}
function toChat(row: RequestDataRow): BotRequestDataRow["chat"] {
  if (
    row.chat_body === null ||
    row.visitor_body === null ||
    row.public_id === null ||
    row.kind === null
  )
    return null;
  return {
    entity: JSON.parse(row.chat_body) as ChatData,
    lastSeq: row.last_seq ?? 0,
    visitor: JSON.parse(row.visitor_body) as VisitorData,
    channel: { publicId: row.public_id, kind: row.kind },
    isOvertaken: row.overtaken,
  };
}

/**
 * Returns the first answer of a bot in a chat: a message or an invitation (BOT-055). It must come
 * after message number `afterSeq`, or at or after `fromMs` (milliseconds since 1970). Returns null
 * if there is none.
 */
export async function findFirstBotAnswer(
  sql: Sql,
  account: number,
  { chatId, botId }: { readonly chatId: number; readonly botId: number },
  since: { readonly afterSeq: number } | { readonly fromMs: number },
): Promise<{ readonly event: "BOT_MESSAGE" | "INVITE_AGENT"; readonly at: number } | null> {
  const [where, value] =
    "afterSeq" in since
      ? ["j.seq > $4", since.afterSeq]
      : [`j.seq is not null and j.at >= ${fromMilliseconds("$4")}`, since.fromMs];
  // Quotes inside JSON strings are escaped, so this text matches only the key and its value.
  const [row] = await sql.query<{ kind: string; at: number }>(
    `select j.author_kind as kind, ${toMilliseconds("j.at")} as at from journal j where j.account_id = $1 and j.chat_id = $2 and ${where}
       and ((j.author_kind = 'bot' and j.author_id = $3)
         or (j.author_kind = 'system' and j.body ~ '"line":\\{"code":"(invited|invite_unavailable)"'))
     order by j.seq limit 1`,
    [account, chatId, botId, value],
  );
  return row === undefined
    ? null
    : { event: row.kind === "bot" ? "BOT_MESSAGE" : "INVITE_AGENT", at: Math.round(row.at) };
}

/**
 * Returns the text of a button of the latest buttons before a message (BOT-094), or null if the
 * message with the buttons was erased.
 */
export async function findButtonText(
  sql: Sql,
  account: number,
  { chatId, beforeSeq }: { readonly chatId: number; readonly beforeSeq: number },
  buttonId: string,
): Promise<string | null> {
  // Quotes inside JSON strings are escaped, so this text matches only the key and its value.
  const [row] = await sql.query<{ body: string }>(
    `select j.body from journal j where j.account_id = $1 and j.chat_id = $2 and j.seq < $3
       and j.author_kind = 'bot' and j.body like '%"kind":"buttons"%'
     order by j.seq desc limit 1`,
    [account, chatId, beforeSeq],
  );
  const { buttons = [] } = row === undefined ? {} : (JSON.parse(row.body) as Partial<NewMessage>);
  return buttons.find(({ id }) => id === buttonId)?.text ?? null;
}

/**
 * Returns the latest messages of a customer before message number `beforeSeq` that neither an
 * operator nor a bot has answered, oldest first (BOT-111). Those that no bot may answer are left
 * out (CON-036, CORE-300).
 */
export async function listUnansweredMessages(
  sql: Sql,
  account: number,
  { chatId, beforeSeq }: { readonly chatId: number; readonly beforeSeq: number },
): Promise<readonly NewMessage[]> {
  const rows = await sql.query<{ body: string }>(
    `select j.body from journal j where j.account_id = $1 and j.chat_id = $2 and j.seq < $3 and j.author_kind = 'visitor'
       and j.seq > coalesce((select max(a.seq) from journal a where a.account_id = $1 and a.chat_id = $2 and a.seq < $3
         and a.author_kind in ('operator', 'bot') and strpos(a.body, '"kind":"note"') = 0), 0)
     order by j.seq desc limit 20`,
    [account, chatId, beforeSeq],
  );
  return rows
    .map(({ body }) => JSON.parse(body) as NewMessage)
    .filter(
      ({ blacklisted, origin }) =>
        blacklisted !== true && origin?.automatic !== true && origin?.verified !== false,
    )
    .toReversed();
}
