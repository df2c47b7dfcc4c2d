import type { Message } from "../entity.ts";
import { messageText } from "../chat/message-text.ts";

type Said = Pick<Message, "author" | "kind" | "text" | "media" | "title" | "buttons" | "nodes">;

/**
 * Returns the text of a message for search and excerpts: its text and the names of its file,
 * without file addresses. System messages give "".
 */
export function searchedText(message: Said): string {
  if (message.author.kind === "system") return "";
  const { media } = message;
  if (media === undefined) return messageText(message);
  return [message.text, media.file_name, media.title, media.performer].filter((part) => part !== null && part !== "").join("\n");
}

/** Returns whether a message has a file (CH-061). A location is none. */
export function hasFile({ media }: Pick<Message, "media">): boolean {
  return media !== undefined && media.type !== "location";
}
