import type { Reader } from "./reader.ts";
import type { Sql } from "./sql.ts";

/** Reads inside a transaction, without row-level security: queries name their account. */
export function createTransactionReader(tx: Sql): Reader {
  const rows = <T>(_account: number, text: string, list: readonly unknown[] = []) =>
    tx.query<T>(text, list);
  return {
    rows,
    one: async <T>(account: number, text: string, list?: readonly unknown[]) =>
      (await rows<T>(account, text, list))[0] ?? null,
  };
}
