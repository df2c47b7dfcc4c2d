import type { Media } from "../../../core/entity.ts";
import type { FileContent, Files } from "../../../files/index.ts";
import type { OutgoingFile } from "../format/build-parts.ts";

/** A stored file of a message that can be read more than once. */
export interface OpenedFile extends OutgoingFile {
  readonly read: FileContent["read"];
}

const filePath = /\/files\/([A-Za-z0-9_-]{27})\//;

/**
 * Opens the file of a message. Returns null if the message has none, or if its address is not one
 * of stored files.
 */
export async function openStoredFile(
  files: Pick<Files, "open">,
  media: Media | undefined,
): Promise<OpenedFile | null> {
  const [, token] = filePath.exec(media?.file ?? "") ?? [];
  const content = token === undefined ? null : await files.open(token, "file");
  if (content === null) return null;
  const { name, type, size } = content;
  return { name, type, size, read: (range) => content.read(range) };
}
