import type { Sql } from "../database/sql.ts";

/**
 * Stored tags and quick replies that a provisioning file is compared with. The file does not
 * manage personal replies of operators.
 */
export interface CurrentTagsAndReplies {
  readonly tags: readonly { readonly id: number; readonly name: string; readonly managed: boolean }[];
  readonly replies: readonly CurrentReply[];
}
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

export async function readTagsAndReplies(sql: Sql, account: number | null): Promise<CurrentTagsAndReplies> {
  const tags = await sql.query<CurrentTagsAndReplies["tags"][number]>(
    "select id::float8 as id, name, managed from tag where account_id = $1 order by id",
    [account],
  );
  const replies = await sql.query<CurrentReply>(
    `select r.id::float8 as id, d.name as department, r.folder, r.shortcut, r.language, r.text, r.managed
     from canned_reply r left join department d on d.account_id = r.account_id and d.id = r.department_id
     where r.account_id = $1 and r.scope <> 'own' order by r.id`,
    [account],
  );
  return { tags, replies };
}

/** Returns the id of the account's department with this name, or null. */
export async function findDepartmentByName(sql: Sql, account: number, name: string): Promise<number | null> {
  const rows = await sql.query<{ id: number }>(
    "select id::float8 as id from department where account_id = $1 and lower(name) = lower($2)",
    [account, name],
  );
  return rows[0]?.id ?? null;
}
