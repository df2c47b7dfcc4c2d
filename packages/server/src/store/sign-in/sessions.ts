import type { PresenceChoice } from "../../core/operator/custom-status.ts";
import type { MovedTo } from "../../core/failure.ts";
import type { OperatorRole } from "../../core/operator/role.ts";
import { addedPermissions } from "../settings/account/operator.ts";
import { toMilliseconds, fromMilliseconds, type Sql } from "../database/sql.ts";

/*
 * Rows for sign-in: sessions, API keys, chosen presence. They are plain rows with named writers
 * (journal.md). All times are in milliseconds since 1970. They come from the clock of the caller,
 * never from that of the database.
 */

/** The operator of a session or an API key. Only active operators are returned. */
export interface PrincipalRow extends OperatorRole {
  readonly accountId: number;
  readonly operatorId: number;
  readonly name: string;
  readonly instanceOwner: boolean;
  readonly suspended: boolean;
  /** Addresses of the installation to which the account moved, or null. */
  readonly movedTo: MovedTo | null;
  readonly chosenPresence: PresenceChoice;
  readonly id: number;
}
export interface SessionRow extends PrincipalRow {
  readonly lastSeenAt: number;
  /**
   * End of the session, or the time from which a second factor is required. A connection that is
   * still open then checks the session again.
   */
  readonly expiresAt: number;
  readonly confirmedAt: number | null;
  /** True if only a password signed in, and the account requires more (CORE-203). */
  readonly isLimited: boolean;
}
export interface KeyRow extends PrincipalRow {
  readonly scopes: readonly string[];
  readonly lastUsedAt: number | null;
  /** Time of expiry in milliseconds since 1970. null means never. */
  readonly expiresAt: number | null;
}

/** Columns of `PrincipalRow`, except `id`. */
export const principalColumns = `o.account_id::float8 as "accountId", o.id::float8 as "operatorId", o.name, o.role, ${addedPermissions} as "addedPermissions", o.instance_owner as "instanceOwner",
  a.suspended, a.moved_to as "movedTo", jsonb_build_object('status', o.chosen_presence, 'custom', case when o.status_id is not null then
    jsonb_build_object('id', o.status_id, 'until', ${toMilliseconds("o.status_until")}, 'comment', o.status_comment) end) as "chosenPresence"`;
const sessionQuery = `select ${principalColumns}, s.id::float8 as id, ${toMilliseconds("s.last_seen_at")} as "lastSeenAt",
  ${toMilliseconds(`least(s.idle_expires_at, s.absolute_expires_at, case when not s.strong and a.second_factor_from > ${fromMilliseconds("$2")} then a.second_factor_from end)`)} as "expiresAt", ${toMilliseconds("s.confirmed_at")} as "confirmedAt",
  not s.strong and coalesce(a.second_factor_from <= ${fromMilliseconds("$2")}, false) as "isLimited"
  from session s join operator o on o.account_id = s.account_id and o.id = s.operator_id join account a on a.id = o.account_id
  where o.active and s.idle_expires_at > ${fromMilliseconds("$2")} and s.absolute_expires_at > ${fromMilliseconds("$2")}`;
const keyQuery = `select ${principalColumns}, k.id::float8 as id, k.scopes, ${toMilliseconds("k.last_used_at")} as "lastUsedAt", ${toMilliseconds("k.expires_at")} as "expiresAt"
  from api_key k join operator o on o.account_id = k.account_id and o.id = k.operator_id join account a on a.id = o.account_id
  where o.active and (k.expires_at is null or k.expires_at > ${fromMilliseconds("$2")})`;

/** Returns the active session with this token hash, or null if there is none. */
export async function findSession(
  sql: Sql,
  tokenHash: Buffer,
  now: number,
): Promise<SessionRow | null> {
  const rows = await sql.query<SessionRow>(`${sessionQuery} and s.token_hash = $1`, [
    tokenHash,
    now,
  ]);
  return rows[0] ?? null;
}
/** Returns those of these sessions that are still active. */
export async function findSessions(
  sql: Sql,
  ids: readonly number[],
  now: number,
): Promise<readonly SessionRow[]> {
  return sql.query<SessionRow>(`${sessionQuery} and s.id = any($1::bigint[])`, [ids, now]);
}
export async function findKey(sql: Sql, keyHash: Buffer, now: number): Promise<KeyRow | null> {
  const rows = await sql.query<KeyRow>(`${keyQuery} and k.key_hash = $1`, [keyHash, now]);
  return rows[0] ?? null;
}
/** Returns those of the given API keys that are still valid. */
export async function findKeys(
  sql: Sql,
  ids: readonly number[],
  now: number,
): Promise<readonly KeyRow[]> {
  return sql.query<KeyRow>(`${keyQuery} and k.id = any($1::bigint[])`, [ids, now]);
}

