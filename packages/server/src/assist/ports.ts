import type { FindPassages, Passage } from "../agent/ports.ts";
import type { Model, ModelFailure } from "../model/types.ts";

/** A passage with the path of its article in the help centre. */
export interface ArticlePassage extends Passage {
  readonly path: string;
}
/** Finds passages of articles as an agent does. */
export type FindArticles = (
  question: Omit<Parameters<FindPassages>[0], "purpose" | "quickReplies">,
) => Promise<readonly ArticlePassage[]>;

export interface AssistDeps {
  readonly write: Model["write"];
  readonly translate: Model["translate"];
  readonly findPassages: FindArticles;
}
/** A message of a chat. Notes are there only if the model may get them. */
export interface AssistLine {
  readonly author: "customer" | "bot" | "operator" | "note";
  readonly text: string;
}
/** What the model gets of a chat (ASSIST-002). */
export interface AssistChat {
  readonly account: number;
  readonly id: number;
  readonly lines: readonly AssistLine[];
  /** Lines of the visitor's other chats. Empty if the model may not get them. */
  readonly earlier: readonly AssistLine[];
  /** For the mask. */
  readonly visitorNames: readonly string[];
  /** Language of the visitor's browser, or null. */
  readonly language: string | null;
}
/** A passage on which an answer rests. */
export interface AnswerSource {
  /** The number in the text, such as 1 for `[1]`. */
  readonly number: number;
  readonly title: string;
  readonly path: string;
  readonly excerpt: string;
}
/** A closed chat that the model gets for a question about the archive. */
export interface PastChat {
  /** The number in the text, such as 1 for `[1]`. */
  readonly number: number;
  readonly lines: readonly AssistLine[];
}
/** `requestId`: in the delivery log. */
export interface AnsweredText {
  readonly kind: "answered";
  readonly text: string;
  readonly requestId: number;
}
/** `requestId`: null if no passage fits, so that the model was not asked. */
export interface SourcedText {
  readonly kind: "answered";
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  readonly requestId: number | null;
}
export interface AnsweredJson {
  readonly kind: "answered";
  readonly json: unknown;
  readonly requestId: number;
}
export type Failable<R> = R | ModelFailure;
