import type { RewriteMode } from "@parlour/protocol/api";
import { markData, type DataBlock } from "../model/data-blocks.ts";
import type { ModelMessage } from "../model/types.ts";
import type { AnswerSource, AssistChat, AssistLine, PastChat } from "./ports.ts";

/** Maximum number of the latest lines that the model gets, and of characters of each. */
const maxLines = 40;
const maxLineLength = 2_000;

const inLanguage = (language: string | null, otherwise: string): string =>
  language === null ? otherwise : `in the language with the code "${language}"`;

const formatLines = (lines: readonly AssistLine[]): readonly string[] =>
  lines
    .slice(-maxLines)
    .map(({ author, text }) => `${author === "note" ? "note of the team" : author}: ${cut(text)}`);
const cut = (text: string): string => text.slice(0, maxLineLength);

const listChat = ({ earlier, lines }: AssistChat): readonly DataBlock[] => [
  { name: "earlier chats", lines: formatLines(earlier) },
  { name: "chat", lines: formatLines(lines) },
];
const listPastChats = (chats: readonly PastChat[]): readonly DataBlock[] =>
  chats.map(({ number, lines }) => ({ name: `chat [${number}]`, lines: formatLines(lines) }));
const listSources = (sources: readonly AnswerSource[]): DataBlock => ({
  name: "passages",
  lines: sources.map(({ number, title, excerpt }) => `[${number}] ${title}\n${excerpt}`),
});

function createMessages(
  rules: readonly string[],
  blocks: readonly DataBlock[],
): readonly ModelMessage[] {
  const data = markData(blocks);
  return [
    { role: "system", content: [...rules, data.rule].join("\n") },
    { role: "user", content: data.text },
  ];
}

const citeRule =
  "After each sentence with a fact of a passage, write the number of the passage in square brackets, such as [1].";

/** Asks for the next message of the operator (ASSIST-010). */
export const createSuggestionMessages = (
  chat: AssistChat,
  sources: readonly AnswerSource[],
  { language, instruction }: { readonly language: string | null; readonly instruction: string },
): readonly ModelMessage[] =>
  createMessages(
    [
      "You help a person who answers customers in a chat. Write the next message of the operator, ready to be sent.",
      `Write ${inLanguage(language, "in the language of the customer's last message")}, at most 5 sentences, in plain text without headings, HTML and a signature.`,
      `Use only facts of the passages, of the chat and of the operator's wish. ${citeRule}`,
      "If they do not answer the question, say that you will find out, and ask for what is missing. Do not guess, and write no address that is not in them.",
      ...(instruction === "" ? [] : [`The operator wants this message: ${instruction}`]),
    ],
    [listSources(sources), ...listChat(chat)],
  );

/** Asks how closed chats solved what an operator wants to know (ASSIST-070). */
export const createArchiveMessages = (
  question: string,
  chats: readonly PastChat[],
  language: string | null,
): readonly ModelMessage[] =>
  createMessages(
    [
      "You help a person who answers customers in a chat. You get earlier chats of the team. Say how people solved the question there.",
      `Write ${inLanguage(language, "in the language of the question")}, at most 6 sentences, in plain text without headings and HTML.`,
      "Use only what people wrote in the chats. After each sentence, write the number of the chat in square brackets, such as [1]. If people gave different answers, say so.",
      'If no chat answers the question, return only the word "NONE". Do not guess.',
    ],
    [{ name: "question", lines: [question] }, ...listPastChats(chats)],
  );

/** Asks for the article that answers what customers asked in chats (ART-047). */
export const createArticleMessages = (
  chats: readonly PastChat[],
  language: string,
): readonly ModelMessage[] =>
  createMessages(
    [
      "You write an article of a public help centre for customers. You get chats in which people of the team answered the same question.",
      `Write ${inLanguage(language, "")}, in Markdown: paragraphs, lists, bold text, and headings that begin with ##. No title, no HTML and no pictures. At most 600 words.`,
      "Use only what operators wrote in the chats. After each sentence with a fact, write the number of the chat in square brackets, such as [1].",
      "The article is public. Leave out names, orders, dates and everything else that concerns one customer, and write no address that no operator wrote.",
      'If the operators did not answer the question, return only the word "NONE". Do not guess.',
    ],
    listPastChats(chats),
  );

const modeRules: Readonly<Record<RewriteMode, string>> = {
  corrected: "Correct spelling, grammar and punctuation. Change nothing else.",
  friendlier: "Make it friendlier and more polite, in the same language.",
  shorter: "Make it shorter and clearer, in the same language.",
  customer_language: "Translate it",
};

/** Asks for another wording of a text (ASSIST-020). `language`: that of the customer, or null. */
export const createRewriteMessages = (
  chat: AssistChat,
  { text, mode, language }: { text: string; mode: RewriteMode; language: string | null },
): readonly ModelMessage[] => {
  const isTranslated = mode === "customer_language";
  const target = inLanguage(language, "in the language of the customer in the chat").slice(3);
  return createMessages(
    [
      "You rewrite a text that a person wants to send to a customer.",
      isTranslated ? `${modeRules[mode]} into ${target}.` : modeRules[mode],
      "Keep facts, numbers, names, addresses and placeholders in brackets. Return only the new text.",
    ],
    [...(isTranslated && language === null ? listChat(chat) : []), { name: "text", lines: [text] }],
  );
};

/** Asks for the summary of a chat as JSON (ASSIST-030). */
export const createSummaryMessages = (
  chat: AssistChat,
  language: string | null,
): readonly ModelMessage[] =>
  createMessages(
    [
      "You summarise a chat for a colleague who takes it over. Return only JSON of the given schema.",
      `Write ${inLanguage(language, "in the language of the operator in the chat")}, each field in at most 2 short sentences, only what the chat says.`,
      'wants: what the customer wants. so_far: what was said and done. open: the question that has no answer yet, or "". mood: how the customer feels, in a few words.',
    ],
    listChat(chat),
  );

/** Asks for the translation of a text (ASSIST-040). */
export const createTranslationMessages = (
  text: string,
  { to, from }: { readonly to: string; readonly from: string | null },
): readonly ModelMessage[] =>
  createMessages(
    [
      `You translate a message of a chat ${from === null ? "" : `from the language with the code "${from}" `}into the language with the code "${to}".`,
      "Keep line breaks, numbers, names, addresses and placeholders in brackets. Return only the translation.",
    ],
    [{ name: "text", lines: [text] }],
  );
