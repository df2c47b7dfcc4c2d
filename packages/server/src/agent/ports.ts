import type { TSchema } from "typebox";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import type { AgentFields } from "@parlour/protocol/settings/kinds/bots/agent";
import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import type { Values } from "@parlour/protocol/settings/values";
import type { ModelMessage } from "../model/types.ts";
import type { AgentAction, AnswerSource, ChatLine, ModelUse } from "../core/bot/agent-turn.ts";
import type { AccountConfig } from "../core/command.ts";
import type { ChatData, VisitorData } from "../core/event.ts";

/** A request for JSON of a schema. */
export interface ModelRequest {
  readonly account: number;
  readonly purpose: "agent" | "replay";
  /** null: a question outside of a chat. */
  readonly chatId: number | null;
  /** Names in the messages, for the mask. */
  readonly names: readonly string[];
  readonly messages: readonly ModelMessage[];
  readonly schema: TSchema;
  readonly signal: AbortSignal;
}
/** The JSON of the model, or why there is none. `message` is for the delivery log. */
export type ModelReply =
  | { readonly json: unknown; readonly use?: ModelUse }
  | { readonly failed: ModelFailureReason; readonly message: string };
/** Asks the model of the account. Must never reject. */
export type AskModel = (request: ModelRequest) => Promise<ModelReply>;

/** A part of a published article, or a quick reply, whose title is its shortcut. */
export interface Passage {
  /** null: a quick reply. */
  readonly articleId: number | null;
  readonly title: string;
  /** Public address of the article. null: no address leads to it. */
  readonly url: string | null;
  /** Path of the article in the help centre. null: a quick reply. */
  readonly path: string | null;
  readonly text: string;
  /** Relevance for the question, 0 to 1. */
  readonly score: number;
}
/** What passages are taken from. */
interface PassageSources {
  /** Sections of the articles. null: all. */
  readonly sections: readonly number[] | null;
  /** Whether quick replies that are marked for agents count too. */
  readonly quickReplies: boolean;
}
/** Finds the passages that fit a question, the best one first. */
export type FindPassages = (
  question: {
    readonly account: number;
    /** null: outside of a chat. */
    readonly chatId: number | null;
    /** Names of people in the text, for the mask. */
    readonly names: readonly string[];
    /** `replay`: the vector of the question counts as a request of replays (MODEL-042). */
    readonly purpose: "embed" | "replay";
    readonly language: string | null;
    readonly text: string;
    readonly limit: number;
    readonly signal: AbortSignal;
  } & PassageSources,
) => Promise<readonly Passage[]>;

export type AgentSettings = Values<AgentFields>;

/** Messages of a visitor that an agent answers together, and what it may know for the answer. */
export interface AgentTurn {
  readonly account: number;
  readonly agent: AgentSettings;
  readonly hours: OpeningHours | null;
  readonly config: AccountConfig;
  /** null: a question outside of a chat, for which no condition holds. */
  readonly about: { readonly chat: ChatData; readonly visitor: VisitorData } | null;
  /** Lines of earlier chats, if the model may get them, and of this chat. */
  readonly earlier: readonly ChatLine[];
  readonly lines: readonly ChatLine[];
  /** What the agent did last in this chat, or null. */
  readonly lastAction: AgentAction | null;
  readonly now: number;
  readonly signal: AbortSignal;
}
/**
 * What an agent does with a message. `text` is Markdown of bots (BOT-045), with the sources below.
 * `reply`: the words of the model.
 */
export type AgentDecision =
  | {
      readonly action: "answer" | "ask";
      readonly text: string;
      readonly reply: string;
      readonly sources: readonly AnswerSource[];
    }
  | HandOverDecision
  /** The messages need no answer, so nothing is written (AGENT-112). */
  | { readonly action: "nothing" };
/** `text`: the last message to the visitor. `note`: what operators must know. */
export interface HandOverDecision {
  readonly action: "hand_over";
  readonly reason: string;
  readonly text: string;
  readonly note: string;
}
