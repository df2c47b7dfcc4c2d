import { parseMarkdown } from "../../core/bot/markdown.ts";
import { formatMarkdown } from "../../core/bot/plain-text.ts";
import { cutText, removeHidden } from "../../core/text.ts";
import { findUnknownContact } from "../../model/contacts.ts";
import { readCitations } from "../../model/written-text.ts";
import type { Passage } from "../ports.ts";
import { repeatsWords } from "../words/repeated-words.ts";
import type { AgentReply } from "./prompt.ts";

/** Maximum number of code points of a reply. */
const maxReplyLength = 3_000;
const maxQuestionLength = 300;
/** Maximum length of the texts for operators. Longer ones are cut. */
const maxNoteLength = 500;

/** Why a reply of the model is not used (AGENT-021). */
export type ReplyProblem =
  | "empty"
  | "no_question"
  | "no_source"
  | "repeats_instructions"
  | "too_long"
  | "unknown_address"
  | "unknown_source"
  | "wrong_form";

/** What the model got. `instructions`: the rules and those of the owner, which stay secret. */
export interface GivenTexts {
  readonly passages: readonly Passage[];
  readonly instructions: string;
}

/**
 * The gate of everything that a model says to a visitor without a person (AGENT-021, AGENT-110).
 * Returns the reply with the text that may be shown, or why there is none.
 */
export function checkReply(
  json: unknown,
  { passages, instructions }: GivenTexts,
): AgentReply | { readonly problem: ReplyProblem } {
  const read = readReply(json);
  if (read === null) return { problem: "wrong_form" };
  if (read.action === "hand_over" || read.action === "nothing") return read;
  const cited = readCitations(removeHidden(read.text));
  const numbers = read.sources.length > 0 ? read.sources : [...cited.numbers];
  const reply: AgentReply = { ...read, text: cited.text, sources: numbers };
  const problem = findProblem(reply, passages);
  if (problem !== null) return { problem };
  const given = passages.map(({ title, url, text }) => `${title}\n${url ?? ""}\n${text}`);
  if (repeatsWords(reply.text, instructions, given)) return { problem: "repeats_instructions" };
  // Escapes and emphasis can hide an address: `evil\\.com`, `evil.**com**`.
  const shown = formatMarkdown([...parseMarkdown(reply.text)]);
  const isUnknown = [reply.text, shown].some((text) => findUnknownContact(text, given) !== null);
  return isUnknown ? { problem: "unknown_address" } : reply;
}

function findProblem(
  { action, text, sources }: AgentReply,
  passages: readonly Passage[],
): ReplyProblem | null {
  if (text === "") return "empty";
  if (cutText(text, maxReplyLength).cut) return "too_long";
  // Without a passage, a source that was not given says less than that there is none.
  if (action === "answer" && (passages.length === 0 || sources.length === 0)) return "no_source";
  if (sources.some((source) => passages[source - 1] === undefined)) return "unknown_source";
  return action === "ask" && !isQuestion(text) ? "no_question" : null;
}

/** Marks of a question, also those of Arabic, Armenian and Ethiopic. */
const questionMarks = /[?\uFF1F\u061F\u055E\u1367\u037E]/gu;
/** Greek has a semicolon. Some languages write questions without a mark. */
const otherMark =
  /\p{sc=Greek}\s*;|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** One short question, perhaps with a greeting before it. */
function isQuestion(text: string): boolean {
  const marks = text.match(questionMarks)?.length ?? 0;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return (
    !cutText(text, maxQuestionLength).cut &&
    lines.length <= 2 &&
    (marks === 0 ? otherMark.test(text) : marks <= 2)
  );
}

function readReply(json: unknown): AgentReply | null {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  const { action, text, sources, reason, open_question } = json as Record<string, unknown>;
  if (!isAction(action)) return null;
  if (typeof text !== "string" || !Array.isArray(sources)) return null;
  if (!sources.every((source) => Number.isInteger(source))) return null;
  return {
    action,
    text: text.trim(),
    sources: [...new Set(sources as number[])],
    reason: toNoteText(reason),
    open_question: toNoteText(open_question),
  };
}
const isAction = (value: unknown): value is AgentReply["action"] =>
  value === "answer" || value === "ask" || value === "hand_over" || value === "nothing";
/** Returns one line. What the model left out is empty: operators see the chat. */
const toNoteText = (value: unknown): string =>
  typeof value === "string" ? value.replace(/\s+/gu, " ").trim().slice(0, maxNoteLength) : "";
