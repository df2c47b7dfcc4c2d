import type { Sql } from "../../database/sql.ts";

/** Facts of the running nodes, as the first of them wrote them. Null: never written. */
export interface NodeFacts {
  readonly keyCheck: Buffer | null;
  readonly filesMark: string | null;
  readonly addresses: string | null;
  /** Whether new files are stored on disk (CFG-033). */
  readonly storesOnDisk: boolean;
  /** Clock of the database, in milliseconds since 1970. */
  readonly now: number;
}

/** Reads the facts and locks them until the end of the transaction. */
export async function readNodeFacts(tx: Sql): Promise<NodeFacts> {
  const [row] = await tx.query<NodeFacts>(
    `select key_check as "keyCheck", files_mark as "filesMark", addresses, coalesce(storage ->> 'kind', 'disk') = 'disk' as "storesOnDisk",
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now from instance for update`,
  );
  if (row === undefined) throw new Error("the table instance has no row");
  return row;
}

export async function writeNodeFacts(
  tx: Sql,
  facts: { readonly keyCheck: Buffer; readonly filesMark: string; readonly addresses: string },
): Promise<void> {
  await tx.query("update instance set key_check = $1, files_mark = $2, addresses = $3", [
    facts.keyCheck,
    facts.filesMark,
    facts.addresses,
  ]);
}
