import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findUnknownContact } from "../model/contacts.ts";
import type { ModelFailure, Written } from "../model/types.ts";
import { readCitations } from "../model/written-text.ts";
import type { AssistDeps, AssistLine, Failable, PastChat } from "./ports.ts";
import { createArticleMessages } from "./prompts.ts";

export interface ArticleRequest {
  readonly account: number;
  /** Language of the article. */
  readonly language: string;
  /** Chats in which people answered. The question is the first line of each. */
  readonly chats: readonly PastChat[];
  /** Of visitors in the chats, for the mask. */
  readonly names: readonly string[];
  readonly signal: AbortSignal;
  readonly onText?: (part: string) => void;
}
/** `numbers`: of the chats on which the draft rests. */
export interface DraftedArticle {
  readonly kind: "answered";
  readonly text: string;
  readonly numbers: ReadonlySet<number>;
  readonly requestId: number;
}

/**
 * Drafts the missing article from how people answered (ART-047). If they did not, the text is
 * empty.
 * A draft that has HTML or an address that nobody of the team wrote fails. The port of the model
 * limits its length.
 */
export async function draftArticle(
  { write }: AssistDeps,
  { account, language, chats, names, signal, onText }: ArticleRequest,
): Promise<Failable<DraftedArticle>> {
  const written = await write({
    account,
    purpose: "article",
    names,
    hidesTexts: true,
    messages: createArticleMessages(chats, language),
    signal,
    ...omitAbsent({ onText }),
  });
  if (written.kind === "failed") return written;
  const { text, numbers } = readCitations(written.text);
  const answer = { kind: "answered", requestId: written.requestId } as const;
  if (/^"?NONE"?\.?$/u.test(text)) return { ...answer, text: "", numbers: new Set() };
  const lines = chats.flatMap((chat) => chat.lines);
  const problem = findProblem(text, lines);
  return problem === null ? { ...answer, text, numbers } : toFailure(written, problem);
}

/** Returns why a draft is not used, or null. */
function findProblem(text: string, lines: readonly AssistLine[]): ModelFailure["message"] | null {
  if (htmlPattern.test(text.replace(codePattern, ""))) return "The draft has HTML.";
  const written = lines.filter(({ author }) => author === "operator").map((line) => line.text);
  return findUnknownContact(text, written) === null
    ? null
    : "The draft has an address or a number that nobody of the team wrote.";
}
/** Code in Markdown, which may contain tags. */
const codePattern = /```[\s\S]*?```|`[^`\n]+`/gu;
const htmlPattern = /<\/?[a-z][a-z0-9-]*(?:\s[^>]*)?\/?>|<!--/iu;

const toFailure = ({ ms, requestId }: Written, message: string): ModelFailure => ({
  kind: "failed",
  reason: "wrong_form",
  message,
  ms,
  requestId,
});
