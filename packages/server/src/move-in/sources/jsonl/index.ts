import type { MoveRecord, ReadKind } from "@parlour/protocol/move-in/record";
import {
  createCheck,
  SourceError,
  type MoveSource,
  type OpenSource,
  type RecordProblem,
  type SourcePage,
} from "../../source.ts";
import { checkRecord } from "../check-record.ts";
import { openFile } from "../open-address.ts";
import { readLines, type FileLine } from "../read-lines.ts";

const recordsPerPage = 500;

/** Opens files in the form of Parlour: a record in each line (MV-002). */
export const openJsonLines: OpenSource = async (settings, deps): Promise<MoveSource> => {
  const { files } = settings;
  if (files.length === 0) throw new SourceError("no_file", "Add a file.", { isFinal: true });
  return {
    async check() {
      for (const { name, path } of files)
        for await (const { text } of readLines(path, { offset: 0, line: 1 })) {
          const parsed = parseLine(text);
          if ("fault" in parsed && parsed.kind === null)
            throw new SourceError(
              "wrong_format",
              `${name}: the first line is no record of an import. ${parsed.fault}`,
              { isFinal: true },
            );
          break;
        }
      return createCheck("JSON Lines");
    },
    readPage: (kind, cursor) => readPage(files, kind, cursor),
    openFile: (file) => openFile(deps, file),
    close: () => Promise.resolve(),
  };
};

async function readPage(
  files: readonly { readonly name: string; readonly path: string }[],
  kind: ReadKind,
  cursor: string | null,
): Promise<SourcePage> {
  const records: MoveRecord[] = [];
  const problems: RecordProblem[] = [];
  let { file, offset, line } = parseCursor(cursor);
  for (; file < files.length; [file, offset, line] = [file + 1, 0, 1]) {
    const { name, path } = files[file] ?? { name: "", path: "" };
    for await (const read of readLines(path, { offset, line })) {
      readRecord(read, kind, { name, records, problems });
      const { next } = read;
      if (records.length + problems.length === recordsPerPage)
        return { records, problems, next: `${file}:${next.offset}:${next.line}` };
    }
  }
  return { records, problems, next: null };
}

interface PageParts {
  readonly name: string;
  readonly records: MoveRecord[];
  readonly problems: RecordProblem[];
}
/** Adds the record of a line if a page of this kind contains it. */
function readRecord(read: FileLine, kind: ReadKind, { name, records, problems }: PageParts): void {
  if (read.text?.trim() === "") return;
  const parsed = parseLine(read.text);
  if ("record" in parsed) {
    if (readWith(parsed.record.kind) === kind) records.push(parsed.record);
    return;
  }
  // A line of an unknown kind is reported once: with the kind that is read first.
  if (readWith(parsed.kind ?? "operator") !== kind) return;
  problems.push({
    kind: parsed.kind ?? "file",
    id: parsed.id ?? `${name}:${read.line}`,
    code: "broken_record",
    detail: parsed.id === null ? parsed.fault : `${name}:${read.line}: ${parsed.fault}`,
  });
}
const readWith = (kind: MoveRecord["kind"]): ReadKind => (kind === "message" ? "chat" : kind);

function parseLine(text: string | null): ReturnType<typeof checkRecord> {
  if (text === null) return { kind: null, id: null, fault: "the line is longer than 4 MiB" };
  try {
    return checkRecord(JSON.parse(text.replace(/^\u{FEFF}/u, "")));
  } catch {
    return { kind: null, id: null, fault: "the line is not JSON" };
  }
}

function parseCursor(cursor: string | null): { file: number; offset: number; line: number } {
  const [file = 0, offset = 0, line = 1] = (cursor ?? "0:0:1").split(":").map(Number);
  return { file, offset, line };
}
