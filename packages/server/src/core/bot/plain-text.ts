import { maxChannelTextLength, cutText } from "../text.ts";
import type { MarkdownNode, Media, MessageButton } from "../entity.ts";

/**
 * Returns the title and the numbered labels, one per line, for channels that display plain text
 * (BOT-091). Truncates the title so that all labels fit (CH-074).
 */
export function formatButtons(title: string, buttons: readonly MessageButton[]): string {
  const labels = buttons.map(({ text }, index) => `${index + 1}. ${text}`).join("\n");
  if (title.trim() === "") return labels;
  const { text } = cutText(
    title,
    Math.max(0, maxChannelTextLength - Array.from(labels).length - 1),
  );
  return `${text}\n${labels}`;
}

/** Returns Markdown as plain text without marks (BOT-091). A link becomes its label and URL. */
export function formatMarkdown(nodes: readonly MarkdownNode[]): string {
  return nodes.map(formatNode).join("");
}
/** Returns what a message says as plain text: its words, or the name of its file. */
export const formatContent = ({
  text,
  nodes,
  media,
}: {
  readonly text: string;
  readonly nodes?: readonly MarkdownNode[] | undefined;
  readonly media?: Media | undefined;
}): string => text || (nodes === undefined ? (media?.file_name ?? "") : formatMarkdown(nodes));
function formatNode(node: MarkdownNode): string {
  if (node.type === "text") return node.text;
  const text = formatMarkdown(node.nodes);
  if (node.type !== "link") return text;
  const address = node.url.replace(/^mailto:/i, "");
  return text.trim() === "" || text === address ? address : `${text} (${address})`;
}

/** Returns the choice whose number was typed, also with a dot or bracket (BOT-091), or null. */
export function parseTypedChoice(
  choices: readonly string[] | undefined,
  text: string,
): string | null {
  const typed = /^([1-9])[.)]?$/.exec(text.normalize("NFKC").trim());
  return typed === null ? null : (choices?.[Number(typed[1]) - 1] ?? null);
}
