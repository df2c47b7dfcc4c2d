import { toInteger } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";

export interface SignInOperator {
  readonly account: number;
  readonly operator: number;
}
/** Where somebody signs in, and for which form or channel. Unchanged when the sign-in ends. */
export interface SignInPurpose {
  readonly provider: string;
  readonly draft: string;
  readonly channel: number | null;
}
/** A sign-in to a mailbox that somebody started (MAIL-124). */
export interface MailSignInRecord extends SignInOperator, SignInPurpose {
  /** The PKCE verifier, sealed. */
  readonly verifier: Buffer;
}
/** Access to a mailbox. Both tokens are sealed, and times are in ms since 1970. */
export interface MailGrantRecord {
  readonly account: number;
  readonly provider: string;
  readonly refreshToken: Buffer;
  readonly accessToken: Buffer | null;
  readonly accessExpiresAt: number;
  readonly isRefused: boolean;
}
/** New tokens. null keeps the refresh token. */
export interface NewTokens {
  readonly refreshToken: Buffer | null;
  readonly accessToken: Buffer;
  readonly accessExpiresAt: number;
}

/** Grants that no channel names are kept for this time in ms, for a set-up that is in progress. */
const unusedGrantMs = 86_400_000;

export async function insertMailSignIn(
  sql: Sql,
  state: Buffer,
  { account, operator, provider, verifier, draft, channel }: MailSignInRecord,
  expiresAt: number,
): Promise<void> {
  await sql.query(
    `insert into mail_sign_in (state, account_id, operator_id, provider, verifier, draft, channel_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [state, account, operator, provider, verifier, draft, channel, new Date(expiresAt)],
  );
}

/**
 * Removes a started sign-in and returns it, so that its state works once. Returns null if somebody
 * else started it, or if it expired.
 */
export async function takeMailSignIn(
  sql: Sql,
  state: Buffer,
  by: SignInOperator,
  now: number,
): Promise<MailSignInRecord | null> {
  const [row] = await sql.query<{
    provider: string;
    verifier: Buffer;
    draft: string;
    channel_id: string | null;
  }>(
    `delete from mail_sign_in where state = $1 and account_id = $2 and operator_id = $3 and expires_at > $4
     returning provider, verifier, draft, channel_id`,
    [state, by.account, by.operator, new Date(now)],
  );
  if (row === undefined) return null;
  const { channel_id, ...purpose } = row;
  return { ...by, ...purpose, channel: channel_id === null ? null : toInteger(channel_id) };
}

export async function insertMailGrant(
  sql: Sql,
  id: string,
  grant: NewTokens & SignInOperator & { readonly provider: string },
  now: number,
): Promise<void> {
  await sql.query(
    `insert into mail_grant (id, account_id, operator_id, provider, refresh_token, access_token, access_expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      grant.account,
      grant.operator,
      grant.provider,
      grant.refreshToken,
      grant.accessToken,
      new Date(grant.accessExpiresAt),
      new Date(now),
    ],
  );
}

export async function findMailGrant(sql: Sql, id: string): Promise<MailGrantRecord | null> {
  const [row] = await sql.query<{
    account_id: string;
    provider: string;
    refresh_token: Buffer;
    access_token: Buffer | null;
    access_expires_at: Date | null;
    refused_at: Date | null;
  }>(
    "select account_id, provider, refresh_token, access_token, access_expires_at, refused_at from mail_grant where id = $1",
    [id],
  );
  return row === undefined
    ? null
    : {
        account: toInteger(row.account_id),
        provider: row.provider,
        refreshToken: row.refresh_token,
        accessToken: row.access_token,
        accessExpiresAt: row.access_expires_at?.getTime() ?? 0,
        isRefused: row.refused_at !== null,
      };
}

/** Returns whether the operator created the grant and no other channel has it (MAIL-125). */
export async function isUsableGrant(
  sql: Sql,
  { id, provider }: { readonly id: string; readonly provider: string },
  by: SignInOperator,
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from mail_grant g where g.id = $1 and g.provider = $2 and g.account_id = $3 and g.operator_id = $4
     and not exists (select from channel c where c.settings->'oauth'->>'grant' = g.id and c.deleted_at is null)`,
    [id, provider, by.account, by.operator],
  );
  return rows.length > 0;
}

/** Lets one node refresh until `until` (MAIL-127). Returns the sealed token or null. */
export async function claimMailGrant(
  sql: Sql,
  id: string,
  now: number,
  until: number,
): Promise<Buffer | null> {
  const [row] = await sql.query<{ refresh_token: Buffer }>(
    "update mail_grant set lease_until = $3 where id = $1 and (lease_until is null or lease_until <= $2) returning refresh_token",
    [id, new Date(now), new Date(until)],
  );
  return row?.refresh_token ?? null;
}

export async function saveMailTokens(sql: Sql, id: string, tokens: NewTokens): Promise<void> {
  await sql.query(
    `update mail_grant set refresh_token = coalesce($2, refresh_token), access_token = $3, access_expires_at = $4, lease_until = null
     where id = $1`,
    [id, tokens.refreshToken, tokens.accessToken, new Date(tokens.accessExpiresAt)],
  );
}

/** Ends a lease without new tokens. `refusedAt`: the provider refused the refresh token. */
export async function releaseMailGrant(
  sql: Sql,
  id: string,
  refusedAt: number | null,
): Promise<void> {
  await sql.query(
    "update mail_grant set lease_until = null, refused_at = coalesce($2, refused_at) where id = $1",
    [id, refusedAt === null ? null : new Date(refusedAt)],
  );
}

/** Removes sign-ins that expired, and grants that no channel has. */
export async function removeUnusedMailSignIns(sql: Sql, now: number): Promise<void> {
  await sql.query("delete from mail_sign_in where expires_at < $1", [new Date(now)]);
  await sql.query(
    `delete from mail_grant g where g.created_at < $1 and not exists
       (select from channel c where c.account_id = g.account_id and c.deleted_at is null and c.settings->'oauth'->>'grant' = g.id)`,
    [new Date(now - unusedGrantMs)],
  );
}
