import {
  downloadAttachment,
  type DownloadedFile,
} from "../../../connectors/inbound/download-attachment.ts";
import { createDownloadAttempts } from "../../../connectors/inbound/download-attempts.ts";
import { isUnavailable } from "../../../core/failure.ts";
import type { IncomingFile } from "../format/parse-message.ts";
import type { ViberApi } from "../service/client.ts";

export type DownloadFile = <T>(
  file: IncomingFile,
  store: (downloaded: DownloadedFile) => Promise<T>,
) => Promise<T>;

/**
 * Creates the function that downloads files (VB-021). It rejects with Refusal
 * `temporarily_unavailable` if a download fails, so that Viber repeats the callback. After three
 * failures it stores the reason, because a broken file must not stop the chat.
 */
export function createFileDownload(api: ViberApi): DownloadFile {
  const giveUp = createDownloadAttempts({ maxAttempts: 3, retryAfterMs: 2_000 });
  return ({ address, name, duration }, store) =>
    downloadAttachment(
      {
        file: { name, duration },
        async open() {
          const opened = await api.download(address);
          return "failure" in opened ? { ...opened, isFinal: false } : opened;
        },
        findFault: (error, { errored }) =>
          errored === null || !isUnavailable(error)
            ? null
            : { failure: errored.message, isFinal: false },
        giveUp: (failed) => giveUp(address, failed),
      },
      store,
    );
}
