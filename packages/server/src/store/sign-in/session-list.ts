import type { SignInMethod } from "./sessions.ts";
import { toMilliseconds, fromMilliseconds, type Sql } from "../database/sql.ts";

/*
 * A session as operators see it (CORE-015). This file also reads sign-ins, and the sessions of
 * several accounts in one browser (CORE-016).
 */

export interface ListedSession {
  readonly id: number;
  readonly operatorId: number;
  readonly operatorName: string;
  readonly method: SignInMethod;
  readonly strong: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}
export interface ListedSignIn {
  readonly id: number;
  readonly operatorId: number;
  readonly operatorName: string;
  readonly at: number;
  readonly method: SignInMethod;
  readonly ok: boolean;
  readonly address: string;
  readonly userAgent: string;
}
export interface BrowserSessionRow {
  readonly id: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly operatorId: number;
  readonly operatorName: string;
}

const runningCondition = `s.idle_expires_at > ${fromMilliseconds("$2")} and s.absolute_expires_at > ${fromMilliseconds("$2")}`;

/** Returns the active sessions of an account, or of one operator, the most recently used first. */
export function listSessions(
  sql: Sql,
  account: number,
  now: number,
  operatorId: number | null,
): Promise<readonly ListedSession[]> {
  return sql.query<ListedSession>(
    `select s.id::float8 as id, o.id::float8 as "operatorId", o.name as "operatorName", s.method, s.strong, s.address, s.user_agent as "userAgent",
       ${toMilliseconds("s.created_at")} as "createdAt", ${toMilliseconds("s.last_seen_at")} as "lastSeenAt"
     from session s join operator o on o.account_id = s.account_id and o.id = s.operator_id
     where s.account_id = $1 and ${runningCondition} and ($3::bigint is null or s.operator_id = $3) order by s.last_seen_at desc, s.id desc limit 1000`,
    [account, now, operatorId],
  );
}

/** Lists the sign-ins of an account or an operator with an id below `before`, latest first. */
export function listSignIns(
  sql: Sql,
  account: number,
  filter: {
    readonly operatorId: number | null;
    readonly before: number | null;
    readonly limit: number;
  },
): Promise<readonly ListedSignIn[]> {
  return sql.query<ListedSignIn>(
    `select i.id::float8 as id, o.id::float8 as "operatorId", o.name as "operatorName", ${toMilliseconds("i.at")} as at, i.method, i.ok, i.address,
       i.user_agent as "userAgent"
     from sign_in i join operator o on o.account_id = i.account_id and o.id = i.operator_id
     where i.account_id = $1 and ($2::bigint is null or i.operator_id = $2) and ($3::bigint is null or i.id < $3) order by i.id desc limit $4`,
    [account, filter.operatorId, filter.before, filter.limit],
  );
}

/** Adds a sign-in to the log. The log is kept for as long as addresses are (CFG-031). */
export async function insertSignIn(
  sql: Sql,
  row: Omit<ListedSignIn, "id" | "operatorName"> & { readonly accountId: number },
): Promise<void> {
  await sql.query(
    `insert into sign_in (account_id, operator_id, at, method, ok, address, user_agent) values ($1, $2, ${fromMilliseconds("$3")}, $4, $5, $6, $7)`,
    [row.accountId, row.operatorId, row.at, row.method, row.ok, row.address, row.userAgent],
  );
}

/** Returns the active sessions of the browser to which this session belongs. */
export function listBrowserSessions(
  sql: Sql,
  session: number,
  now: number,
): Promise<readonly BrowserSessionRow[]> {
  return sql.query<BrowserSessionRow>(
    `select s.id::float8 as id, a.id::float8 as "accountId", a.name as "accountName", o.id::float8 as "operatorId", o.name as "operatorName"
     from session mine join session s on s.browser = mine.browser join account a on a.id = s.account_id
       join operator o on o.account_id = s.account_id and o.id = s.operator_id
     where mine.id = $1 and ${runningCondition} and o.active order by a.name, a.id`,
    [session, now],
  );
}

export interface BrowserRow {
  readonly id: number;
  readonly accountId: number;
  readonly browser: string;
}
/** Returns the session of a token, even if it has ended. */
export async function findBrowserSession(sql: Sql, tokenHash: Buffer): Promise<BrowserRow | null> {
  const rows = await sql.query<BrowserRow>(
    `select id::float8 as id, account_id::float8 as "accountId", browser from session where token_hash = $1`,
    [tokenHash],
  );
  return rows[0] ?? null;
}
/** Deletes and returns the sessions of a browser (CORE-016), of one or all accounts. */
export async function deleteBrowserSessions(
  sql: Sql,
  browser: string,
  account: number | null,
): Promise<readonly { accountId: number; id: number }[]> {
  return sql.query<{ accountId: number; id: number }>(
    `delete from session where browser = $1::uuid and ($2::bigint is null or account_id = $2)
     returning account_id::float8 as "accountId", id::float8 as id`,
    [browser, account],
  );
}
/** Replaces the token of a session. The earlier token stops working. */
export async function replaceToken(sql: Sql, session: number, tokenHash: Buffer): Promise<void> {
  await sql.query("update session set token_hash = $2 where id = $1", [session, tokenHash]);
}

/**
 * Marks sessions as having one factor, after the operator removed their second factor. Sessions of
 * an OIDC provider do not change. Returns the ids of changed sessions.
 */
export async function downgradeSessions(
  sql: Sql,
  account: number,
  operatorId: number,
): Promise<readonly number[]> {
  const rows = await sql.query<{ id: number }>(
    "update session set strong = false where account_id = $1 and operator_id = $2 and strong and method not in ('oidc', 'saml') returning id::float8 as id",
    [account, operatorId],
  );
  return rows.map((row) => row.id);
}

/** Records a re-authentication. `strong`: a second factor, which the session then has. */
export async function recordReauthentication(
  sql: Sql,
  session: number,
  now: number,
  strong = false,
): Promise<void> {
  await sql.query(
    `update session set confirmed_at = ${fromMilliseconds("$2")}, strong = strong or $3 where id = $1`,
    [session, now, strong],
  );
}
