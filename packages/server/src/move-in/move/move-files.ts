import { Readable } from "node:stream";
import type { MoveFile, MoveMessage } from "@parlour/protocol/move-in/record";
import type { MoveCounts } from "@parlour/protocol/move-in/move-import";
import type { SentFile } from "../../core/chat/message/file-attachment.ts";
import { Refusal } from "../../core/failure.ts";
import { addCount } from "../counts.ts";
import type { MoveJob } from "../job.ts";
import { SourceError, type MoveSource, type RecordProblem } from "../source.ts";

type MovedFile = SentFile & { readonly id: number };
export type FilesOfMessages = ReadonlyMap<string, readonly (MovedFile | null)[]>;

const filesAtOnce = 4;
const maxAttempts = 3;
/** How often, and how long each time, the import waits because of one file. */
const maxWaits = 5;
const maxWaitMs = 5 * 60_000;

interface MissingFile {
  readonly code: "file_gone" | "file_unreachable" | "file_refused";
  readonly detail: string;
}
interface FileSlot {
  readonly file: MoveFile;
  waits: number;
  result?: MovedFile | MissingFile;
}
type Slots = Map<string, readonly FileSlot[]>;
/**
 * Files of batches that are not moved yet, by message. If the other system asks to wait, the page
 * is repeated from its first batch, without files that are stored already.
 */
const slotsOfSources = new WeakMap<MoveSource, Slots>();

/**
 * Fetches and stores the files of messages. null: the file is gone, which the report names. Other
 * failures are tried three times. Throws SourceError if the other system asks to wait.
 */
export async function moveFiles(
  job: MoveJob,
  messages: readonly MoveMessage[],
  { counts, problems }: { readonly counts: MoveCounts; readonly problems: RecordProblem[] },
): Promise<FilesOfMessages> {
  const open: Slots = slotsOfSources.get(job.source) ?? new Map();
  slotsOfSources.set(job.source, open);
  const slots: Slots = new Map(
    messages.map(({ id, files = [] }) => [
      id,
      open.get(id) ?? files.map((file) => ({ file, waits: 0 })),
    ]),
  );
  for (const [id, ofMessage] of slots) open.set(id, ofMessage);
  await fillSlots(job, [...slots.values()].flat());
  for (const id of slots.keys()) open.delete(id);
  for (const [id, ofMessage] of slots)
    for (const [n, { file, result }] of ofMessage.entries()) {
      addCount(counts, "file", toMovedFile(result) === null ? "left_out" : "new");
      if (result === undefined || !("code" in result)) continue;
      const detail = `${file.name}: ${file.url ?? file.path ?? ""} ${result.detail}`.trim();
      problems.push({ kind: "file", id: `${id}/${n}`, code: result.code, detail });
    }
  return new Map(
    [...slots].map(([id, ofMessage]) => [id, ofMessage.map(({ result }) => toMovedFile(result))]),
  );
}

const toMovedFile = (result: FileSlot["result"]): MovedFile | null =>
  result === undefined || "code" in result ? null : result;

async function fillSlots(job: MoveJob, slots: readonly FileSlot[]): Promise<void> {
  const waiting = slots.filter(({ result }) => result === undefined);
  const run = async (): Promise<void> => {
    for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift())
      try {
        slot.result = await moveFile(job, slot);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
  };
  const runs = await Promise.allSettled(Array.from({ length: filesAtOnce }, run));
  for (const one of runs) if (one.status === "rejected") throw one.reason;
}

async function moveFile(
  { deps, move, source }: MoveJob,
  slot: FileSlot,
): Promise<MovedFile | MissingFile> {
  const { file } = slot;
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
      if (!(error instanceof SourceError)) continue;
      if (isRequestToWait(error) && slot.waits < maxWaits) {
        slot.waits += 1;
        // The waits of the files of a batch are no failures of the system.
        const retryAfterMs = error.options.retryAfterMs ?? 1_000 * 2 ** slot.waits;
        throw new SourceError(error.code, error.message, { retryAfterMs });
      }
      if (error.options.isFinal === true) break;
    }
  }
  return { code: "file_unreachable", detail };
}

function isRequestToWait({ code, options: { retryAfterMs, isFinal } }: SourceError): boolean {
  const isAsked = code === "too_many_requests" || (retryAfterMs !== undefined && isFinal !== true);
  return isAsked && (retryAfterMs ?? 0) <= maxWaitMs;
}
