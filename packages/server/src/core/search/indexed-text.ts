import type { Message } from "../entity.ts";
import type { NewMessage } from "../event.ts";
import { toFoldedText, toPlainText } from "../chat/message/message-text.ts";

/**
 * Returns the text of a message for search and excerpts: its text, the names of its file, without
 * URLs of files, and its folded text. Returns "" for system messages.
 */
export function indexedText(message: NewMessage): string {
  if (message.author.kind === "system") return "";
  const { media } = message;
  const parts =
    media === undefined
      ? [toPlainText(message)]
      : [message.text, media.file_name, media.title, media.performer];
  return [...parts, toFoldedText(message)]
    .filter((part) => part !== null && part !== "")
    .join("\n");
}

/** Returns whether a message has a file (CH-061). A location is not a file. */
export function hasFile({ media }: Message): boolean {
  return media !== undefined && media.type !== "location";
}
