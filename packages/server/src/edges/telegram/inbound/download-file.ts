import type { InboundFile } from "../../../connectors/inbox.ts";
import { evictOldest } from "../../../core/bounded-map.ts";
import { refuse } from "../../../core/failure.ts";
import type { TelegramApi } from "../api/client.ts";
import { toFields, toText } from "../format/fields.ts";
import type { IncomingFile } from "../format/incoming-file.ts";

/** Largest file that the Bot API offers for download (20 MB). */
const maxDownloadBytes = 20 * 1024 * 1024;
/** Number of failed downloads after which a message is stored without its file. */
const maxAttempts = 3;
const retryAfterMs = 2_000;
const maxCountedFiles = 10_000;

/** A file whose content can be read, or the reason why it cannot. */
export type DownloadedFile = InboundFile | { readonly reason: string };
export type DownloadFile = (token: string, file: IncomingFile) => Promise<DownloadedFile>;

/**
 * Creates the function that opens files of customers (TG-021). It rejects with Refusal
 * `temporarily_unavailable` if a download fails, so that the update is repeated. After three
 * failures it resolves with the reason, because a broken file must not stop the chat.
 */
export function createFileDownload(api: TelegramApi): DownloadFile {
  const failures = new Map<string, number>();
  return async (token, file) => {
    if (file.size !== null && file.size > maxDownloadBytes) return { reason: tooLargeText };
    const opened = await openFile(api, token, file);
    if (!("failure" in opened)) {
      failures.delete(file.fileId);
      return {
        name: file.name,
        body: opened.body,
        ...(file.isVoice ? { voice: true } : {}),
        ...(file.duration === null ? {} : { duration: file.duration }),
      };
    }
    if (opened.isFinal) return { reason: opened.failure };
    const count = (failures.get(file.fileId) ?? 0) + 1;
    failures.set(file.fileId, count);
    evictOldest(failures, maxCountedFiles);
    if (count >= maxAttempts) return { reason: opened.failure };
    return refuse("temporarily_unavailable", `The file was not received: ${opened.failure}`, {
      retryAfterMs,
    });
  };
}
const tooLargeText = "The file is larger than 20 MB, which Telegram does not give to bots.";

interface FailedDownload {
  readonly failure: string;
  /** Whether a repeat would fail in the same way. */
  readonly isFinal: boolean;
}

async function openFile(
  api: TelegramApi,
  token: string,
  { fileId }: IncomingFile,
): Promise<Pick<InboundFile, "body"> | FailedDownload> {
  const described = await api.call(token, "getFile", { file_id: fileId });
  if (described.kind === "unavailable") return { failure: described.message, isFinal: false };
  if (described.kind === "refused")
    return /too big/i.test(described.description)
      ? { failure: tooLargeText, isFinal: true }
      : { failure: described.description, isFinal: described.status === 400 };
  const path = toText(toFields(described.result)["file_path"]);
  if (!isSafePath(path)) return { failure: "Telegram named no usable path.", isFinal: true };
  const download = await api.download(token, path, maxDownloadBytes);
  return "failure" in download ? { ...download, isFinal: false } : download;
}

/** Only a plain relative path may become part of an address that contains the token. */
const isSafePath = (path: string): boolean =>
  path.length <= 255 && /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && !/(?:^|\/)\.+(?:\/|$)/.test(path);
