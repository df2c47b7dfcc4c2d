import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";

/** What agents do with messages of visitors (AGENT-020), as the store and the driver name it. */

/** `nothing`: the message needs no answer, such as thanks. */
export type AgentAction = "answer" | "ask" | "hand_over" | "nothing";

/** What a message says. */
export interface LineContent {
  /** The words. Empty if the message is a file without words. */
  readonly text: string;
  /** The file of a message without words. Its name is no text of a person. */
  readonly file?: { readonly type: string; readonly name: string };
}
/** A message of a visitor, a bot or an operator, without notes and system messages. */
export interface ChatLine extends LineContent {
  readonly author: "visitor" | "agent" | "operator";
}
/** Returns the messages of the visitor at the end of a chat, which nobody has answered. */
export const listUnanswered = <Line extends ChatLine>(lines: readonly Line[]): readonly Line[] =>
  lines.slice(lines.findLastIndex(({ author }) => author !== "visitor") + 1);

/** Pause after a visitor's message before its turn, so that short messages have one answer. */
export const turnPauseMs = 2_500;

/** What an agent did with a message, for its figures. */
export interface AgentTurnRecord {
  readonly account: number;
  readonly deliveryId: number;
  readonly botId: number;
  readonly chatId: number;
  readonly isShadow: boolean;
  readonly action: AgentAction;
  readonly reason: string | null;
  readonly at: number;
}

/** The latest chats of an agent since its state was set: all, handed over, and rated badly. */
export interface AgentFigures {
  readonly chats: number;
  readonly handedOver: number;
  readonly bad: number;
}

/** A message of a chat as a replay reads it. `at`: ms since 1970. `name`: of its author. */
export interface ReplayLine extends ChatLine {
  /** Number in the chat. null: a question of the list. */
  readonly seq: number | null;
  readonly name: string;
  readonly at: number;
}
/** An article or a quick reply on which an answer rests. `url`: null if none leads to it. */
export interface AnswerSource {
  readonly articleId: number | null;
  readonly title: string;
  readonly url: string | null;
}
/** A question of a visitor with the answers of people and of the model (AGENT-070). */
export interface ReplayTurn {
  readonly question: string;
  /** Number of its last message in the chat. Earlier replays and questions of the list lack it. */
  readonly seq?: number;
  /** null: no person answered it. */
  readonly reply: {
    readonly text: string;
    readonly name: string;
    readonly afterMs: number;
  } | null;
  readonly action: AgentAction;
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  /** Why people would have taken over, else null. */
  readonly reason: string | null;
  readonly factsDiffer: boolean;
  readonly ms: number;
}
/** What answers used. `cost`: millionths of the currency. */
export interface ModelUse {
  readonly tokens: number;
  readonly cost: number;
}
/** What an agent would have done. `failed`: the replay cannot continue now. */
export type ReplayAnswer = {
  readonly use: ModelUse;
} & ({ readonly turns: readonly ReplayTurn[] } | { readonly failed: ModelFailureReason });

/** Chats from which the limits count, and the shares at which people take over (AGENT-060). */
export const agentLimits = { minChats: 20, handOverPercent: 40, badPercent: 10 } as const;
