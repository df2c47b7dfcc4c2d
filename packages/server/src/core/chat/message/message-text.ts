import type { MarkdownNode, Media } from "../../entity.ts";
import type { NewMessage } from "../../event.ts";

/** What a message says: a text, media with a comment, or a title with buttons. */
export type MessageBody = Pick<NewMessage, "text" | "media" | "title" | "buttons" | "nodes">;

/**
 * Returns a message as plain text for receivers outside Parlour (WH-104). Media become the comment,
 * a newline and the URL. Buttons become the title and the labels, one per line.
 */
export function toPlainText(message: MessageBody): string {
  if (message.media !== undefined)
    return [message.text, mediaText(message.media)].filter((part) => part !== "").join("\n");
  if (message.text !== "") return message.text;
  if (message.buttons !== undefined)
    return [message.title ?? "", ...message.buttons.map(({ text }) => text)].join("\n");
  return (message.nodes ?? []).map(formatNode).join("");
}

/** Returns what is folded below the text: repeated earlier messages and the signature, or "". */
export function toFoldedText({ origin }: Pick<NewMessage, "origin">): string {
  return [origin?.quote, origin?.signature].filter((part) => part !== undefined).join("\n\n");
}

function mediaText(media: Media): string {
  if (media.type === "location") return `${media.latitude}, ${media.longitude}`;
  return media.file ?? media.file_name ?? "";
}
function formatNode(node: MarkdownNode): string {
  if (node.type === "text") return node.text;
  const text = node.nodes.map(formatNode).join("");
  return node.type === "link" && node.url !== text ? `${text} (${node.url})` : text;
}
