import { refuse } from "../../core/failure.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";
import { principalColumns, type PrincipalRow } from "./sessions.ts";

/*
 * Applications that registered as OAuth clients, the access that operators granted to them, and
 * their codes and tokens (MCP-060 to MCP-071). All times are in milliseconds since 1970 and come
 * from the clock of the caller.
 */

/** An application as it registered itself. Nothing of it is verified. */
export interface ApplicationRow {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}
/** Access of an application, as its operator sees it. */
export interface ListedGrant {
  readonly id: number;
  readonly application: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}
/**
 * The operator of an access token. Not returned if the operator was deactivated, or if the account
 * requires two factors and the operator had signed in with one (CORE-203).
 */
export interface GrantPrincipalRow extends PrincipalRow {
  readonly scopes: readonly string[];
  readonly application: string;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
}
export type TokenKind = "code" | "access" | "refresh";
/** A code or refresh token that is being exchanged. */
export interface ExchangedToken {
  readonly accountId: number;
  readonly grantId: number;
  readonly applicationId: string;
  readonly application: string;
  readonly operatorId: number;
  /** False if `GrantPrincipalRow` would not be returned. */
  readonly isGrantValid: boolean;
  /** Time at which the operator granted the access. */
  readonly grantedAt: number;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly redirectUri: string | null;
  readonly challenge: string | null;
}

/** SQL for the condition of `GrantPrincipalRow`: grant `g`, operator `o`, account `a`. */
const validGrant = (now: string): string =>
  `(o.active and (g.strong or coalesce(a.second_factor_from > ${fromMilliseconds(now)}, true)))`;

/** Time in ms that people have to give a new application access, also if the table is full. */
const unfinishedTtlMs = 3_600_000;

/**
 * Stores an application. If there are `max` applications already, the oldest that nobody gave
 * access is removed (API-422). Returns false if it is not older than an hour.
 */
