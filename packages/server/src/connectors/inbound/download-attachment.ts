import type { Readable } from "node:stream";
import type { InboundFile, InboundMessage } from "../inbound-message.ts";

/** Why a file of a customer cannot be received from its service. */
export interface FailedDownload {
  readonly failure: string;
  /** Whether a repeat would fail in the same way. */
  readonly isFinal: boolean;
}
/** A file that was opened at its service, or why it could not be opened. */
export type OpenedFile = { readonly body: Readable } | FailedDownload;
/** A file that is stored with its message, or the reason that the message names instead. */
export type DownloadedFile = InboundFile | { readonly reason: string };

/** A file of a message, and what its service decides about a failed download. */
export interface AttachmentDownload {
  readonly file: Omit<InboundFile, "body">;
  readonly open: () => Promise<OpenedFile>;
  /**
   * Returns why storing the message failed because of its file. Null: something else was the
   * reason, or the service must repeat the message.
   */
  readonly findFault: (error: unknown, body: Readable) => FailedDownload | null;
  /**
   * Returns the reason with which the message is stored without its file. Throws Refusal
   * `temporarily_unavailable` if the service must repeat the message.
   */
  readonly giveUp: (failed: FailedDownload) => string;
}

/**
 * Opens a file of a customer and passes it to `store`. A message whose file cannot be received is
 * repeated by its service, and in the end it is stored without the file, because a broken file must
 * not stop the chat.
 */
export async function downloadAttachment<T>(
  { file, open, findFault, giveUp }: AttachmentDownload,
  store: (downloaded: DownloadedFile) => Promise<T>,
): Promise<T> {
  const opened = await open();
  if ("failure" in opened) return store({ reason: giveUp(opened) });
  const { body } = opened;
  try {
    return await store({ ...file, body });
  } catch (error) {
    const fault = findFault(error, body);
    if (fault === null) throw error;
    return store({ reason: giveUp(fault) });
  }
}

/** Adds the line that names a missing file and the reason, so that the operator can ask for it. */
export const addMissingFile = (text: string, name: string, reason: string): string =>
  `${text}${text === "" ? "" : "\n\n"}[${name}: ${reason}]`;

/** Returns a message with its file, or with the line that names a missing one. */
export const withFile = (
  message: InboundMessage,
  name: string,
  downloaded: DownloadedFile,
): InboundMessage =>
  "reason" in downloaded
    ? { ...message, text: addMissingFile(message.text, name, downloaded.reason) }
    : { ...message, files: [downloaded] };
