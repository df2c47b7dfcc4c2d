import type { Reader } from "../../database/reader.ts";
import { toInteger, toIntegerOrNull, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";

/**
 * A stored quick reply (API-048). Scope `own` has an operator, `department` a department, `account`
 * neither.
 */
export interface ReplyRow {
  readonly scope: "own" | "department" | "account";
  readonly operatorId: number | null;
  readonly departmentId: number | null;
  readonly folder: string;
  readonly shortcut: string;
  readonly language: string;
  readonly text: string;
  readonly managed: boolean;
}
/** A loaded quick reply. */
export interface ReplyRecord extends ReplyRow {
  readonly id: number;
  /** How often the requesting operator used it. */
  readonly uses: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** The requesting operator. `seesAllDepartments`: sees replies of all departments. */
export interface ReplyViewer {
  readonly operatorId: number;
  readonly seesAllDepartments: boolean;
}

/**
 * Lists quick replies that an operator may use (API-048): personal ones, those of their
 * departments, those of the account. Oldest first.
 */
export async function listReplies(
  reader: Reader,
  account: number,
  asker: ReplyViewer,
): Promise<readonly ReplyRecord[]> {
  const rows = await reader.rows<ReplyColumns>(
    account,
    `${select} and ${usableCondition} order by r.id`,
    [account, asker.operatorId, asker.seesAllDepartments],
  );
  return rows.map(toRecord);
}
export async function findReply(
  reader: Reader,
  account: number,
  asker: ReplyViewer,
  id: number,
): Promise<ReplyRecord | null> {
  const row = await reader.one<ReplyColumns>(
    account,
    `${select} and ${usableCondition} and r.id = $4`,
    [account, asker.operatorId, asker.seesAllDepartments, id],
  );
  return row === null ? null : toRecord(row);
}

/** Counts all replies of the account and the operator's personal ones. */
export async function countReplies(
  reader: Reader,
  account: number,
  operatorId: number,
): Promise<{ readonly all: number; readonly own: number }> {
  const row = await reader.one<{ all: string; own: string }>(
    account,
    "select count(*) as all, count(*) filter (where operator_id = $2) as own from canned_reply where account_id = $1",
    [account, operatorId],
  );
  return { all: toInteger(row?.all ?? 0), own: toInteger(row?.own ?? 0) };
}

const select = `select r.id, r.scope, r.operator_id, r.department_id, r.folder, r.shortcut, r.language, r.text, r.created_at, r.updated_at, r.managed,
    coalesce(u.uses, 0) as uses
  from canned_reply r left join canned_reply_use u on u.account_id = r.account_id and u.reply_id = r.id and u.operator_id = $2
  where r.account_id = $1`;
const usableCondition = `(r.scope = 'account' or r.operator_id = $2 or (r.scope = 'department' and ($3 or exists (
  select from department_operator d where d.account_id = r.account_id and d.department_id = r.department_id and d.operator_id = $2))))`;

interface ReplyColumns {
  readonly id: string;
  readonly scope: ReplyRecord["scope"];
  readonly operator_id: string | null;
  readonly department_id: string | null;
  readonly folder: string;
  readonly shortcut: string;
  readonly language: string;
  readonly text: string;
  readonly uses: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly managed: boolean;
}
const toRecord = (row: ReplyColumns): ReplyRecord => ({
  id: toInteger(row.id),
  scope: row.scope,
  operatorId: toIntegerOrNull(row.operator_id),
  departmentId: toIntegerOrNull(row.department_id),
  folder: row.folder,
  shortcut: row.shortcut,
  language: row.language,
  text: row.text,
  uses: row.uses,
  createdAt: toIsoTime(row.created_at),
  updatedAt: toIsoTime(row.updated_at),
  managed: row.managed,
});

/** Inserts a reply. Returns null if the scope already has this shortcut in this language. */
export async function createReply(
  tx: Sql,
  account: number,
  row: ReplyRow,
  now: number,
): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into canned_reply (account_id, scope, operator_id, department_id, folder, shortcut, language, text, managed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing returning id::float8 as id`,
    [
      account,
      row.scope,
      row.operatorId,
      row.departmentId,
      row.folder,
      row.shortcut,
      row.language,
      row.text,
      row.managed,
      new Date(now),
    ],
  );
  return rows[0]?.id ?? null;
}

/**
 * Replaces a reply. The caller holds the account lock, so no other change can use the shortcut
 * meanwhile.
 */
export async function updateReply(
  tx: Sql,
  account: number,
  id: number,
  row: ReplyRow,
  now: number,
): Promise<"done" | "name_taken" | "not_found"> {
  const conflicts = await tx.query(
    `select from canned_reply where account_id = $1 and id <> $2 and scope = $3 and operator_id is not distinct from $4
       and department_id is not distinct from $5 and lower(shortcut) = lower($6) and language = $7`,
    [account, id, row.scope, row.operatorId, row.departmentId, row.shortcut, row.language],
  );
  if (conflicts.length > 0) return "name_taken";
  const rows = await tx.query(
    `update canned_reply set scope = $3, operator_id = $4, department_id = $5, folder = $6, shortcut = $7, language = $8, text = $9,
       managed = $10, updated_at = $11 where account_id = $1 and id = $2 returning id`,
    [
      account,
      id,
      row.scope,
      row.operatorId,
      row.departmentId,
      row.folder,
      row.shortcut,
      row.language,
      row.text,
      row.managed,
      new Date(now),
    ],
  );
  return rows.length === 0 ? "not_found" : "done";
}

/** Returns false if the reply does not exist. */
export async function deleteReply(tx: Sql, account: number, id: number): Promise<boolean> {
  return (
    (
      await tx.query("delete from canned_reply where account_id = $1 and id = $2 returning id", [
        account,
        id,
      ])
    ).length > 0
  );
}

/** Counts a use of a reply by an operator. It only orders the operator's own list. */
export async function countReplyUse(
  sql: Sql,
  account: number,
  id: number,
  operator: number,
): Promise<void> {
  await sql.query(
    `insert into canned_reply_use (account_id, reply_id, operator_id, uses)
     select account_id, id, $3, 1 from canned_reply where account_id = $1 and id = $2
     on conflict (account_id, reply_id, operator_id) do update set uses = least(canned_reply_use.uses + 1, 1000000)`,
    [account, id, operator],
  );
}
