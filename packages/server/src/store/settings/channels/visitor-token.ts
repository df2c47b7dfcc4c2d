import type { Sql } from "../../database/sql.ts";

/** Returns the visitor's key and the widget's public id for a token, or null. */
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
