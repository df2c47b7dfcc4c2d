import type { ChatState } from "../entity.ts";
import type { ChatData } from "../event.ts";
import { isOpen, openDurationMs } from "@parlour/protocol/hours/open-hours";
import { effectiveHours, type HoursConfig } from "../hours/effective-hours.ts";

/** Data from which the start of a visitor's wait is computed. */
export interface WaitSource {
  readonly entity: ChatData;
  readonly createdAt: number;
  /** Messages that start or end a wait: hand-overs by a bot, expired invitations. In order. */
  readonly lines: readonly { readonly seq: number; readonly at: number; readonly code: string }[];
}

/**
 * Data from which the report facts of a chat are computed. Times are in milliseconds since 1970.
 */
export interface ChatFactSource extends WaitSource {
  readonly id: number;
  readonly channelId: number;
  readonly state: ChatState;
  readonly closedAt: number | null;
  /** The current operator of the chat, otherwise the last one, or null. */
  readonly operatorId: number | null;
  /** Whether the chat ended while it waited (API-020 `missed`). */
  readonly missed: boolean;
  /** Code of the first message, if it is a system message. */
  readonly firstLine: string | null;
  /** First message of each operator to the visitor, in order. */
  readonly answers: readonly { readonly seq: number; readonly at: number; readonly by: number }[];
  /** Messages to the visitor that come from a suggestion of the model (ASSIST-050), in order. */
  readonly suggestions: readonly { readonly by: number; readonly changed: boolean }[];
}

/** Statistics of one chat for reports (API-341). They contain no message texts and no visitor. */
export interface ChatFact {
  /**
   * `blocked`: the visitor was already blocked, or the chat was imported from before the day from
   * which imported chats count (MV-021). No report counts such a chat.
   */
  readonly kind: "visitor" | "operator" | "blocked";
  readonly channelId: number;
  readonly departmentId: number | null;
  readonly operatorId: number | null;
  /** The bot of the chat, if no operator had it and it was not missed. */
  readonly botId: number | null;
  readonly begunAt: number;
  /** Whether the chat started within the hours that apply to it. */
  readonly inHours: boolean;
  readonly durationMs: number | null;
  readonly missed: boolean;
  /** Whether the bot handled the chat until the end, without a missed invitation of operators. */
  readonly byBot: boolean;
  /**
   * Open time in milliseconds from the start of the wait to the operator's first message. null if
   * no operator answered, or nobody waited.
   */
  readonly answerMs: number | null;
  /** The operator whose answer time was measured. */
  readonly answeredBy: number | null;
  /** Operators who wrote to the visitor, in order of their first message. */
  readonly repliedBy: readonly number[];
  /** Operators who sent a suggestion as it was, one element per message. */
  readonly suggestionsUnchanged: readonly number[];
  /** Operators who changed a suggestion before they sent it, one element per message. */
  readonly suggestionsChanged: readonly number[];
  readonly rating: "positive" | "negative" | null;
  readonly commented: boolean;
}

/**
 * Version of the rules that compute facts. After an increase, the facts of all chats are computed
 * again (journal/subscribers/chat-facts.ts).
 */
export const chatFactVersion = 4;
/** First version that measures hours as now. Values that it or a later one computed are kept. */
export const hourFactVersion = 2;

/**
 * System messages that start a visitor's wait for an operator (CORE-031). `backToBotCode` ends the
 * wait by returning the chat to the bot (BOT-070).
 */
const waitStartCodes = [
  "invited",
  "agent_handed_over",
  "automatic_message",
  "bot_failed",
  "bot_off",
  "bot_sender_unverified",
  "bot_silent",
] as const;
const backToBotCode = "invite_expired";
/** System messages that start or end a wait. */
export const waitChangeCodes: readonly string[] = [...waitStartCodes, backToBotCode];
export const operatorStartCodes: readonly string[] = ["started", "continued"];

/**
 * Computes the facts of a chat with the current working hours. The first computed values for hours
 * are kept (`writeChatFacts`), so that later changes of the hours do not alter old waits.
 */
export function computeChatFact(chat: ChatFactSource, config: HoursConfig): ChatFact {
  const { entity, createdAt, closedAt } = chat;
  const hours = effectiveHours(config, entity.department?.id ?? null, chat.channelId);
  const kind = getChatKind(chat);
  const bot = chat.operatorId === null && !chat.missed ? entity.bot : null;
  return {
    kind,
    channelId: chat.channelId,
    departmentId: entity.department?.id ?? null,
    operatorId: chat.operatorId,
    botId: bot?.id ?? null,
    begunAt: createdAt,
    inHours: isOpen(hours, createdAt),
    durationMs: closedAt === null ? null : closedAt - createdAt,
    missed: chat.missed,
    byBot: chat.state === "closed" && bot?.attached === true && entity.blacklisted !== true,
    ...measureAnswer(chat, kind, hours),
    repliedBy: chat.answers.map((answer) => answer.by),
    suggestionsUnchanged: listSuggestionAuthors(chat, false),
    suggestionsChanged: listSuggestionAuthors(chat, true),
    rating: entity.rating,
    commented: entity.rating !== null && (entity.rating_comment ?? "") !== "",
  };
}

const listSuggestionAuthors = (
  { suggestions }: ChatFactSource,
  isChanged: boolean,
): readonly number[] =>
  suggestions.flatMap(({ by, changed }) => (changed === isChanged ? [by] : []));

function getChatKind({ entity, createdAt, closedAt, firstLine }: ChatFactSource): ChatFact["kind"] {
  if (entity.blacklisted === true && closedAt === createdAt) return "blocked";
  if (entity.imported?.counts === false) return "blocked";
  return operatorStartCodes.includes(firstLine ?? "") ? "operator" : "visitor";
}

/**
 * Measures the visitor's wait until the first answer. Both values are null if the visitor did not
 * wait for that answer.
 */
function measureAnswer(
  chat: ChatFactSource,
  kind: ChatFact["kind"],
  hours: ReturnType<typeof effectiveHours>,
): Pick<ChatFact, "answerMs" | "answeredBy"> {
  const answer = chat.answers[0] ?? null;
  const from = kind === "visitor" ? findWaitStart(chat, answer?.seq) : null;
  if (from === null || answer === null || answer.at < from)
    return { answerMs: null, answeredBy: null };
  return { answerMs: openDurationMs(hours, from, answer.at), answeredBy: answer.by };
}

/**
 * Returns the start of the visitor's wait for an answer. Returns null if a bot has the chat, or an
 * operator joined without being asked.
 */
export function findWaitStart(
  { entity, createdAt, lines }: WaitSource,
  answerSeq?: number,
): number | null {
  if (entity.bot === null) return createdAt;
  let from: number | null = null;
  for (const { seq, at, code } of lines) {
    if (answerSeq !== undefined && seq > answerSeq) break;
    from = code === backToBotCode ? null : (from ?? at);
  }
  return from;
}
