import type { Readable } from "node:stream";
import type { InboundFile } from "../../../connectors/inbound-message.ts";
import { evictOldest } from "../../../core/bounded-map.ts";
import { isUnavailable, refuse } from "../../../core/failure.ts";
import type { TelegramApi } from "../api/client.ts";
import { toJsonObject } from "../../../http/body/json.ts";
import { toText } from "../format/values.ts";
import type { IncomingFile } from "../format/incoming-file.ts";

/** Largest file that the Bot API offers for download (20 MB). */
const maxDownloadBytes = 20 * 1024 * 1024;
/** Number of failed downloads after which a message is stored without its file. */
const maxAttempts = 3;
const retryAfterMs = 2_000;
const maxCountedFiles = 10_000;

/** A file whose content can be read, or the reason why it cannot. */
export type DownloadedFile = InboundFile | { readonly reason: string };
/** Opens a file of a customer and passes it to `store`. */
export type DownloadFile = <T>(
  token: string,
  file: IncomingFile,
  store: (downloaded: DownloadedFile) => Promise<T>,
) => Promise<T>;

interface FailedDownload {
  readonly failure: string;
  /** Whether a repeat would fail in the same way. */
  readonly isFinal: boolean;
}

/**
 * Creates the function that downloads files (TG-021). It rejects with Refusal
 * `temporarily_unavailable` if a download fails, so that the update is repeated. After three
 * failures it stores the reason, because a broken file must not stop the chat.
 */
export function createFileDownload(api: TelegramApi): DownloadFile {
  const failures = new Map<string, number>();
  /** Returns the reason to store, or rejects so that the update is repeated. */
  const giveUpOrRepeat = (fileId: string, { failure, isFinal }: FailedDownload): string => {
    const count = (failures.get(fileId) ?? 0) + 1;
    failures.set(fileId, count);
    evictOldest(failures, maxCountedFiles);
    return isFinal || count >= maxAttempts
      ? failure
      : refuse("temporarily_unavailable", `The file was not received: ${failure}`, {
          retryAfterMs,
        });
  };
  return async (token, file, store) => {
    const opened = await openFile(api, token, file);
    if ("failure" in opened) return store({ reason: giveUpOrRepeat(file.fileId, opened) });
    const { body } = opened;
    try {
      return await store({
        name: file.name,
        body,
        ...(file.isVoice ? { voice: true } : {}),
        ...(file.duration === null ? {} : { duration: file.duration }),
      });
    } catch (error) {
      if (body.errored === null || !isUnavailable(error)) throw error;
      return store({ reason: giveUpOrRepeat(file.fileId, describeStreamError(body.errored)) });
    }
  };
}

const tooLargeText = "The file is larger than 20 MB, which Telegram does not give to bots.";

async function openFile(
  api: TelegramApi,
  token: string,
  { fileId, size }: IncomingFile,
): Promise<{ readonly body: Readable } | FailedDownload> {
  if (size !== null && size > maxDownloadBytes) return { failure: tooLargeText, isFinal: true };
  const described = await api.call(token, "getFile", { file_id: fileId });
  if (described.kind === "unavailable") return { failure: described.message, isFinal: false };
  if (described.kind === "refused")
    return /too big/i.test(described.description)
      ? { failure: tooLargeText, isFinal: true }
      : { failure: described.description, isFinal: described.status === 400 };
  const path = toText(toJsonObject(described.result)["file_path"]);
  if (!isSafePath(path)) return { failure: "Telegram named no usable path.", isFinal: true };
  const download = await api.download(token, path, maxDownloadBytes);
  return "failure" in download ? { ...download, isFinal: false } : download;
}

/** Only a plain relative path may become part of an address that contains the token. */
const isSafePath = (path: string): boolean =>
  path.length <= 255 && /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && !/(?:^|\/)\.+(?:\/|$)/.test(path);

/** A file that sends more than it announced is no better the next time. */
function describeStreamError(error: Error & { readonly outcome?: unknown }): FailedDownload {
  return error.outcome === "reply_too_large"
    ? { failure: tooLargeText, isFinal: true }
    : { failure: error.message, isFinal: false };
}
