import { omitAbsent } from "@parlour/protocol/omit-absent";
import { SummaryLines, type RewriteMode } from "@parlour/protocol/api";
import {
  createArchiveMessages,
  createRewriteMessages,
  createSuggestionMessages,
  createSummaryMessages,
  createTranslationMessages,
} from "./prompts.ts";
import { draftArticle, type ArticleRequest, type DraftedArticle } from "./article-draft.ts";
import { detectLanguage, isLikeLanguage } from "../agent/words/language.ts";
import { findUnknownContact } from "../model/contacts.ts";
import type { ModelFailure, Translated, Written } from "../model/types.ts";
import { readCitations } from "../model/written-text.ts";
import type {
  AnsweredJson,
  AnsweredText,
  AnswerSource,
  ArticlePassage,
  AssistChat,
  AssistDeps,
  Failable,
  PastChat,
  SourcedText,
} from "./ports.ts";

export type { AssistChat, AssistLine, Failable, PastChat } from "./ports.ts";

interface ChatRequest {
  readonly chat: AssistChat;
  readonly signal: AbortSignal;
}
export interface SuggestionListener {
  /** Receives the passages that the model gets, before its first word. */
  readonly onSources?: (sources: readonly AnswerSource[]) => void;
  /** Receives the answer in parts. */
  readonly onText?: (part: string) => void;
}
interface SuggestRequest extends ChatRequest, SuggestionListener {
  readonly instruction: string;
}
interface TranslateRequest {
  readonly account: number;
  readonly chat: AssistChat | null;
  readonly text: string;
  readonly to: string;
  readonly from: string | null;
  /** Languages that are not translated. */
  readonly known: readonly string[];
  readonly signal: AbortSignal;
}
interface ArchiveRequest {
  readonly account: number;
  /** The chat in which it is asked, for its budget. */
  readonly chatId: number | null;
  readonly question: string;
  readonly chats: readonly PastChat[];
  /** Of visitors in the chats, for the mask. */
  readonly names: readonly string[];
  readonly signal: AbortSignal;
  readonly onText?: (part: string) => void;
}
interface TranslatedText {
  readonly kind: "answered";
  readonly text: string;
  readonly from: string | null;
}
/** Drafts for operators, which a person sends or drops. Nothing is written to a chat. */
export interface Assist {
  readonly suggest: (request: SuggestRequest) => Promise<Failable<SourcedText>>;
  readonly rewrite: (
    request: ChatRequest & { readonly text: string; readonly mode: RewriteMode },
  ) => Promise<Failable<AnsweredText>>;
  readonly summarize: (
    request: ChatRequest & { readonly language: string | null },
  ) => Promise<Failable<AnsweredJson>>;
  readonly translate: (request: TranslateRequest) => Promise<Failable<TranslatedText>>;
  /** Says how closed chats solved a question. The text is empty if none did. */
  readonly askArchive: (request: ArchiveRequest) => Promise<Failable<AnsweredText>>;
  /** Drafts an article from how people answered in chats. The text is empty if they did not. */
  readonly draftArticle: (request: ArticleRequest) => Promise<Failable<DraftedArticle>>;
  /** Returns what the customer asks in a chat. */
  readonly getQuestion: (chat: AssistChat) => string;
  /** Returns the language of a text, or null if it is too short. */
  readonly detectLanguage: (text: string) => Promise<string | null>;
}

/** Part of the words of the question that an article must have (AGENT-026). */
const minScore = 0.2;
const maxSources = 5;

/** Creates the port for the drafts of operators (ASSIST-001). */
export const createAssist = (deps: AssistDeps): Assist => ({
  suggest: (request) => suggest(deps, request),
  async rewrite({ chat, signal, text, mode }) {
    const language = mode === "customer_language" ? await detectCustomer(chat) : null;
    if (language !== null) {
      const call = { ...toCall(chat), purpose: "rewrite", signal, text, from: null } as const;
      const translated = await deps.translate({ ...call, to: language });
      if (!isMissing(translated)) return checkContacts(translated, text);
    }
    const messages = createRewriteMessages(chat, { text, mode, language });
    const call = { ...toCall(chat), purpose: "rewrite", messages, signal } as const;
    return checkContacts(await deps.write(call), text);
  },
  summarize: ({ chat, signal, language }) =>
    deps.write({
      ...toCall(chat),
      purpose: "summary",
      messages: createSummaryMessages(chat, language),
      schema: SummaryLines,
      signal,
    }),
  translate: (request) => translate(deps, request),
  askArchive: (request) => askArchive(deps, request),
  draftArticle: (request) => draftArticle(deps, request),
  getQuestion: (chat) => listUnanswered(chat).join("\n").trim(),
  detectLanguage,
});

