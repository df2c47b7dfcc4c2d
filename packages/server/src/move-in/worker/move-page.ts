import { moveKinds, type ReadKind } from "@parlour/protocol/move-in/record";
import type { MoveCounts } from "@parlour/protocol/move-in/move-import";
import { saveMoveProgress } from "../../store/move-in/move-import.ts";
import { addMoveProblems, removeMoveProblems } from "../../store/move-in/move-problem.ts";
import { findMoveRecords } from "../../store/move-in/move-record.ts";
import { saveBatch, type BatchResult } from "../move/batch.ts";
import { addCount, addCounts, countLeftOut, hashRecord } from "../counts.ts";
import { toMoveRecord } from "../move/find-targets.ts";
import { mergePersons } from "../move/merge-persons.ts";
import { divideGroups, groupByChat } from "../move/group-chats.ts";
import { moveChats } from "../move/move-chats.ts";
import type { MoveJob } from "../job.ts";
import { movePersons } from "../move/move-persons.ts";
import { isSettingRecord, moveSettings } from "../move/move-settings.ts";
import { emptyPlan, planPage } from "./plan-page.ts";
import { selectRecords } from "./select-records.ts";
import { createSamePageError, type RecordProblem, type SourcePage } from "../source.ts";

const personsPerBatch = 64;
/** The account is locked while the records of a batch are written. */
const settingsPerBatch = 50;

/** Where an import reads next. */
interface ReadPosition {
  readonly kind: ReadKind;
  readonly cursor: string | null;
}
/** A page of a source, and the batches of its records that are not moved yet. */
export interface OpenPage {
  readonly position: ReadPosition;
  readonly page: SourcePage;
  readonly batches: (() => Promise<BatchResult>)[];
}

export const getPosition = ({ move }: MoveJob): ReadPosition => ({
  kind: move.readKind ?? moveKinds[0],
  cursor: move.readCursor,
});

/** Reads the next page. Throws SourceError, also if a source repeats its page for ever. */
export async function readNextPage(job: MoveJob): Promise<SourcePage> {
  const { kind, cursor } = getPosition(job);
  const page = await job.source.readPage(kind, cursor);
  if (page.next !== null && page.next === cursor) throw createSamePageError();
  return selectRecords(job, page);
}

/** Adds the next page to the plan of an import. */
export async function planNextPage(job: MoveJob): Promise<void> {
  const { deps, move } = job;
  const page = await readNextPage(job);
  const { plan, problems } = await planPage(job, move.plan ?? emptyPlan, page);
  await deps.db.transaction(async (tx) => {
    if (move.plan === null) await removeMoveProblems(tx, move, true);
    const added = await addMoveProblems(tx, move, problems, true);
    const counted = { ...plan.problems };
    for (const [code, count] of Object.entries(added)) counted[code] = (counted[code] ?? 0) + count;
    const next = getNextPosition(getPosition(job), page);
    await saveMoveProgress(tx, move, {
      kind: next?.kind ?? null,
      cursor: next?.cursor ?? null,
      counts: move.counts,
      plan: { ...plan, problems: counted },
      state: next === null ? "planned" : undefined,
      now: deps.clock.now(),
    });
  });
}

/** Divides a page into batches. */
export function openPage(job: MoveJob, page: SourcePage): OpenPage {
  const { records } = page;
  const settings = records.filter(isSettingRecord);
  const people = records.filter((record) => record.kind === "person");
  const batches: (() => Promise<BatchResult>)[] = [];
  for (let n = 0; n < settings.length; n += settingsPerBatch)
    batches.push(() => moveSettingRecords(job, settings.slice(n, n + settingsPerBatch)));
  for (let n = 0; n < people.length; n += personsPerBatch) {
    const part = people.slice(n, n + personsPerBatch);
    batches.push(async () => {
      const { added, ...result } = await movePersons(job, part);
      const problems = await mergePersons(job, part, added);
      return { ...result, problems: [...result.problems, ...problems] };
    });
  }
  for (const groups of divideGroups(groupByChat(records)))
    batches.push(() => moveChats(job, groups));
  return { position: getPosition(job), page, batches };
}

/** Moves the next batch of a page. Returns the number of its records. */
export async function moveNextBatch(job: MoveJob, { batches }: OpenPage): Promise<number> {
  const batch = batches[0];
  if (batch === undefined) return 0;
  const result = await batch();
  await saveBatch(job, result);
  batches.shift();
  return result.records.length;
}

/** Stores that a page was moved completely. Returns whether it was the last one. */
export async function finishPage(job: MoveJob, { position, page }: OpenPage): Promise<boolean> {
  const { deps, move } = job;
  const next = getNextPosition(position, page);
  addCounts(move.counts, countRead(page));
  await deps.db.transaction(async (tx) => {
    await addMoveProblems(tx, move, page.problems, false);
    await saveMoveProgress(tx, move, {
      kind: next?.kind ?? null,
      cursor: next?.cursor ?? null,
      counts: move.counts,
      state: next === null ? "done" : undefined,
      now: deps.clock.now(),
    });
  });
  return next === null;
}

function getNextPosition({ kind }: ReadPosition, { next }: SourcePage): ReadPosition | null {
  if (next !== null) return { kind, cursor: next };
  const following = moveKinds[moveKinds.indexOf(kind) + 1];
  return following === undefined ? null : { kind: following, cursor: null };
}

function countRead({ records, problems }: SourcePage): MoveCounts {
  const counts: MoveCounts = {};
  for (const record of records) {
    addCount(counts, record.kind, "read");
    if (record.kind === "message" && record.files !== undefined)
      addCount(counts, "file", "read", record.files.length);
  }
  countLeftOut(counts, problems);
  return counts;
}

async function moveSettingRecords(
  job: MoveJob,
  records: Parameters<typeof moveSettings>[1],
): Promise<BatchResult> {
  const { deps, move } = job;
  const counts: MoveCounts = {};
  const problems: RecordProblem[] = [];
  const [first] = records;
  const known =
    first === undefined
      ? new Map()
      : await findMoveRecords(
          deps.db,
          move,
          first.kind,
          records.map(({ id }) => id),
        );
  const changed = records.filter((record) => known.get(record.id)?.hash !== hashRecord(record));
  for (const { kind, id } of records)
    if (!changed.some((record) => record.id === id) && known.get(id)?.importId !== move.id)
      addCount(counts, kind, "known");
  const moved = changed.length === 0 ? [] : await moveSettings(job, changed);
  return {
    counts,
    problems,
    records: changed.map((record, n) => {
      const { id = null, existed = false, code, version = null, result } = moved[n] ?? {};
      const known = existed ? "known" : "new";
      addCount(counts, record.kind, id === null ? "left_out" : (result ?? known));
      if (code !== undefined) problems.push({ kind: record.kind, id: record.id, code });
      return {
        ...toMoveRecord(job, {
          kind: record.kind,
          sourceId: record.id,
          targetId: id,
          hash: hashRecord(record),
        }),
        existed,
        seq: version,
      };
    }),
  };
}
