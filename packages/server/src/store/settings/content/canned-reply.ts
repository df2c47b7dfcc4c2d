import { cannedReply } from "@parlour/protocol/settings/kinds/canned-reply";
import type { Values } from "@parlour/protocol/settings/values";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import type { KindRow } from "../kind-store.ts";
import { toColumns, toValues, type StoredColumns } from "../table-store.ts";
import { deleteRow, insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";

type ReplyFields = (typeof cannedReply)["fields"];
export type ReplyValues = Values<ReplyFields>;
interface ReplyFacts {
  /** Number of times that the requesting operator used the reply. */
  readonly uses: number;
  readonly updatedAt: string;
}
/** A quick reply (API-048). The scope `own` has an operator, `department` has a department. */
export type ReplyRow = KindRow<ReplyFields, ReplyFacts>;
interface ReplyWriter {
  readonly now: number;
  readonly operatorId: number | null;
}
export interface ReplyFilter {
  /** The requesting operator. null means that there is none, so personal replies are left out. */
  readonly operatorId: number | null;
  readonly seesAllDepartments: boolean;
  readonly id?: number | undefined;
}

/** Lists quick replies that an operator may use (API-048), oldest first. */
export async function listReplies(
  reader: Reader,
  account: number,
  { operatorId, seesAllDepartments, id }: ReplyFilter,
): Promise<readonly ReplyRow[]> {
  const rows = await reader.rows<StoredReply>(
    account,
    `select r.*, coalesce(u.uses, 0) as uses
     from canned_reply r left join canned_reply_use u on u.account_id = r.account_id and u.reply_id = r.id and u.operator_id = $2
     where r.account_id = $1 and ($4::bigint is null or r.id = $4)
       and (r.scope = 'account' or r.operator_id = $2 or (r.scope = 'department' and ($3 or exists (
         select from department_operator d where d.account_id = r.account_id and d.department_id = r.department_id and d.operator_id = $2))))
     order by r.id`,
    [account, operatorId, seesAllDepartments, id ?? null],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    managed: row.managed,
    createdAt: toIsoTime(row.created_at),
    values: toValues(cannedReply.fields, row),
    secrets: {},
    facts: { uses: row.uses, updatedAt: toIsoTime(row.updated_at) },
  }));
}
interface StoredReply extends StoredColumns {
  readonly uses: number;
  readonly updated_at: Date;
}

/** Counts all quick replies of the account, and the operator's personal ones. */
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

/** Inserts a quick reply. Returns null if the scope already has this shortcut in this language. */
export function createReply(
  tx: Sql,
  account: number,
  row: ReplyValues & { readonly managed: boolean },
  context: ReplyWriter,
): Promise<number | null> {
  const columns = toAllColumns(row, context);
  return insertRow(tx, "canned_reply", account, {
    ...columns,
    created_at: columns["updated_at"],
  });
}

/** Updates the given fields of a quick reply. */
export async function updateReply(
  tx: Sql,
  key: RowKey,
  change: Partial<ReplyValues> & { readonly managed?: boolean },
  context: ReplyWriter,
): Promise<"done" | "name_taken" | "not_found"> {
  const { account, id } = key;
  const [before] = await tx.query<Columns>(
    "select scope, operator_id, department_id, shortcut, language from canned_reply where account_id = $1 and id = $2",
    [account, id],
  );
  if (before === undefined) return "not_found";
  const columns = toAllColumns(change, context);
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const after: Columns = { ...before, ...Object.fromEntries(given) };
  const conflicts = await tx.query(
    `select from canned_reply where account_id = $1 and id <> $2 and scope = $3 and operator_id is not distinct from $4
       and department_id is not distinct from $5 and lower(shortcut) = lower($6) and language = $7`,
    [
      account,
      id,
      ...["scope", "operator_id", "department_id", "shortcut", "language"].map(
        (name) => after[name],
      ),
    ],
  );
  if (conflicts.length > 0) return "name_taken";
  await updateRow(tx, "canned_reply", key, columns);
  return "done";
}
const toAllColumns = (
  { managed, ...given }: Partial<ReplyValues> & { readonly managed?: boolean },
  { now, operatorId }: ReplyWriter,
): Columns => ({
  ...toColumns(cannedReply.fields, given),
  operator_id: given.scope === undefined ? undefined : given.scope === "own" ? operatorId : null,
  managed,
  updated_at: new Date(now),
});

/** Deletes a quick reply. Returns false if the reply does not exist. */
export const deleteReply = (tx: Sql, account: number, id: number): Promise<boolean> =>
  deleteRow(tx, "canned_reply", account, id);

/** Counts a use of a quick reply, which affects the order of that operator's list. */
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
