import { Readable } from "node:stream";
import type { MoveFile, MoveMessage } from "@parlour/protocol/move-in/record";
import type { MoveCounts } from "@parlour/protocol/move-in/move-import";
import type { SentFile } from "../../core/chat/message/file-attachment.ts";
import { Refusal } from "../../core/failure.ts";
import { addCount } from "../counts.ts";
import type { MoveJob } from "../job.ts";
import { SourceError, type RecordProblem } from "../source.ts";

export type MovedFile = SentFile & { readonly id: number };
export type FilesOfMessages = ReadonlyMap<string, readonly (MovedFile | null)[]>;

const filesAtOnce = 4;
const maxAttempts = 3;

/**
 * Fetches and stores the files of messages. null: the file is gone, which the report names. Other
 * failures are tried three times.
 */
export async function moveFiles(
  job: MoveJob,
  messages: readonly MoveMessage[],
  { counts, problems }: { readonly counts: MoveCounts; readonly problems: RecordProblem[] },
): Promise<FilesOfMessages> {
  const moved = new Map<string, (MovedFile | null)[]>();
  const waiting = messages.flatMap(({ id, files = [] }) => {
    moved.set(
      id,
      files.map(() => null),
    );
    return files.map((file, n) => ({ id, file, n }));
  });
  const run = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id, file, n } = next;
      const stored = await moveFile(job, file);
      const slots = moved.get(id);
      if ("code" in stored) {
        const detail = `${file.name}: ${file.url ?? file.path ?? ""} ${stored.detail}`.trim();
        problems.push({ kind: "file", id: `${id}/${n}`, code: stored.code, detail });
        addCount(counts, "file", "left_out");
      } else {
        if (slots !== undefined) slots[n] = stored;
        addCount(counts, "file", "new");
      }
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, run));
  return moved;
}

interface MissingFile {
  readonly code: "file_gone" | "file_unreachable" | "file_refused";
  readonly detail: string;
}
async function moveFile(
  { deps, move, source }: MoveJob,
  file: MoveFile,
): Promise<MovedFile | MissingFile> {
  let detail = "";
  for (let n = 1; n <= maxAttempts; n += 1) {
    try {
      const content = await source.openFile(file);
      if (content === null) return { code: "file_gone", detail };
      return await deps.files.store({
        account: move.account,
        author: { kind: "operator", id: move.operatorId },
        name: file.name === "" ? "file" : file.name,
        body: Readable.from(content),
      });
    } catch (error) {
      if (error instanceof Refusal && error.failure.failure !== "temporarily_unavailable")
        return { code: "file_refused", detail: error.failure.message };
      if (!(error instanceof Error)) throw error;
      detail = error.message;
      if (error instanceof SourceError && error.options.isFinal === true) break;
    }
  }
  return { code: "file_unreachable", detail };
}
