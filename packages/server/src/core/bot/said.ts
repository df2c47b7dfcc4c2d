import { cleanText, cutText } from "../chat/text.ts";
import type { MarkdownNode, MessageButton } from "../entity.ts";
import { markdownNodes } from "./markdown.ts";
import { buttonsText, markdownText } from "./plain-text.ts";

/** Maximum length of a bot's text and of a button label, in code points (BOT-044, BOT-042). */
export const botTextMax = 4000;
export const buttonTextMax = 80;

/**
 * A bot's message. The edge has checked its shape (BOT-040 – BOT-042). An absent or empty `text`
 * counts as none.
 */
export type BotSaid =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "markdown"; readonly content: string; readonly text?: string }
  | { readonly kind: "buttons"; readonly title?: string; readonly text?: string; readonly buttons: readonly MessageButton[] };

/**
 * The truncated content of a bot's message (BOT-044), and its text for channels that display plain
 * text (BOT-060).
 */
export interface SaidMessage {
  readonly body: { readonly kind: BotSaid["kind"]; readonly text: string } & {
    cut?: true;
    title?: string;
    buttons?: MessageButton[];
    nodes?: MarkdownNode[];
  };
  /** `isBuilt`: the bot gave no text, so it is built from title, labels or Markdown (BOT-091). */
  readonly plain: { readonly text: string; readonly isBuilt: boolean };
  /** A button label was truncated (BOT-042). */
  readonly isLabelCut: boolean;
}
export function saidMessage(said: BotSaid): SaidMessage {
  const text = cutText(cleanText(said.text ?? ""), botTextMax);
  const given = { text: text.text, isBuilt: false };
  const plainOr = (build: () => string) => (text.text.trim() === "" ? { text: build(), isBuilt: true } : given);
  const isLabelCut = said.kind === "buttons" && said.buttons.some(({ text: label }) => cutText(cleanText(label), buttonTextMax).cut);
  if (said.kind === "text")
    return { plain: given, isLabelCut, body: { kind: "text", text: text.text, ...(text.cut ? { cut: true as const } : {}) } };
  if (said.kind === "markdown") {
    const content = cutText(cleanText(said.content), botTextMax);
    const cut = text.cut || content.cut ? { cut: true as const } : {};
    const nodes = [...markdownNodes(content.text)];
    return { plain: plainOr(() => markdownText(nodes)), isLabelCut, body: { kind: "markdown", text: text.text, nodes, ...cut } };
  }
  const title = cutText(cleanText(said.title ?? ""), botTextMax);
  const buttons = said.buttons.map(({ id, text: label }) => ({ id: cleanText(id), text: buttonText(label) }));
  const cut = text.cut || title.cut ? { cut: true as const } : {};
  const plain = plainOr(() => buttonsText(title.text, buttons));
  return { plain, isLabelCut, body: { kind: "buttons", text: text.text, title: title.text, buttons, ...cut } };
}

/** Returns a button's label, cleaned and truncated (BOT-042). */
export function buttonText(text: string): string {
  return cutText(cleanText(text), buttonTextMax).text;
}
