import type { WidgetSettings } from "@parlour/protocol/entity/widget/widget-settings";
import type { ChatData, VisitorData } from "../../../core/event.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger } from "../../database/parameters.ts";

/** A widget of any account, found by its public id (WG-005). */
export interface WidgetRow {
  readonly account: number;
  readonly channelId: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: WidgetSettings;
  /** Sealed secret of signed identity (WG-047), or null if it is off. */
  readonly identitySecret: Buffer | null;
}
export async function findWidget(sql: Sql, publicId: string): Promise<WidgetRow | null> {
  const [row] = await sql.query<{
    account: number;
    id: number;
    name: string;
    enabled: boolean;
    settings: WidgetSettings;
    secret: Buffer | null;
  }>(
    `select c.account_id::float8 as account, c.id::float8 as id, c.name, c.enabled and not a.suspended as enabled, c.widget as settings,
       c.identity_secret as secret
     from channel c join account a on a.id = c.account_id where c.public_id = $1 and c.kind = 'widget' and c.deleted_at is null`,
    [publicId],
  );
  if (row === undefined) return null;
  const { account, id, name, enabled, settings, secret } = row;
  return { account, channelId: id, name, enabled, settings, identitySecret: secret };
}

/**
 * Returns the visitor's key and the widget's public id for a token, which is found by its SHA-256.
 * Returns null for an unknown token.
 */
export async function findVisitorToken(
  sql: Sql,
  hash: Buffer,
): Promise<{ readonly customer: string; readonly publicId: string } | null> {
  const [row] = await sql.query<{ customer: string; publicId: string }>(
    `select t.customer, c.public_id as "publicId" from widget_token t join channel c on c.account_id = t.account_id and c.id = t.channel_id
     where t.hash = $1`,
    [hash],
  );
  return row ?? null;
}

/**
 * Returns the visitor's key for a token of the channel, which is found by its SHA-256 (WG-084).
 * Records the use of the token. Returns null for an unknown token.
 */
export async function resolveVisitorToken(
  sql: Sql,
  channelId: number,
  hash: Buffer,
  now: number,
): Promise<string | null> {
  const [row] = await sql.query<{ customer: string }>(
    "update widget_token set last_seen_at = $3 where hash = $1 and channel_id = $2 returning customer",
    [hash, channelId, new Date(now)],
  );
  return row?.customer ?? null;
}
export async function addVisitorToken(
  sql: Sql,
  row: {
    readonly hash: Buffer;
    readonly account: number;
    readonly channelId: number;
    readonly customer: string;
    readonly now: number;
  },
): Promise<void> {
  await sql.query(
    "insert into widget_token (hash, account_id, channel_id, customer, created_at, last_seen_at) values ($1, $2, $3, $4, $5, $5)",
    [row.hash, row.account, row.channelId, row.customer, new Date(row.now)],
  );
}
/** Removes a visitor's token after the page called `clearHistory` (WG-064). */
export async function removeVisitorToken(sql: Sql, hash: Buffer): Promise<void> {
  await sql.query("delete from widget_token where hash = $1", [hash]);
}

/** Saves the value that the page passed to `setUserToken` (WG-046). */
export async function saveUserToken(
  sql: Sql,
  row: {
    readonly account: number;
    readonly visitorId: number;
    readonly token: string;
    readonly now: number;
  },
): Promise<void> {
  await sql.query(
    `insert into user_token (account_id, visitor_id, token, updated_at) values ($1, $2, $3, $4)
     on conflict (account_id, visitor_id) do update set token = excluded.token, updated_at = excluded.updated_at
     where user_token.token <> excluded.token`,
    [row.account, row.visitorId, row.token, new Date(row.now)],
  );
}
export async function removeUserToken(sql: Sql, account: number, visitorId: number): Promise<void> {
  await sql.query("delete from user_token where account_id = $1 and visitor_id = $2", [
    account,
    visitorId,
  ]);
}

/** A widget's visitor with their latest chat. */
export interface WidgetVisitorRow {
  readonly id: number;
  readonly number: number;
  readonly visitor: VisitorData;
  /** Value that the page passed to `setUserToken` (WG-046), or null if it never did. */
  readonly userToken: string | null;
  readonly chat: { readonly id: number; readonly seq: number; readonly entity: ChatData } | null;
}
export async function findWidgetVisitor(
  sql: Sql,
  account: number,
  channelId: number,
  customer: string,
): Promise<WidgetVisitorRow | null> {
  const [row] = await sql.query<{
    id: string;
    number: string;
    body: string;
    token: string | null;
    chat_id: string | null;
    last_seq: number;
    chat_body: string;
  }>(
    `select v.id, v.number, v.body, u.token, c.id as chat_id, c.last_seq, c.body as chat_body from visitor v
       left join user_token u on u.account_id = v.account_id and u.visitor_id = v.id
       left join lateral (select c.id, c.last_seq, c.body from chat c where c.account_id = v.account_id and c.visitor_id = v.id and c.source = v.source
         order by c.created_at desc, c.id desc limit 1) c on true
     where v.account_id = $1 and v.source = $2 and v.customer = $3`,
    [account, channelId, customer],
  );
  if (row === undefined) return null;
  return {
    id: toInteger(row.id),
    number: toInteger(row.number),
    visitor: JSON.parse(row.body) as VisitorData,
    userToken: row.token,
    chat:
      row.chat_id === null
        ? null
        : {
            id: toInteger(row.chat_id),
            seq: row.last_seq,
            entity: JSON.parse(row.chat_body) as ChatData,
          },
  };
}

/**
 * Returns a widget file of a release that ended after `leftAfter` (milliseconds since 1970), or
 * null if there is none.
 */
export async function findReleasedFile(
  sql: Sql,
  name: string,
  leftAfter: number,
): Promise<Buffer | null> {
  const [row] = await sql.query<{ body: Buffer }>(
    "select body from widget_file where name = $1 and (left_at is null or left_at >= $2)",
    [name, new Date(leftAfter)],
  );
  return row?.body ?? null;
}

/** A file of the widget. Its path contains a hash of the content. */
export interface WidgetFileRow {
  readonly name: string;
  readonly body: Buffer;
}

/**
 * Stores the widget files of the current release. Files that are only in earlier releases are
 * deleted `retentionMs` after the first release without them.
 */
export async function saveReleaseFiles(
  sql: Sql,
  files: readonly WidgetFileRow[],
  now: number,
  retentionMs: number,
): Promise<void> {
  const names = files.map(({ name }) => name);
  const existing = await sql.query<{ name: string }>(
    "select name from widget_file where name = any($1::text[])",
    [names],
  );
  const has = new Set(existing.map(({ name }) => name));
  const missing = files.filter(({ name }) => !has.has(name));
  if (missing.length > 0) {
    await sql.query(
      "insert into widget_file (name, body) select * from unnest($1::text[], $2::bytea[]) on conflict (name) do nothing",
      [missing.map(({ name }) => name), missing.map(({ body }) => body)],
    );
  }
  await sql.query(
    `update widget_file set left_at = case when name = any($1::text[]) then null else $2::timestamptz end
     where (left_at is null) <> (name = any($1::text[]))`,
    [names, new Date(now)],
  );
  await sql.query("delete from widget_file where left_at < $1", [new Date(now - retentionMs)]);
}
