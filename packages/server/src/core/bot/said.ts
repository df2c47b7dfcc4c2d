import { cleanText, cutText } from "../chat/text.ts";
import type { MarkdownNode, MessageButton } from "../entity.ts";
import type { MessageDraft } from "../event.ts";
import { markdownNodes } from "./markdown.ts";

/** Longest text of a bot, and of one button, in code points (BOT-044, BOT-042). */
export const botTextMax = 4000;
export const buttonTextMax = 80;

/** What a bot says; the edge has checked its shape (BOT-040 – BOT-042). A `text` that is absent or "" is no text. */
export type BotSaid =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "markdown"; readonly content: string; readonly text?: string }
  | { readonly kind: "buttons"; readonly title?: string; readonly text?: string; readonly buttons: readonly MessageButton[] };

/** The part of a message that says it, cut (BOT-044), and whether it can be shown as plain text (BOT-060). */
export function saidMessage(said: BotSaid): {
  readonly body: Pick<MessageDraft, "kind" | "text"> & { cut?: true; title?: string; buttons?: MessageButton[]; nodes?: MarkdownNode[] };
  readonly isPlain: boolean;
} {
  const text = cutText(cleanText(said.text ?? ""), botTextMax);
  const isPlain = text.text.trim() !== "";
  if (said.kind === "text") return { isPlain, body: { kind: "text", text: text.text, ...(text.cut ? { cut: true as const } : {}) } };
  if (said.kind === "markdown") {
    const content = cutText(cleanText(said.content), botTextMax);
    const cut = text.cut || content.cut ? { cut: true as const } : {};
    return { isPlain, body: { kind: "markdown", text: text.text, nodes: [...markdownNodes(content.text)], ...cut } };
  }
  const title = cutText(cleanText(said.title ?? ""), botTextMax);
  const buttons = said.buttons.map(({ id, text: label }) => ({ id: cleanText(id), text: buttonText(label) }));
  const cut = text.cut || title.cut ? { cut: true as const } : {};
  return { isPlain, body: { kind: "buttons", text: text.text, title: title.text, buttons, ...cut } };
}

/** What a button shows (BOT-042). */
export function buttonText(text: string): string {
  return cutText(cleanText(text), buttonTextMax).text;
}
