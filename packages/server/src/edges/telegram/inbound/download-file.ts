import {
  downloadAttachment,
  type DownloadedFile,
  type FailedDownload,
  type OpenedFile,
} from "../../../connectors/inbound/download-attachment.ts";
import { createDownloadAttempts } from "../../../connectors/inbound/download-attempts.ts";
import { isUnavailable } from "../../../core/failure.ts";
import type { TelegramApi } from "../service/client.ts";
import { toJsonObject } from "../../../http/body/json.ts";
import { toText } from "../format/values.ts";
import type { IncomingFile } from "../format/incoming-file.ts";

/** Largest file that the Bot API offers for download (20 MB). */
const maxDownloadBytes = 20 * 1024 * 1024;
export type DownloadFile = <T>(
  token: string,
  file: IncomingFile,
  store: (downloaded: DownloadedFile) => Promise<T>,
) => Promise<T>;

/**
 * Creates the function that downloads files (TG-021). It rejects with Refusal
 * `temporarily_unavailable` if a download fails, so that the update is repeated. After three
 * failures it stores the reason, because a broken file must not stop the chat.
 */
export function createFileDownload(api: TelegramApi): DownloadFile {
  const giveUp = createDownloadAttempts({ maxAttempts: 3, retryAfterMs: 2_000 });
  return (token, file, store) =>
    downloadAttachment(
      {
        file: {
          name: file.name,
          voice: file.isVoice || undefined,
          duration: file.duration ?? undefined,
        },
        open: () => openFile(api, token, file),
        findFault: (error, { errored }) =>
          errored === null || !isUnavailable(error) ? null : describeStreamError(errored),
        giveUp: (failed) => giveUp(file.fileId, failed),
      },
      store,
    );
}

const tooLargeText = "The file is larger than 20 MB, which Telegram does not give to bots.";

async function openFile(
  api: TelegramApi,
  token: string,
  { fileId, size }: IncomingFile,
): Promise<OpenedFile> {
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
