import type { MarkdownNode } from "../../core/entity.ts";
import type { FormattedText, TextEntity } from "./split-text.ts";

/**
 * Converts a bot's Markdown to text with entities (TG-030). Telegram gets ranges and never markup,
 * so no text can break the formatting. A link to a mail address becomes text, because Telegram
 * links only to web pages.
 */
export function formatMarkdownNodes(nodes: readonly MarkdownNode[]): FormattedText {
  const entities: TextEntity[] = [];
  let text = "";
  const append = (list: readonly MarkdownNode[]): void => {
    for (const node of list) {
      if (node.type === "text") {
        text += node.text;
        continue;
      }
      const offset = text.length;
      append(node.nodes);
      const length = text.length - offset;
      if (node.type === "link") addLink(node.url, offset, length);
      else if (length > 0) entities.push({ type: node.type, offset, length });
    }
  };
  const addLink = (url: string, offset: number, length: number): void => {
    if (/^https?:/i.test(url) && length > 0)
      entities.push({ type: "text_link", offset, length, url });
    else {
      const address = url.replace(/^mailto:/i, "");
      const label = text.slice(offset);
      if (label !== address) text += label.trim() === "" ? address : ` (${address})`;
    }
  };
  append(nodes);
  return {
    text,
    entities: entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length),
  };
}
