import type { Readable } from "node:stream";
import { findFileToken } from "../../../core/chat/message/file-attachment.ts";
import type { StoredFiles } from "../../../files/index.ts";
import type { MailFile } from "../../../mail/settings.ts";
import type { AnswerMessage } from "../format/compose-answer.ts";

/** Maximum size of the attachments of one mail, in bytes. Other files are sent as links. */
const maxAttachedBytes = 5 * 1024 * 1024;

/**
 * Reads the stored files of the messages, by message id, up to {@link maxAttachedBytes} in all. The
 * others are missing: those of foreign addresses, those that storage has lost, and large ones.
 */
export async function readAttachments(
  files: StoredFiles,
  messages: readonly AnswerMessage[],
): Promise<ReadonlyMap<number, MailFile>> {
  const attached = new Map<number, MailFile>();
  let remainingBytes = maxAttachedBytes;
  for (const { id, media } of messages) {
    const token = findFileToken(media);
    const file = token === null ? null : await files.open(token, "file");
    if (file === null || file.size > remainingBytes) continue;
    const stream = await file.read({ start: 0, end: file.size - 1 });
    if (stream === null) continue;
    remainingBytes -= file.size;
    attached.set(id, { name: file.name, type: file.type, content: await readAll(stream) });
  }
  return attached;
}

async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
