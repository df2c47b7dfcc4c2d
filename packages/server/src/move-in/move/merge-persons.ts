import type { MovePerson } from "@parlour/protocol/move-in/record";
import { decideMerge } from "../../core/visitor/person.ts";
import { findMatchingVisitors } from "../../store/move-in/matching-visitors.ts";
import type { StoredMoveRecord } from "../../store/move-in/move-record.ts";
import { addPersonLink, readMergeSides } from "../../store/visitors/person.ts";
import type { MoveJob } from "../job.ts";

/**
 * Merges moved persons with the visitors who have the same address, if this was confirmed
 * (MV-011). An operator can separate them again.
 */
export async function mergePersons(
  { deps, move }: MoveJob,
  persons: readonly MovePerson[],
  records: readonly StoredMoveRecord[],
): Promise<void> {
  if (move.choices?.merge_visitors !== true) return;
  const visitors = new Map(records.map(({ sourceId, targetId }) => [sourceId, targetId]));
  const moved = persons.filter(({ id }) => (visitors.get(id) ?? null) !== null);
  for (const { personId, visitors: others } of await findMatchingVisitors(
    deps.reader,
    move.account,
    moved,
  )) {
    const visitor = visitors.get(personId) ?? 0;
    for (const other of others)
      if (other !== visitor) await mergePair(deps, move, [visitor, other]);
  }
}

async function mergePair(
  deps: MoveJob["deps"],
  { account, operatorId }: MoveJob["move"],
  pair: readonly [number, number],
): Promise<void> {
  await deps.change(account, async (tx) => {
    const sides = await readMergeSides(tx, account, pair);
    if (decideMerge(...sides) !== "merged") return { result: undefined, changed: [] };
    const link = { pair, by: operatorId, now: deps.clock.now() };
    const isNew = await addPersonLink(tx, account, "same", link);
    return { result: undefined, changed: isNew ? [{ kind: "person", id: null }] : [] };
  });
}
