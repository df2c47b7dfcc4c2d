import type { CountedKind, MoveCounts, MoveResult } from "@parlour/protocol/move-in/move-import";
import { omitFields } from "@parlour/protocol/omit-fields";
import { createHash } from "node:crypto";
import type { RecordProblem } from "./source.ts";

/** Adds to a number of records. */
export function addCount(
  counts: MoveCounts,
  kind: CountedKind,
  result: MoveResult,
  added = 1,
): void {
  const ofKind = (counts[kind] ??= {});
  ofKind[result] = (ofKind[result] ?? 0) + added;
}
export function addCounts(to: MoveCounts, added: MoveCounts): void {
  for (const [kind, results] of Object.entries(added))
    for (const [result, count] of Object.entries(results))
      addCount(to, kind as CountedKind, result as MoveResult, count);
}

/** Codes of problems whose records are imported in spite of them. */
const importedCodes: ReadonlySet<string> = new Set([
  "messages_unreadable",
  "no_permission",
  "wrong_encoding",
  "future_date",
]);
/** Counts the records of a page that were read, but are no records of it because of problems. */
export function countLeftOut(counts: MoveCounts, problems: readonly RecordProblem[]): void {
  for (const { kind, code } of problems) {
    if (importedCodes.has(code)) continue;
    addCount(counts, kind, "read");
    addCount(counts, kind, "left_out");
  }
}

/**
 * Returns the hash by which a changed record is found. A translation has that of an article, which
 * earlier imports made of it. The place of an article in its section is not compared.
 */
export function hashRecord(
  record: object & { readonly article?: string; readonly position?: number },
): string {
  const compared = omitFields(record, "article", "position");
  const hashed = "article" in record ? { ...compared, kind: "article" } : compared;
  return createHash("sha256").update(JSON.stringify(hashed)).digest("base64url").slice(0, 22);
}