export type SignInMethod = "password" | "passkey" | "oidc" | "saml";
export interface NewSession {
  readonly tokenHash: Buffer;
  readonly accountId: number;
  readonly operatorId: number;
  readonly now: number;
  readonly idleExpiresAt: number;
  readonly absoluteExpiresAt: number;
  readonly method: SignInMethod;
  /** Whether the operator signed in with two factors. */
  readonly strong: boolean;
  readonly address: string;
  readonly userAgent: string;
  /** Browser whose other sessions remain (CORE-016). null means a new browser. */
  readonly browser: string | null;
}
/** Adds a session and removes expired ones of the operator. Returns its id. */
export async function insertSession(sql: Sql, session: NewSession): Promise<number> {
  await sql.query(
    `delete from session where account_id = $1 and operator_id = $2
     and (idle_expires_at <= ${fromMilliseconds("$3")} or absolute_expires_at <= ${fromMilliseconds("$3")})`,
    [session.accountId, session.operatorId, session.now],
  );
  const rows = await sql.query<{ id: number }>(
    `insert into session (token_hash, account_id, operator_id, created_at, last_seen_at, confirmed_at, idle_expires_at, absolute_expires_at,
       method, strong, address, user_agent, browser)
     values ($1, $2, $3, ${fromMilliseconds("$4")}, ${fromMilliseconds("$4")}, ${fromMilliseconds("$4")}, ${fromMilliseconds("$5")}, ${fromMilliseconds("$6")}, $7, $8, $9, $10, coalesce($11::uuid, gen_random_uuid()))
     returning id::float8 as id`,
    [
      session.tokenHash,
      session.accountId,
      session.operatorId,
      session.now,
      session.idleExpiresAt,
      session.absoluteExpiresAt,
      session.method,
      session.strong,
      session.address,
      session.userAgent,
      session.browser,
    ],
  );
  const row = rows[0];
  if (!row) throw new Error("insert into session returned no row");
  return row.id;
}
/** Extends the idle expiry of a session. The absolute expiry does not change. */
export async function extendSession(
  sql: Sql,
  id: number,
  now: number,
  idleExpiresAt: number,
): Promise<void> {
  await sql.query(
    `update session set last_seen_at = ${fromMilliseconds("$2")}, idle_expires_at = ${fromMilliseconds("$3")} where id = $1`,
    [id, now, idleExpiresAt],
  );
}
export async function updateKeyUse(
  sql: Sql,
  account: number,
  id: number,
  now: number,
): Promise<void> {
  await sql.query(
    `update api_key set last_used_at = ${fromMilliseconds("$3")} where account_id = $1 and id = $2`,
    [account, id, now],
  );
}
/** Deletes a session, of this operator if one is given. Returns false if there is none. */
export async function deleteSession(
  sql: Sql,
  account: number,
  id: number,
  operatorId: number | null,
): Promise<boolean> {
  const rows = await sql.query(
    "delete from session where account_id = $1 and id = $2 and ($3::bigint is null or operator_id = $3) returning id",
    [account, id, operatorId],
  );
  return rows.length > 0;
}
/**
 * Deletes an operator's sessions except `exceptId`, and the access of applications, which began
 * with a session (MCP-071). Returns the ids of the deleted sessions.
 */
export async function deleteOperatorSessions(
  sql: Sql,
  account: number,
  operatorId: number,
  exceptId: number | null,
): Promise<readonly number[]> {
  await sql.query("delete from application_grant where account_id = $1 and operator_id = $2", [
    account,
    operatorId,
  ]);
  const rows = await sql.query<{ id: number }>(
    `delete from session where account_id = $1 and operator_id = $2 and id is distinct from $3::bigint returning id::float8 as id`,
    [account, operatorId, exceptId],
  );
  return rows.map((row) => row.id);
}
