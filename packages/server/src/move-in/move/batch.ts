import type { MoveCounts } from "@parlour/protocol/move-in/move-import";
import { saveMoveCounts } from "../../store/move-in/move-import.ts";
import { addMoveProblems } from "../../store/move-in/move-problem.ts";
import {
  noteChatVersions,
  saveMoveRecords,
  type StoredMoveRecord,
} from "../../store/move-in/move-record.ts";
import type { Sql } from "../../store/database/sql.ts";
import { addCounts } from "../counts.ts";
import type { MoveJob } from "../job.ts";
import type { RecordProblem } from "../source.ts";

/** What a batch of records has become. */
export interface BatchResult {
  readonly records: readonly StoredMoveRecord[];
  readonly problems: readonly RecordProblem[];
  readonly counts: MoveCounts;
  /** Chats that the import alone has written so far. */
  readonly chats?: readonly number[];
}

/**
 * Stores what a batch has become, after its commands. A kill before that repeats the batch, whose
 * commands then answer as the first time (MV-022). Returns the number of its records.
 */
export async function saveBatch(job: MoveJob, batch: BatchResult): Promise<number> {
  await job.deps.db.transaction((tx) => writeBatch(tx, job, batch));
  return batch.records.length;
}

export async function writeBatch(tx: Sql, { move }: MoveJob, batch: BatchResult): Promise<void> {
  addCounts(move.counts, batch.counts);
  await saveMoveRecords(tx, move, batch.records);
  await noteChatVersions(tx, move.account, batch.chats ?? []);
  await addMoveProblems(tx, move, batch.problems, false);
  await saveMoveCounts(tx, move, move.counts);
}