async function suggest(
  deps: AssistDeps,
  { chat, signal, instruction, onSources, onText }: SuggestRequest,
): Promise<Failable<SourcedText>> {
  const question = [...listUnanswered(chat), instruction].join("\n").trim();
  const language = await detectCustomer(chat);
  const passages = await deps.findPassages({
    account: chat.account,
    chatId: chat.id,
    names: chat.visitorNames,
    language,
    text: question,
    limit: maxSources,
    signal,
    sections: null,
  });
  const given = passages.filter(({ score }) => score >= minScore).map(toSource);
  // Without a passage the model could only guess.
  if (given.length === 0 && instruction === "")
    return { kind: "answered", text: "", sources: [], requestId: null };
  onSources?.(given);
  const written = await deps.write({
    ...toCall(chat),
    purpose: "suggest",
    messages: createSuggestionMessages(chat, given, { language, instruction }),
    signal,
    ...omitAbsent({ onText }),
  });
  if (written.kind === "failed") return written;
  const { text, numbers } = readCitations(written.text);
  return { ...written, text, sources: given.filter(({ number }) => numbers.has(number)) };
}

async function askArchive(
  { write }: AssistDeps,
  { account, chatId, question, chats, names, signal, onText }: ArchiveRequest,
): Promise<Failable<AnsweredText>> {
  const written = await write({
    account,
    ...omitAbsent({ chatId: chatId ?? undefined, onText }),
    purpose: "archive",
    names,
    hidesTexts: true,
    messages: createArchiveMessages(question, chats, await detectLanguage(question)),
    signal,
  });
  if (written.kind === "failed") return written;
  const text = written.text.trim();
  return { ...written, text: /^"?NONE"?\.?$/u.test(text) ? "" : text };
}

async function translate(
  deps: AssistDeps,
  { account, chat, text, to, from, known, signal }: TranslateRequest,
): Promise<Failable<TranslatedText>> {
  const source = from ?? (await detectLanguage(text));
  const target = to.split("-")[0] ?? to;
  // Operators translate whole chats, with messages in their own language.
  const isKnown = source !== null && (source === target || known.includes(source));
  if (from === null && isKnown) return { kind: "answered", text, from: source };
  const call = {
    ...(chat === null ? { account } : toCall(chat)),
    purpose: "translate",
    signal,
  } as const;
  const translated = await deps.translate({ ...call, text, to, from: source });
  const written = isMissing(translated)
    ? await deps.write({
        ...call,
        messages: createTranslationMessages(text, { to, from: source }),
      })
    : translated;
  if (written.kind === "failed") return written;
  // Operators who do not know the language cannot see this themselves.
  if (!isLikeLanguage(await detectLanguage(written.text), target))
    return toWrongForm(written, "The translation is in another language.");
  const checked = checkContacts(written, text);
  return checked.kind === "failed" ? checked : { ...checked, from: source };
}
/** Without a translation server, the model translates. */
const isMissing = (result: Failable<{ readonly kind: "answered" }>): result is ModelFailure =>
  result.kind === "failed" && result.reason === "not_set_up";

/** Operators send it to customers: it has no address and no number that their text lacks. */
const checkContacts = <R extends Written | Translated>(
  written: R | ModelFailure,
  text: string,
): R | ModelFailure =>
  written.kind === "failed" || findUnknownContact(written.text, [text]) === null
    ? written
    : toWrongForm(written, "The new text has an address or a number that the text does not have.");

const toWrongForm = ({ ms, requestId }: Written | Translated, message: string): ModelFailure => ({
  kind: "failed",
  reason: "wrong_form",
  message,
  ms,
  requestId,
});

const toSource = ({ title, path, text }: ArticlePassage, n: number): AnswerSource => ({
  number: n + 1,
  title,
  path,
  excerpt: text,
});
const toCall = ({ account, id, visitorNames }: AssistChat) => ({
  account,
  chatId: id,
  names: visitorNames,
});

/** Returns the messages of the customer after the last answer, or the last one. */
function listUnanswered({ lines }: AssistChat): readonly string[] {
  const answered = lines.findLastIndex(({ author }) => author === "operator");
  const isOfCustomer = ({ author }: { readonly author: string }): boolean => author === "customer";
  const unanswered = lines.slice(answered + 1).filter(isOfCustomer);
  return (unanswered.length > 0 ? unanswered : lines.filter(isOfCustomer).slice(-1)).map(
    ({ text }) => text,
  );
}

/** Returns the language of the customer's latest messages, or that of their browser. */
async function detectCustomer({ lines, language }: AssistChat): Promise<string | null> {
  const texts = lines.filter(({ author }) => author === "customer").slice(-3);
  return (await detectLanguage(texts.map(({ text }) => text).join("\n"))) ?? language;
}
