import { moveKinds, type ReadKind } from "@parlour/protocol/move-in/record";
import type { MoveCounts, MoveResult } from "@parlour/protocol/move-in/move-import";
import { saveMoveProgress } from "../../store/move-in/move-import.ts";
import { addMoveProblems, removeMoveProblems } from "../../store/move-in/move-problem.ts";
import { saveBatch, writeBatch } from "../move/batch.ts";
import { addCount, addCounts, countLeftOut, hashRecord } from "../counts.ts";
import { findStoredRecords } from "../move/find-stored.ts";
import { toMoveRecord } from "../move/find-targets.ts";
import { mergePersons } from "../move/merge-persons.ts";
import { divideGroups, groupByChat } from "../move/group-chats.ts";
import { moveChats } from "../move/move-chats.ts";
import type { MoveJob } from "../job.ts";
import { movePersons } from "../move/move-persons.ts";
import { isSettingRecord, moveSettings, type SettingRecord } from "../move/move-settings.ts";
import { emptyPlan, planPage } from "./plan-page.ts";
import type { MovedSetting } from "../move/setting-target.ts";
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
/**
 * A page of a source, and the batches of its records that are not moved yet. Each returns its
 * number of records.
 */
export interface OpenPage {
  readonly position: ReadPosition;
  readonly page: SourcePage;
  readonly batches: (() => Promise<number>)[];
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
  const batches: OpenPage["batches"] = [];
  for (let n = 0; n < settings.length; n += settingsPerBatch)
    batches.push(() => moveSettingRecords(job, settings.slice(n, n + settingsPerBatch)));
  for (let n = 0; n < people.length; n += personsPerBatch) {
    const part = people.slice(n, n + personsPerBatch);
    batches.push(async () => {
      const { added, ...result } = await movePersons(job, part);
      const problems = await mergePersons(job, part, added);
      return saveBatch(job, { ...result, problems: [...result.problems, ...problems] });
    });
  }
  for (const groups of divideGroups(groupByChat(records)))
    batches.push(async () => saveBatch(job, await moveChats(job, groups)));
  return { position: getPosition(job), page, batches };
}

/** Moves the next batch of a page. Returns the number of its records. */
export async function moveNextBatch({ batches }: OpenPage): Promise<number> {
  const count = (await batches[0]?.()) ?? 0;
  batches.shift();
  return count;
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

/** Moves records of settings, and stores in the same transaction what they have become. */
async function moveSettingRecords(
  job: MoveJob,
  records: readonly SettingRecord[],
): Promise<number> {
  const { deps, move } = job;
  const known = await findStoredRecords(deps.db, move, records);
  const changed = records.filter((record) => known.get(record.id)?.hash !== hashRecord(record));
  const counts: MoveCounts = {};
  for (const { kind, id } of records)
    if (!changed.some((record) => record.id === id) && known.get(id)?.importId !== move.id)
      addCount(counts, kind, "known");
  if (changed.length === 0) return saveBatch(job, { counts, problems: [], records: [] });
  await moveSettings(job, changed, async (tx, moved) => {
    const problems: RecordProblem[] = [];
    const stored = changed.map((record, n) => {
      const { id, existed, codes = [], ...text } = moved[n] ?? leftOut;
      const { kind } = record;
      addCount(counts, kind, id === null ? "left_out" : (text.result ?? toResult(existed)));
      for (const code of codes) problems.push({ kind, id: record.id, code });
      const storedKind = known.get(record.id)?.kind ?? kind;
      return {
        ...toMoveRecord(job, {
          kind: storedKind,
          sourceId: record.id,
          targetId: id,
          hash: hashRecord(record),
        }),
        article: "article" in record && storedKind === kind ? record.article : null,
        existed,
        language: text.language ?? null,
        seq: text.version ?? null,
      };
    });
    await writeBatch(tx, job, { counts, problems, records: stored });
  });
  return changed.length;
}
const leftOut: MovedSetting = { id: null, existed: false };
const toResult = (existed: boolean): MoveResult => (existed ? "known" : "new");
