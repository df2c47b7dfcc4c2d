import type { ReplyViewer, ReplyRecord } from "./canned-reply-record.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIntegerOrNull, toIsoTime } from "../../database/parameters.ts";

/**
 * Lists quick replies that an operator may use (API-048): personal ones, those of their
 * departments, those of the account. Oldest first.
 */
export async function listReplies(reader: Reader, account: number, asker: ReplyViewer): Promise<readonly ReplyRecord[]> {
  const rows = await reader.rows<ReplyRow>(account, `${select} and ${usableCondition} order by r.id`, [
    account,
    asker.operatorId,
    asker.seesAllDepartments,
  ]);
  return rows.map(toRecord);
}
export async function findReply(reader: Reader, account: number, asker: ReplyViewer, id: number): Promise<ReplyRecord | null> {
  const row = await reader.one<ReplyRow>(account, `${select} and ${usableCondition} and r.id = $4`, [
    account,
    asker.operatorId,
    asker.seesAllDepartments,
    id,
  ]);
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

interface ReplyRow {
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
const toRecord = (row: ReplyRow): ReplyRecord => ({
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
