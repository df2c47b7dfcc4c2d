import type { MovedTo } from "../../../core/failure.ts";
import type { Sql } from "../../database/sql.ts";

/** Where an account of this installation is. */
export interface DirectoryEntry {
  readonly id: number;
  readonly name: string;
  /** Null: here. */
  readonly movedTo: MovedTo | null;
  /** Public ids of its channels, which are in the paths of requests. */
  readonly publicIds: readonly string[];
}
/** Lists all accounts that are or were in this installation, with the number of the cell. */
export async function readDirectory(
  sql: Sql,
): Promise<{ readonly cell: number; readonly accounts: readonly DirectoryEntry[] }> {
  const [instance] = await sql.query<{ cell: number }>("select cell from instance");
  const accounts = await sql.query<DirectoryEntry>(
    `select a.id::float8 as id, a.name, a.moved_to as "movedTo",
       array(select c.public_id from channel c where c.account_id = a.id and c.deleted_at is null order by c.id) as "publicIds"
     from account a order by a.id`,
  );
  return { cell: instance?.cell ?? 0, accounts };
}
