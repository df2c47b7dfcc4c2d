import type { MoveRecord } from "@parlour/protocol/move-in/record";
import { findErasedRecords } from "../../store/move-in/move-record.ts";
import type { MoveJob } from "../job.ts";
import type { RecordProblem, SourcePage } from "../source.ts";

/**
 * Returns a page without the records that are not imported: those whose id the page has twice
 * (MV-024), and those of visitors and chats that were erased here (MV-027). They become problems.
 */
export async function selectRecords(
  { deps, move }: MoveJob,
  page: SourcePage,
): Promise<SourcePage> {
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
    return code === null;
  });
  return { ...page, records, problems: [...page.problems, ...problems] };
}
