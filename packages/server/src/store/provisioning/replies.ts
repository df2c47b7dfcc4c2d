import type { Sql } from "../database/sql.ts";

/**
 * A stored quick reply that a provisioning file is compared with. The file does not manage personal
 * replies of operators.
 */
export interface CurrentReply {
  readonly id: number;
  /** Department name, or null: a reply of the account. */
  readonly department: string | null;
  readonly folder: string;
  readonly shortcut: string;
  readonly language: string;
  readonly text: string;
  readonly managed: boolean;
}

export function readReplies(sql: Sql, account: number | null): Promise<readonly CurrentReply[]> {
  return sql.query<CurrentReply>(
    `select r.id::float8 as id, d.name as department, r.folder, r.shortcut, r.language, r.text, r.managed
     from canned_reply r left join department d on d.account_id = r.account_id and d.id = r.department_id
     where r.account_id = $1 and r.scope <> 'own' order by r.id`,
    [account],
  );
}

/** Returns the id of the account's department with this name, or null. */
export async function findDepartmentByName(
  sql: Sql,
  account: number,
  name: string,
): Promise<number | null> {
  const rows = await sql.query<{ id: number }>(
    "select id::float8 as id from department where account_id = $1 and lower(name) = lower($2)",
    [account, name],
  );
  return rows[0]?.id ?? null;
}
