import { listsInOrder, type ListRows } from "../settings/list-resources.ts";
import { readPresentSettings, type PresentSettings } from "../store/provisioning/present.ts";
import type { Sql } from "../store/database/sql.ts";
import { createTransactionReader } from "../store/database/transaction-reader.ts";

/** All stored settings that a provisioning file can change, read in one step. */
export type CurrentSettings = PresentSettings & ListRows;

/** Reads what is stored, without an account only the settings of the installation. */
export async function readCurrentSettings(
  sql: Sql,
  account: number | null,
): Promise<CurrentSettings> {
  const present = await readPresentSettings(sql, account);
  const reader = createTransactionReader(sql);
  const rows: Record<string, readonly unknown[]> = {};
  for (const [name, { store }] of listsInOrder)
    rows[name] = account === null ? [] : await store.list(reader, account, { principal: null });
  return { ...present, ...(rows as unknown as ListRows) };
}
