import type { MoveRecord } from "@parlour/protocol/move-in/record";
import type { Sql } from "../../store/database/sql.ts";
import { findMoveRecords, type StoredMoveRecord } from "../../store/move-in/move-record.ts";

/** Returns the tag of a language as articles have it. */
export const toLanguage = (language: string): string => language.toLowerCase().replaceAll("_", "-");

/**
 * Finds what records of one kind are here, by their id. Earlier imports made articles of
 * translations: these stay articles (MV-046).
 */
export async function findStoredRecords(
  sql: Sql,
  move: { readonly account: number; readonly source: string },
  records: readonly MoveRecord[],
): Promise<ReadonlyMap<string, StoredMoveRecord>> {
  const [first] = records;
  if (first === undefined) return new Map();
  const ids = records.map(({ id }) => id);
  const found = await findMoveRecords(sql, move, first.kind, ids);
  if (first.kind !== "translation") return found;
  const articles = await findMoveRecords(sql, move, "article", ids);
  const earlier = records.flatMap((record) => {
    const stored = articles.get(record.id);
    const language = record.kind === "translation" ? toLanguage(record.language) : null;
    return stored?.language === language && stored !== undefined
      ? [[record.id, stored] as const]
      : [];
  });
  return new Map([...earlier, ...found]);
}