export async function insertApplication(
  sql: Sql,
  { id, name, redirectUris }: ApplicationRow,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<boolean> {
  const rows = await sql.query(
    `with evicted as (
       delete from application where id = (
         select id from application
         where (select count(*) from application) >= $5 and last_used_at is null and created_at <= ${fromMilliseconds("$6")}
         order by created_at limit 1 for update skip locked)
       returning id)
     insert into application (id, name, redirect_uris, created_at)
     select $1, $2, $3, ${fromMilliseconds("$4")}
     where (select count(*) from application) - (select count(*) from evicted) < $5 returning id`,
    [id, name, redirectUris, now, max, now - unfinishedTtlMs],
  );
  return rows.length > 0;
}

/** Returns an application, or null if it is unknown. */
export async function findApplication(sql: Sql, id: string): Promise<ApplicationRow | null> {
  const rows = await sql.query<ApplicationRow>(
    `select id, name, redirect_uris as "redirectUris" from application where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Stores the access of an application. Earlier access of the same application to the same operator
 * is removed. Returns the id. Refusal: `unauthorized` if the session has ended.
 */
export async function insertGrant(
  tx: Sql,
  grant: {
    readonly accountId: number;
    readonly operatorId: number;
    readonly applicationId: string;
    readonly scopes: readonly string[];
    /** Session in which the operator granted the access. */
    readonly sessionId: number;
    readonly now: number;
  },
): Promise<number> {
  await tx.query(
    "delete from application_grant where account_id = $1 and operator_id = $2 and application_id = $3",
    [grant.accountId, grant.operatorId, grant.applicationId],
  );
  await updateApplicationUse(tx, grant.applicationId, grant.now);
  const [row] = await tx.query<{ id: number }>(
    `insert into application_grant (account_id, operator_id, application_id, scopes, created_at, strong)
     select $1, $2, $3, $4, ${fromMilliseconds("$5")}, s.strong from session s where s.account_id = $1 and s.id = $6 returning id::float8 as id`,
    [
      grant.accountId,
      grant.operatorId,
      grant.applicationId,
      grant.scopes,
      grant.now,
      grant.sessionId,
    ],
  );
  return row?.id ?? refuse("unauthorized", "You are signed out. Sign in again.");
}
async function updateApplicationUse(tx: Sql, id: string, now: number): Promise<void> {
  await tx.query(`update application set last_used_at = ${fromMilliseconds("$2")} where id = $1`, [
    id,
    now,
  ]);
}

/** Stores the hash of a code or token. */
export async function insertToken(
  tx: Sql,
  token: {
    readonly hash: Buffer;
    readonly accountId: number;
    readonly grantId: number;
    readonly kind: TokenKind;
    readonly expiresAt: number;
    readonly redirectUri?: string;
    readonly challenge?: string;
  },
): Promise<void> {
  await tx.query(
    `insert into application_token (hash, account_id, grant_id, kind, expires_at, redirect_uri, challenge)
     values ($1, $2, $3, $4, ${fromMilliseconds("$5")}, $6, $7)`,
    [
      token.hash,
      token.accountId,
      token.grantId,
      token.kind,
      token.expiresAt,
      token.redirectUri ?? null,
      token.challenge ?? null,
    ],
  );
}

/**
 * Marks a code or refresh token as used. Returns it as it was before, or null if it is unknown. The
 * row stays locked until the end of the transaction, so only one of two exchanges finds it unused.
 */
export async function takeToken(
  tx: Sql,
  hash: Buffer,
  kind: TokenKind,
  now: number,
): Promise<ExchangedToken | null> {
  const [token] = await tx.query<ExchangedToken>(
    `select t.account_id::float8 as "accountId", t.grant_id::float8 as "grantId", g.application_id as "applicationId", p.name as application,
       g.operator_id::float8 as "operatorId", ${validGrant("$3")} as "isGrantValid", ${toMilliseconds("g.created_at")} as "grantedAt", g.scopes, ${toMilliseconds("t.expires_at")} as "expiresAt",
       ${toMilliseconds("t.used_at")} as "usedAt", t.redirect_uri as "redirectUri", t.challenge
     from application_token t join application_grant g on g.account_id = t.account_id and g.id = t.grant_id
       join application p on p.id = g.application_id join operator o on o.account_id = g.account_id and o.id = g.operator_id
       join account a on a.id = g.account_id
     where t.hash = $1 and t.kind = $2 for update of t`,
    [hash, kind, now],
  );
  if (token === undefined) return null;
  await updateApplicationUse(tx, token.applicationId, now);
  await tx.query(
    `update application_token set used_at = coalesce(used_at, ${fromMilliseconds("$2")}) where hash = $1`,
    [hash, now],
  );
  return token;
}

/**
 * Removes an access or refresh token of an application. Without its refresh token the whole access
 * ends. Returns the account and the grant, or null if the token is unknown.
 */
export async function revokeToken(
  tx: Sql,
  hash: Buffer,
  applicationId: string,
): Promise<{
  readonly accountId: number;
  readonly grantId: number;
  readonly operatorId: number;
  readonly application: string;
  readonly kind: TokenKind;
} | null> {
  const [token] = await tx.query<{
    accountId: number;
    grantId: number;
    operatorId: number;
    application: string;
    kind: TokenKind;
  }>(
    `select t.account_id::float8 as "accountId", t.grant_id::float8 as "grantId", g.operator_id::float8 as "operatorId", a.name as application, t.kind
     from application_token t join application_grant g on g.account_id = t.account_id and g.id = t.grant_id
       join application a on a.id = g.application_id
     where t.hash = $1 and t.kind <> 'code' and g.application_id = $2 for update of t`,
    [hash, applicationId],
  );
  if (token === undefined) return null;
  if (token.kind === "refresh") await deleteGrant(tx, token.accountId, token.grantId, null);
  else await tx.query("delete from application_token where hash = $1", [hash]);
  return token;
}

/** Returns the operator of a valid access token, or null. */
export async function findGrantPrincipal(
  sql: Sql,
  tokenHash: Buffer,
  now: number,
): Promise<GrantPrincipalRow | null> {
  const rows = await sql.query<GrantPrincipalRow>(
    `select ${principalColumns}, g.id::float8 as id, g.scopes, p.name as application, ${toMilliseconds("g.last_used_at")} as "lastUsedAt", ${toMilliseconds("t.expires_at")} as "expiresAt"
     from application_token t join application_grant g on g.account_id = t.account_id and g.id = t.grant_id
       join application p on p.id = g.application_id
       join operator o on o.account_id = g.account_id and o.id = g.operator_id
       join account a on a.id = o.account_id
     where t.hash = $1 and t.kind = 'access' and t.expires_at > ${fromMilliseconds("$2")} and ${validGrant("$2")}`,
    [tokenHash, now],
  );
  return rows[0] ?? null;
}
/** Stores the time of the last use of a grant. */
export async function updateGrantUse(
  sql: Sql,
  account: number,
  id: number,
  now: number,
): Promise<void> {
  await sql.query(
    `update application_grant set last_used_at = ${fromMilliseconds("$3")} where account_id = $1 and id = $2`,
    [account, id, now],
  );
}

/** Lists the access that an operator granted, newest first. */
export function listGrants(
  sql: Sql,
  account: number,
  operatorId: number,
): Promise<readonly ListedGrant[]> {
  return sql.query<ListedGrant>(
    `select g.id::float8 as id, a.name as application, g.scopes, ${toMilliseconds("g.created_at")} as "createdAt", ${toMilliseconds("g.last_used_at")} as "lastUsedAt"
     from application_grant g join application a on a.id = g.application_id
     where g.account_id = $1 and g.operator_id = $2 order by g.id desc limit 1000`,
    [account, operatorId],
  );
}

/** Removes a grant, of this operator if given. Returns its application's name, or null. */
export async function deleteGrant(
  sql: Sql,
  account: number,
  id: number,
  operatorId: number | null,
): Promise<string | null> {
  const rows = await sql.query<{ name: string }>(
    `delete from application_grant g using application a
     where g.account_id = $1 and g.id = $2 and ($3::bigint is null or g.operator_id = $3) and a.id = g.application_id returning a.name`,
    [account, id, operatorId],
  );
  return rows[0]?.name ?? null;
}

/** Age in milliseconds at which an application is removed that nobody gave access. */
const unusedApplicationTtlMs = 24 * 3_600_000;
/**
 * Time in milliseconds after the last use at which an application without access is removed. Until
 * then it can ask again, because clients keep their id.
 */
const usedApplicationTtlMs = 90 * 86_400_000;

/** Removes expired codes and tokens, grants without a token, and unused applications. */
export async function removeExpiredApplications(sql: Sql, now: number): Promise<void> {
  await sql.query(`delete from application_token where expires_at <= ${fromMilliseconds("$1")}`, [
    now,
  ]);
  await sql.query(
    `delete from application_grant g where not exists (
       select from application_token t where t.account_id = g.account_id and t.grant_id = g.id)`,
  );
  await sql.query(
    `delete from application a
     where coalesce(last_used_at < ${fromMilliseconds("$2")}, created_at < ${fromMilliseconds("$1")})
       and not exists (select from application_grant g where g.application_id = a.id)`,
    [now - unusedApplicationTtlMs, now - usedApplicationTtlMs],
  );
}
