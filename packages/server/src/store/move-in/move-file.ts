import { fromMilliseconds, type Sql } from "../database/sql.ts";

export interface MoveFileKey {
  readonly account: number;
  readonly id: string;
}
/** A file that was uploaded for an import (MV-033). */
export interface MoveFileRow extends MoveFileKey {
  readonly name: string;
  readonly size: number;
  readonly storage: "disk" | "s3";
}

const columns = "account_id::float8 as account, id, name, size::float8 as size, storage";

/** Inserts the row of a file. It is found after `markMoveFileStored`, when its bytes are stored. */
export async function insertMoveFile(sql: Sql, file: MoveFileRow, now: number): Promise<void> {
  const { account, id, name, size, storage } = file;
  await sql.query(
    `insert into move_file (account_id, id, name, size, storage, created_at)
     values ($1, $2, $3, $4, $5, ${fromMilliseconds("$6")})`,
    [account, id, name, size, storage, now],
  );
}

export async function markMoveFileStored(sql: Sql, { account, id }: MoveFileKey): Promise<void> {
  await sql.query("update move_file set is_stored = true where account_id = $1 and id = $2", [
    account,
    id,
  ]);
}

export async function findMoveFile(
  sql: Sql,
  account: number,
  id: string,
): Promise<MoveFileRow | null> {
  const [row] = await sql.query<MoveFileRow>(
    `select ${columns} from move_file where account_id = $1 and id = $2 and is_stored`,
    [account, id],
  );
  return row ?? null;
}

/** Lists files of all accounts that were uploaded before a time, oldest first. */
export const listOldMoveFiles = (sql: Sql, before: number): Promise<readonly MoveFileRow[]> =>
  sql.query<MoveFileRow>(
    `select ${columns} from move_file where created_at < ${fromMilliseconds("$1")}
     order by created_at limit 500`,
    [before],
  );

export async function deleteMoveFile(sql: Sql, { account, id }: MoveFileKey): Promise<void> {
  await sql.query("delete from move_file where account_id = $1 and id = $2", [account, id]);
}
