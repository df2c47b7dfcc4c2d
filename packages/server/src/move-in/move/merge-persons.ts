import type { MovePerson } from "@parlour/protocol/move-in/record";
import { decideMerge } from "../../core/visitor/person.ts";
import { isFailure } from "../../core/failure.ts";
import { findMatchingVisitors } from "../../store/move-in/matching-visitors.ts";
import { findImportedVisitors } from "../../store/move-in/move-record.ts";
import {
  addPersonLink,
  areMarkedDifferent,
  listPersonVisitors,
  readMergeSides,
  type VisitorPair,
} from "../../store/visitors/person.ts";
import type { MoveJob } from "../job.ts";
import type { RecordProblem } from "../source.ts";

/**
 * Merges new persons with the visitors who had the same address before the import, if this was
 * confirmed (MV-011). An operator can separate them again. `visitors`: those of the persons.
 */
export async function mergePersons(
  { deps, move }: MoveJob,
  persons: readonly MovePerson[],
  visitors: ReadonlyMap<string, number>,
): Promise<readonly RecordProblem[]> {
  if (move.choices?.merge_visitors !== true) return [];
  const added = persons.filter(({ id }) => visitors.has(id));
  const matches = await findMatchingVisitors(deps.reader, move.account, added);
  const found = matches.flatMap((match) => match.visitors);
  const imported = new Set([
    ...visitors.values(),
    ...(await findImportedVisitors(deps.db, move, found)),
  ]);
  const problems: RecordProblem[] = [];
  for (const match of matches) {
    const id = match.personId;
    for (const other of match.visitors.filter((one) => !imported.has(one))) {
      const detail = await mergePair(deps, move, [visitors.get(id) ?? 0, other]);
      if (detail !== null) problems.push({ kind: "person", id, code: "not_merged", detail });
    }
  }
  return problems;
}

/** Returns why two visitors cannot be merged, or null. */
async function mergePair(
  deps: MoveJob["deps"],
  { account, operatorId }: MoveJob["move"],
  pair: VisitorPair,
): Promise<string | null> {
  return deps.change(account, async (tx) => {
    const sides = await readMergeSides(tx, account, pair);
    const decided = decideMerge(...sides);
    if (isFailure(decided)) return { result: decided.message, changed: [] };
    if (decided === "already" || (await areMarkedDifferent(tx, account, sides)))
      return { result: null, changed: [] };
    const first = await listPersonVisitors(tx, account, pair[0]);
    const second = await listPersonVisitors(tx, account, pair[1]);
    await addPersonLink(tx, account, "same", { pair, by: operatorId, now: deps.clock.now() });
    const numbers = [...first, ...second].map(({ number }) => number);
    return { result: null, changed: numbers.map((id) => ({ kind: "person" as const, id })) };
  });
}
