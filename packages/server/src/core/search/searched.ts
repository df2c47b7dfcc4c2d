import type { Message } from "../entity.ts";
import { messageText } from "../chat/message-text.ts";

type Said = Pick<Message, "author" | "kind" | "text" | "media" | "title" | "buttons" | "nodes">;

/** What of a message is searched and shown as its excerpt: its words and the names of its file, never addresses of files. System lines are ours: "". Pure. */
export function searchedText(message: Said): string {
  if (message.author.kind === "system") return "";
  const { media } = message;
  if (media === undefined) return messageText(message);
  return [message.text, media.file_name, media.title, media.performer].filter((part) => part !== null && part !== "").join("\n");
}

/** CH-061: everything sent that is a file, so no place. */
export function hasFile({ media }: Pick<Message, "media">): boolean {
  return media !== undefined && media.type !== "location";
}
