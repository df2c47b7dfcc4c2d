import { omitAbsent } from "@parlour/protocol/omit-absent";
import { cleanText, cutText } from "../text.ts";
import type { MarkdownNode, MessageButton } from "../entity.ts";
import { parseMarkdown } from "./markdown.ts";
import { formatButtons, formatMarkdown } from "./plain-text.ts";

/** Maximum length of a bot's text and of a button label, in code points (BOT-044, BOT-042). */
const maxBotTextLength = 4000;
const maxButtonTextLength = 80;

/**
 * A bot's message. The edge has checked its shape (BOT-040 – BOT-042). An empty `text` counts as
 * absent.
 */
export type BotMessageInput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "markdown"; readonly content: string; readonly text?: string }
  | {
      readonly kind: "buttons";
      readonly title?: string;
      readonly text?: string;
      readonly buttons: readonly MessageButton[];
    };

/** A bot's message after truncation (BOT-044), and its text for plain channels (BOT-060). */
export interface BotMessageContent {
  readonly body: { readonly kind: BotMessageInput["kind"]; readonly text: string } & {
    cut?: true;
    title?: string;
    buttons?: MessageButton[];
    nodes?: MarkdownNode[];
  };
  /**
   * `isBuilt`: the bot sent no text, so Parlour built one from title, labels or Markdown (BOT-091).
   */
  readonly plainText: { readonly text: string; readonly isBuilt: boolean };
  /** Whether a button label was truncated (BOT-042). */
  readonly isLabelCut: boolean;
}
export function createBotMessage(input: BotMessageInput): BotMessageContent {
  const text = cutText(cleanText(input.text ?? ""), maxBotTextLength);
  const givenText = { text: text.text, isBuilt: false };
  const plainOr = (build: () => string) =>
    text.text.trim() === "" ? { text: build(), isBuilt: true } : givenText;
  const isLabelCut =
    input.kind === "buttons" &&
    input.buttons.some(({ text }) => cutText(cleanText(text), maxButtonTextLength).cut);
  if (input.kind === "text")
    return {
      plainText: givenText,
      isLabelCut,
      body: { kind: "text", text: text.text, ...omitAbsent({ cut: text.cut || undefined }) },
    };
  if (input.kind === "markdown") {
    const content = cutText(cleanText(input.content), maxBotTextLength);
    const cut = text.cut || content.cut ? { cut: true as const } : {};
    const nodes = [...parseMarkdown(content.text)];
    return {
      plainText: plainOr(() => formatMarkdown(nodes)),
      isLabelCut,
      body: { kind: "markdown", text: text.text, nodes, ...cut },
    };
  }
  const title = cutText(cleanText(input.title ?? ""), maxBotTextLength);
  const buttons = input.buttons.map(({ id, text }) => ({
    id: cleanText(id),
    text: truncateButtonText(text),
  }));
  const cut = text.cut || title.cut ? { cut: true as const } : {};
  const plain = plainOr(() => formatButtons(title.text, buttons));
  return {
    plainText: plain,
    isLabelCut,
    body: { kind: "buttons", text: text.text, title: title.text, buttons, ...cut },
  };
}

/** Returns a button's label, cleaned and truncated to the maximum length (BOT-042). */
function truncateButtonText(text: string): string {
  return cutText(cleanText(text), maxButtonTextLength).text;
}
