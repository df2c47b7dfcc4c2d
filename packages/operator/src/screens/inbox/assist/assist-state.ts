import type {
  AnswerSource,
  ArchiveSource,
  RewriteMode,
  SentSuggestion,
  Summary,
} from "@parlour/protocol/api";
import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../../../state/api/event-emitter.ts";
import type { ComposerApi } from "../picker/composer-api.ts";

/** A draft of the model for a chat, which a person uses or drops (ASSIST-001). */
export type AssistDraft = SuggestionDraft | RewriteDraft | SummaryDraft | ArchiveDraft;

interface Phase {
  /** `failed`: `error` says why. */
  readonly phase: "working" | "ready" | "failed";
  readonly error?: unknown;
}
export interface SuggestionDraft extends Phase {
  readonly kind: "suggestion";
  /** As the model wrote it, with the numbers of sources. */
  readonly words: string;
  /** Without the numbers. "" until it is ready, or if no passage fits. */
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  /** In the delivery log. */
  readonly requestId: number | null;
  /** `seq` of the last message of the customer when it was requested. */
  readonly customerSeq: number;
  /** The text of the field before it was inserted. Null: it is not inserted. */
  readonly textBefore: string | null;
}
export interface RewriteDraft extends Phase {
  readonly kind: "rewrite";
  readonly mode: RewriteMode;
  readonly original: string;
  readonly text: string;
}
export interface SummaryDraft extends Phase {
  readonly kind: "summary";
  readonly summary: Summary | null;
}

/** How closed chats solved a question (ASSIST-070). */
export interface ArchiveDraft extends Phase {
  readonly kind: "archive";
  /** Question of the operator. null: what the customer asks. */
  readonly question: string | null;
  /** With the numbers of chats. "" at the end: no chat has an answer. */
  readonly words: string;
  readonly chats: readonly ArchiveSource[];
}

interface StoredDraft {
  readonly draft: AssistDraft;
  readonly abort: AbortController;
}
/** By operator and chat. They stay while the operator reads other chats. */
const drafts = new Map<string, StoredDraft>();
const listeners = createEventEmitter();
const toKey = ({ operatorId, chatId }: AssistChat): string => `${operatorId}.${chatId}`;

export interface AssistChat {
  readonly chatId: number;
  readonly operatorId: number;
}

const getAssistDraft = (chat: AssistChat): AssistDraft | null =>
  drafts.get(toKey(chat))?.draft ?? null;

/** Returns the draft of the model for a chat, or null. */
export const useAssistDraft = (chat: AssistChat): AssistDraft | null =>
  useSyncExternalStore(listeners.subscribe, () => getAssistDraft(chat));

/** Replaces the draft of a chat. `abort` ends its request. */
export function setAssistDraft(chat: AssistChat, draft: AssistDraft, abort: AbortController): void {
  drafts.set(toKey(chat), { draft, abort });
  listeners.emit();
}

/** Changes the draft of a chat. With `request`, only if it is still the one of this request. */
export function updateAssistDraft(
  chat: AssistChat,
  change: DraftChange,
  request?: AbortController,
): void {
  const key = toKey(chat);
  const stored = drafts.get(key);
  if (stored === undefined || (request !== undefined && stored.abort !== request)) return;
  drafts.set(key, { ...stored, draft: { ...stored.draft, ...change } as AssistDraft });
  listeners.emit();
}
type DraftChange =
  | Partial<SuggestionDraft>
  | Partial<RewriteDraft>
  | Partial<SummaryDraft>
  | Partial<ArchiveDraft>;

/** Drops the draft of a chat, and ends its request. */
export function dismissAssistDraft(chat: AssistChat): void {
  const key = toKey(chat);
  const stored = drafts.get(key);
  if (stored === undefined) return;
  drafts.delete(key);
  stored.abort.abort();
  listeners.emit();
}

/** What the operator wrote, and how the model translated it for the customer. */
interface TranslatedReply {
  readonly original: string;
  readonly text: string;
}
const translatedReplies = new Map<string, TranslatedReply>();

/** Remembers the original of a translation that was put into the field (ASSIST-056). */
export function addTranslatedReply(chat: AssistChat, reply: TranslatedReply): void {
  translatedReplies.set(toKey(chat), reply);
}

/** Returns whether a text is a translation that was put into the field. */
export function isTranslatedReply(chat: AssistChat, text: string): boolean {
  const reply = translatedReplies.get(toKey(chat));
  return reply !== undefined && isTranslation(reply.text, text);
}

/** Fields of a reply that the model has written or translated. */
export interface ReplyOrigin {
  readonly suggestion?: SentSuggestion;
  readonly original?: string;
}

/**
 * Returns which suggestion a reply that is sent comes from (ASSIST-050), and what was translated
 * into it (ASSIST-056). Drops what was drafted for it.
 */
export function takeReplyOrigin({ chat: { id }, me, mode, text }: ComposerApi): ReplyOrigin {
  if (mode === "note") return {};
  const chat = { chatId: id, operatorId: me.id };
  return { ...takeSuggestion(chat, text), ...takeOriginal(chat, text) };
}

/** A draft whose text goes into the field. Others stay when the operator sends something. */
export const isForField = (draft: AssistDraft): draft is SuggestionDraft | RewriteDraft =>
  draft.kind === "suggestion" || draft.kind === "rewrite";

function takeSuggestion(chat: AssistChat, text: string): ReplyOrigin {
  const draft = getAssistDraft(chat);
  if (draft === null || !isForField(draft)) return {};
  dismissAssistDraft(chat);
  if (draft.kind !== "suggestion" || draft.textBefore === null || draft.requestId === null)
    return {};
  const changed = text.trim() !== draft.text.trim();
  return { suggestion: { request_id: draft.requestId, changed } };
}

/** What was added before or after an unchanged translation is in the original, too. */
function takeOriginal(chat: AssistChat, text: string): ReplyOrigin {
  const reply = translatedReplies.get(toKey(chat));
  translatedReplies.delete(toKey(chat));
  if (reply === undefined || !isTranslation(reply.text, text)) return {};
  return {
    original: text.includes(reply.text)
      ? text.replace(reply.text, () => reply.original)
      : reply.original,
  };
}

/** A changed translation remains one if it has at least half of the words. */
function isTranslation(translated: string, text: string): boolean {
  if (text.includes(translated)) return true;
  const words = splitWords(translated);
  const present = new Set(splitWords(text));
  return words.filter((word) => present.has(word)).length * 2 >= words.length;
}
/** Also separates the words of languages that are written without spaces. */
const splitWords = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text.toLowerCase()))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
