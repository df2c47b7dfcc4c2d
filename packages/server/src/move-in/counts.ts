import type { CountedKind, MoveCounts, MoveResult } from "@parlour/protocol/move-in/move-import";
import { createHash } from "node:crypto";

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

/** Returns the hash by which a changed record is found. */
export const hashRecord = (record: object): string =>
  createHash("sha256").update(JSON.stringify(record)).digest("base64url").slice(0, 22);
