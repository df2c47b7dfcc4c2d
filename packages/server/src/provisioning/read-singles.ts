import type { ConfigFile } from "@parlour/protocol/config";
import type { FileHelpers } from "../settings/resource.ts";
import { singleResources } from "../settings/single-resources.ts";
import type { Sql } from "../store/database/sql.ts";
import { createTransactionReader } from "../store/database/transaction-reader.ts";

/** Settings that an account has once, by part of the file. */
export type Singles = ReadonlyMap<keyof ConfigFile, object>;

/** Reads the entries of a file. A part that the file does not contain is absent. */
export const readSingleEntries = (config: ConfigFile, helpers: FileHelpers): Singles =>
  new Map(
    singleResources.flatMap(({ file }) => {
      const entry = file.read(config, helpers);
      return entry === null ? [] : [[file.part, entry] as const];
    }),
  );

/** Reads the stored settings. Without an account, they have their defaults. */
export async function readSingleStates(sql: Sql, account: number | null): Promise<Singles> {
  const reader = createTransactionReader(sql);
  const states = new Map<keyof ConfigFile, object>();
  for (const { find, file } of singleResources)
    states.set(file.part, await find(reader, account ?? 0));
  return states;
}
