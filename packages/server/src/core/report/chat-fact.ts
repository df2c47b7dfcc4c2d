import type { ChatState } from "../entity.ts";
import type { ChatData } from "../event.ts";
import { effectiveHours, isOpen, openDurationMs } from "../hours/open-hours.ts";
import type { AccountConfig } from "../command.ts";

/** Input of a chat fact. Times in milliseconds since 1970. */
export interface ChatFactSource {
  readonly id: number;
  readonly channelId: number;
  readonly state: ChatState;
  readonly createdAt: number;
  readonly closedAt: number | null;
  readonly entity: Pick<
    ChatData,
    "department" | "bot" | "rating" | "rating_comment" | "blacklisted"
  >;
  /** Current operator, else the last one. */
  readonly operatorId: number | null;
  /** The chat ended while it waited (API-020 `missed`). */
  readonly missed: boolean;
  /** Code of the first message, if it is a system message. */
  readonly firstLine: string | null;
  /**
   * System messages that start or end a wait for an operator: hand-overs by a bot, and expired
   * invitations. In order.
   */
  readonly lines: readonly { readonly seq: number; readonly at: number; readonly code: string }[];
  /** First message of each operator to the visitor, in order. */
  readonly answers: readonly { readonly seq: number; readonly at: number; readonly by: number }[];
}

/** Figures of a chat for reports (API-341). Without message texts and without the visitor. */
export interface ChatFact {
  /** `blocked`: the visitor was blocked before; not in any report. */
  readonly kind: "visitor" | "operator" | "blocked";
  readonly channelId: number;
  readonly departmentId: number | null;
  readonly operatorId: number | null;
  /** The bot of the chat, if no operator had it and it was not missed. */
  readonly botId: number | null;
  readonly begunAt: number;
  /** The chat started within the hours that apply to it. */
  readonly inHours: boolean;
  readonly durationMs: number | null;
  readonly missed: boolean;
  /** Closed by its bot, without a missed request for operators. */
  readonly byBot: boolean;
  /**
   * Open time from the start of the wait to the operator's first message. null: not answered, or
   * nobody waited.
   */
  readonly answerMs: number | null;
  /** Operator whose answer was measured. */
  readonly answeredBy: number | null;
  /** Operators who wrote to the visitor, in order of their first message. */
  readonly repliedBy: readonly number[];
  readonly rating: "positive" | "negative" | null;
  readonly commented: boolean;
}

/**
 * Version of these rules. If it is increased, all chats are computed again
 * (journal/subscribers/chat-facts.ts).
 */
export const factVersion = 3;
/**
 * Since this version hours are measured as now. Values for hours computed by it or a later version
 * are kept.
 */
export const hourFactVersion = 2;

/**
 * System messages that start a visitor's wait for an operator (CORE-031), and the one that ends it
 * by returning to the bot (BOT-070).
 */
export const waitStartCodes = ["invited", "bot_failed", "bot_off", "bot_silent"] as const;
export const backToBotCode = "invite_expired";
const operatorStartCodes = ["started", "continued"];

/**
 * Computes the facts of a chat with the hours in force now. The first computed values for hours are
 * kept (`writeChatFacts`), so a wait is measured by the hours of its time.
 */
export function computeChatFact(
  chat: ChatFactSource,
  config: Pick<AccountConfig, "departments" | "hours" | "channels">,
): ChatFact {
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
    repliedBy: chat.answers.map(({ by: operatorId }) => operatorId),
    rating: entity.rating,
    commented: entity.rating !== null && (entity.rating_comment ?? "") !== "",
  };
}

function getChatKind({ entity, createdAt, closedAt, firstLine }: ChatFactSource): ChatFact["kind"] {
  if (entity.blacklisted === true && closedAt === createdAt) return "blocked";
  return operatorStartCodes.includes(firstLine ?? "") ? "operator" : "visitor";
}

/** Measures the visitor's wait until the first answer. null: the visitor did not wait for it. */
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
 * Returns since when the visitor waited for an answer. null: a bot has the chat, or an operator
 * joined without being asked.
 */
function findWaitStart(
  { entity, createdAt, lines }: ChatFactSource,
  answerSeq: number | undefined,
): number | null {
  if (entity.bot === null) return createdAt;
  let from: number | null = null;
  for (const { seq, at, code } of lines) {
    if (answerSeq !== undefined && seq > answerSeq) break;
    from = code === backToBotCode ? null : (from ?? at);
  }
  return from;
}
