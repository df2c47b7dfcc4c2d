import type { ChatState } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import { hoursFor, isOpen, openMs } from "../hours/open.ts";
import type { AccountConfig } from "../ports.ts";

/** What is read of a chat for its facts. Times in milliseconds since 1970. */
export interface ToldChat {
  readonly id: number;
  readonly channelId: number;
  readonly state: ChatState;
  readonly createdAt: number;
  readonly closedAt: number | null;
  readonly entity: Pick<ChatDraft, "department" | "bot" | "rating" | "rating_comment" | "blacklisted">;
  /** Who has it, else who had it last. */
  readonly operatorId: number | null;
  /** It ended while it waited (API-020 `missed`). */
  readonly missed: boolean;
  /** Code of its first message, when that is a system line. */
  readonly firstLine: string | null;
  /** Lines by which a bot asked for an operator or lost the chat, and by which nobody came, in their order. */
  readonly lines: readonly { readonly seq: number; readonly at: number; readonly code: string }[];
  /** The first message of each operator that went to the visitor, in their order. */
  readonly answers: readonly { readonly seq: number; readonly at: number; readonly by: number }[];
}

/** What reports count of a chat (API-074). It says nothing of what anybody wrote, nor who the visitor is. */
export interface ChatFact {
  /** `blocked`: of a visitor who was blocked before; in no report. */
  readonly kind: "visitor" | "operator" | "blocked";
  readonly channelId: number;
  readonly departmentId: number | null;
  readonly operatorId: number | null;
  /** The bot that had it, when no operator did and nobody missed it. */
  readonly botId: number | null;
  readonly begunAt: number;
  /** It began within the hours that count for it. */
  readonly inHours: boolean;
  readonly durationMs: number | null;
  readonly missed: boolean;
  /** Ended with its bot, which asked for nobody in vain. */
  readonly byBot: boolean;
  /** Open time from when the visitor waited for a person to that person's first message; null: none, or nobody was waited for. */
  readonly answerMs: number | null;
  /** Who gave the answer that was measured. */
  readonly answeredBy: number | null;
  /** Operators who wrote to the visitor, in the order in which they first did. */
  readonly repliedBy: readonly number[];
  readonly rating: "positive" | "negative" | null;
  readonly commented: boolean;
}

/** The rules have this number: a higher one lets every chat be read again (journal/readers/facts.ts). */
export const factRules = 3;
/** Since the rules of this number hours are measured as now: what they said of a chat by such rules is kept. */
export const hourRules = 2;

/** Lines by which a visitor begins to wait for a person in a chat of a bot (CORE-031), and the one that gives him back to the bot (BOT-070). */
export const waitingLines = ["invited", "bot_failed", "bot_off", "bot_silent"] as const;
export const backToBotLine = "invite_expired";
const begunByOperator = ["started", "continued"];

/** The facts of a chat as it stands, by the hours in force now. What they said of it first is kept (`writeFacts`), so a wait is measured by the hours of its time. */
export function chatFact(chat: ToldChat, config: Pick<AccountConfig, "departments" | "hours" | "channels">): ChatFact {
  const { entity, createdAt, closedAt } = chat;
  const hours = hoursFor(config, entity.department?.id ?? null, chat.channelId);
  const isBlocked = entity.blacklisted === true && closedAt === createdAt;
  const kind = isBlocked ? "blocked" : begunByOperator.includes(chat.firstLine ?? "") ? "operator" : "visitor";
  const bot = chat.operatorId === null && !chat.missed ? entity.bot : null;
  const answer = chat.answers[0] ?? null;
  const from = kind === "visitor" ? waitedFrom(chat, answer?.seq) : null;
  const isMeasured = from !== null && answer !== null && answer.at >= from;
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
    answerMs: isMeasured ? openMs(hours, from, answer.at) : null,
    answeredBy: isMeasured ? answer.by : null,
    repliedBy: chat.answers.map(({ by }) => by),
    rating: entity.rating,
    commented: entity.rating !== null && (entity.rating_comment ?? "") !== "",
  };
}

/** Since when the visitor waited for the answer he got, or for one; null: a bot has the chat, or somebody came without being asked. */
function waitedFrom({ entity, createdAt, lines }: ToldChat, answerSeq: number | undefined): number | null {
  if (entity.bot === null) return createdAt;
  let from: number | null = null;
  for (const { seq, at, code } of lines) {
    if (answerSeq !== undefined && seq > answerSeq) break;
    from = code === backToBotLine ? null : (from ?? at);
  }
  return from;
}
