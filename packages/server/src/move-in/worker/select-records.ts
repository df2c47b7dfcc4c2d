import type { MoveRecord } from "@parlour/protocol/move-in/record";
import { findErasedRecords } from "../../store/move-in/move-record.ts";
import type { MoveJob } from "../job.ts";
import { isFuture } from "../move/convert-message.ts";
import { noId, type RecordProblem, type SourcePage } from "../source.ts";

/**
 * Returns a page without the records that are not imported: those whose id the page has twice
 * (MV-024), and those of visitors and chats that were erased here (MV-027). They become problems,
 * as do times in the future.
 */
export async function selectRecords(job: MoveJob, page: SourcePage): Promise<SourcePage> {
  const { deps, move } = job;
  const persons = page.records.flatMap((record) =>
    record.kind === "person" ? record.id : record.kind === "chat" ? record.person : [],
  );
  const chats = page.records.flatMap((record) =>
    record.kind === "chat" ? record.id : record.kind === "message" ? record.chat : [],
  );
  const erasedPersons = await findErasedRecords(deps.db, move, "person", persons);
  const erasedChats = new Set(await findErasedRecords(deps.db, move, "chat", chats));
  for (const record of page.records)
    if (record.kind === "chat" && erasedPersons.has(record.person)) erasedChats.add(record.id);
  const isErased = (record: MoveRecord): boolean =>
    record.kind === "message"
      ? erasedChats.has(record.chat)
      : record.kind === "chat"
        ? erasedChats.has(record.id)
        : record.kind === "person" && erasedPersons.has(record.id);
  const seen = new Set<string>();
  const problems: RecordProblem[] = [];
  const records = page.records.filter((record) => {
    const { kind, id } = record;
    const code = isErased(record) ? "erased" : seen.has(`${kind} ${id}`) ? "repeated" : null;
    seen.add(`${kind} ${id}`);
    if (code !== null) problems.push({ kind, id, code });
    else if (hasFutureTime(record, deps.clock.now()))
      problems.push({ kind, id, code: "future_date" });
    return code === null;
  });
  return { ...page, records, problems: [...addNumbers(job, page.problems), ...problems] };
}

/** The times of messages are reported when they are moved, because most are moved once. */
function hasFutureTime(record: MoveRecord, now: number): boolean {
  if (record.kind === "chat") return isFuture(now, record.started_at, record.ended_at);
  return record.kind === "person" && isFuture(now, record.created_at);
}

/** Gives records without an id a number, so that the report has each of them. */
function addNumbers(
  { move }: MoveJob,
  problems: readonly RecordProblem[],
): readonly RecordProblem[] {
  const counts = move.state === "planning" ? move.plan?.counts : move.counts;
  return problems.map((problem, n) =>
    problem.id === noId
      ? { ...problem, id: `${noId}${(counts?.[problem.kind]?.read ?? 0) + n + 1}` }
      : problem,
  );
}
